/** Forms that a browser sends by itself: stored once, and shown again with texts, errors and captcha when they are refused. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { superAdmin, type Caller } from '../../testing/callers';
import { createPicture } from '../../testing/createPicture';
import { sampleDialects } from '../../testing/sampleDialects';
import { startTestServer, type TestServer } from '../../testing/testServer';

const LEAD = { name: 'Ada', mobile: '13812340101', content: 'How much + when?', headcount: '2', email: '' };
/** The headers that Chromium sends from a page whose policy is `no-referrer`. */
const FROM_PAGE = { 'sec-fetch-mode': 'navigate', 'sec-fetch-site': 'same-origin', origin: 'null' };
const MARKUP = '"A" <b>';

describe.each(sampleDialects())('forms sent without the script on %s', (database) => {
  let testServer: TestServer;
  let root: Caller;
  beforeAll(async () => {
    testServer = await startTestServer({
      database,
      settings: { captcha: 'adaptive' },
      env: { TRUSTED_PROXIES: '127.0.0.1' },
    });
    root = await superAdmin(testServer);
  });
  afterAll(() => testServer.close());

  interface Sent {
    readonly path?: string;
    readonly ip: string;
    readonly headers?: Readonly<Record<string, string>>;
  }
  const send = async (
    inputs: Readonly<Record<string, string>> | URLSearchParams,
    { path = '/contact', ip, headers }: Sent,
  ) => {
    const response = await fetch(testServer.url + path, {
      method: 'POST',
      headers: { accept: 'text/html', ...FROM_PAGE, 'x-forwarded-for': ip, ...headers },
      body: new URLSearchParams(inputs),
      redirect: 'manual',
    });
    return { status: response.status, headers: response.headers, html: await response.text() };
  };
  const leads = async () => (await root.get('/admin/lead/index', { limit: '100' })).data;

  it('stores a message once, and leads to its confirmation', async () => {
    const before = (await leads()).total;
    for (let taps = 0; taps < 2; taps += 1) {
      const { status, headers, html } = await send(
        { ...LEAD, consent: 'true', captcha: '', captchaId: '' },
        { ip: '10.1.0.1' },
      );
      expect([status, headers.get('location'), /class="(?:form-)?error"[^>]*>[^<]+/.exec(html)?.[0]]).toEqual([
        303,
        '/contact#sent',
        undefined,
      ]);
    }
    const { list, total } = await leads();
    expect(total - before).toBe(1);
    expect(list[0]).toMatchObject({ name: LEAD.name, content: LEAD.content, headcount: 2, locale: 'en' });
    const page = await (await fetch(`${testServer.url}/contact`, { headers: { accept: 'text/html' } })).text();
    expect(page).toMatch(/id="sent"[^>]*>.*Thank you/);
    expect(page).not.toContain('Ada');
    expect(page).toMatch(/id="hint-mobile">[^<]*country code.*aria-describedby="hint-mobile error-mobile"/);
  });

  it('stores the chosen plugins of a trial request, in the language of the page', async () => {
    const image = await createPicture(testServer, '/storage/kind.webp');
    const kind = await root.post('/admin/plugin_category/add', { title: 'Connectors', image, status: 1 });
    const plugin = await root.post('/admin/plugin/add', {
      title: 'Relay',
      name: 'relay',
      status: 1,
      cate_id: kind.data.row.id,
    });
    const inputs = new URLSearchParams({
      company: 'Harbour',
      full_name: 'Rosa',
      phone: '13812340101',
      consent: 'true',
    });
    inputs.append('plugin_ids[]', String(plugin.data.row.id));
    const { status, headers } = await send(inputs, { ip: '10.1.0.2', path: '/zh-cn/trial' });
    expect([status, headers.get('location')]).toEqual([303, '/zh-cn/trial#sent']);
    const { list } = (await root.get('/admin/trial_request/index')).data;
    expect(list[0]).toMatchObject({ company: 'Harbour', plugin_ids: [plugin.data.row.id], locale: 'zh-cn' });
  });

  it('shows a refused form with its texts and errors, as text, and keeps nothing of it', async () => {
    const before = (await leads()).total;
    const noConsent = await send({ ...LEAD, name: MARKUP }, { ip: '10.1.0.3' });
    expect(noConsent.html).toMatch(/id="field-name"[^>]*aria-invalid="true"/);
    expect(noConsent.status).toBe(422);
    expect(noConsent.headers.get('cache-control')).toBe('no-store');
    expect(noConsent.html).toMatch(/id="error-consent"[^>]*>Agree to the privacy policy/);
    expect(noConsent.html).toContain('value="&quot;A&quot; &lt;b&gt;"');
    expect(noConsent.html).toContain('>How much + when?</textarea>');
    expect(noConsent.html).toMatch(/<option value="2" selected="">/);
    const wrong = await send(
      { ...LEAD, name: '', mobile: '12', consent: 'true' },
      { ip: '10.1.0.3', path: '/zh-cn/contact' },
    );
    expect(wrong.html).toContain('<html lang="zh-CN"');
    expect(wrong.html).toMatch(/id="field-name"[^>]*aria-invalid="true"/);
    expect(wrong.html).toMatch(/id="field-mobile"[^>]*aria-invalid="true"/);
    expect(wrong.html).not.toMatch(/id="field-content"[^>]*aria-invalid/);
    expect((await leads()).total).toBe(before);
    const page = await (await fetch(`${testServer.url}/contact`, { headers: { accept: 'text/html' } })).text();
    expect(page).not.toContain('Ada');
    expect(page).not.toContain('aria-invalid="true"');
  });

  it('shows a captcha after some messages', async () => {
    const responses = [];
    for (const content of ['one', 'two', 'three', 'four'])
      responses.push(await send({ ...LEAD, content, consent: 'true' }, { ip: '10.1.0.4' }));
    expect(responses.map(({ status }) => status)).toEqual([303, 303, 303, 422]);
    const { html } = responses[3] ?? { html: '' };
    const id = /name="captchaId" value="([\w-]{36})"/.exec(html)?.[1];
    expect(id).toBeDefined();
    expect(html).toContain(`src="/api/common/captcha?id=${id}&amp;purpose=form&amp;kind=picture&amp;lang=en"`);
    expect(html).toMatch(/data-form-error="true"[^>]*>One more step: enter the characters/);
    expect(html).not.toMatch(/aria-invalid="true"/);
  });

  it('says once that a captcha is wrong, at its field', async () => {
    const answer = { captchaId: '00000000-0000-4000-8000-000000000000', captcha: 'wrong' };
    const inputs = { ...LEAD, consent: 'true' };
    for (const content of ['one', 'two', 'three']) await send({ ...inputs, content }, { ip: '10.1.0.6' });
    const { status, html } = await send({ ...inputs, content: 'four', ...answer }, { ip: '10.1.0.6' });
    expect([status, html.split('The captcha is wrong or expired').length - 1]).toEqual([422, 1]);
    expect(html).toMatch(/id="error-captcha"[^>]*>The captcha is wrong or expired/);
  });

  it('refuses a form of another site, a huge one, and other addresses', async () => {
    const inputs = { ...LEAD, consent: 'true' };
    const before = (await leads()).total;
    const foreign = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
    expect((await send(inputs, { ip: '10.1.0.5', headers: foreign })).status).toBe(403);
    const sandboxed = { origin: 'null', 'sec-fetch-site': 'cross-site' };
    expect((await send(inputs, { ip: '10.1.0.5', headers: sandboxed })).status).toBe(403);
    expect((await send(inputs, { ip: '10.1.0.5', headers: { 'sec-fetch-site': 'none' } })).status).toBe(403);
    expect((await send({ ...inputs, content: 'x'.repeat(3_000_000) }, { ip: '10.1.0.5' })).status).toBe(413);
    for (const path of ['/news', '/', '/nowhere', '/admin/lead/add']) await send(inputs, { ip: '10.1.0.5', path });
    expect((await leads()).total).toBe(before);
  });
});
