/** Requests of visitors: consent and language, who handled them, the confirmation mail and the notices to staff. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SERVER_LIMITS } from '../../../common/serverLimits';
import { defaults } from '../../../config/defaults';
import { guest, limitedAdmin, superAdmin, type Body, type Caller } from '../../testing/callers';
import { openMailServer, readMail, type MailServer } from '../../testing/fakes/mailServer';
import { connectLiveClient } from '../../testing/live/liveClient';
import { setSetting } from '../../testing/setSetting';
import { sampleDialects } from '../../testing/sampleDialects';
import { startTestServer, type TestServer } from '../../testing/testServer';

const HOUR_MS = 3_600_000;
const LEAD = { name: 'Rosa', mobile: '13812340101', content: 'Buy at http://spam.example' };
const TRIAL = { company: 'Harbour', full_name: 'Rosa', phone: '13812340101' };

describe.each(sampleDialects())('requests of visitors on %s', (database) => {
  let testServer: TestServer;
  let mails: MailServer;
  let root: Caller;
  beforeAll(async () => {
    mails = await openMailServer();
    const server = { host: '127.0.0.1', port: mails.port, security: 'none', sender: 'house@example.com' } as const;
    const settings = { mail: { ...defaults.mail, ...server }, captcha: 'never' } as const;
    testServer = await startTestServer({ database, settings, env: { PRIVATE_HOSTS: '127.0.0.1' } });
    root = await superAdmin(testServer);
  });
  afterAll(async () => {
    await testServer.close();
    await mails.close();
  });

  const now = () => Math.floor(testServer.services.clock.now() / 1000);
  const send = (form: 'lead' | 'trial_request', body: Body, lang = 'en') =>
    guest(testServer).send('POST', `/api/${form}/add`, {
      body: JSON.stringify({ ...(form === 'lead' ? LEAD : TRIAL), consent: true, ...body }),
      headers: { 'content-type': 'application/json', 'think-lang': lang },
    });
  const newest = async (entity: string): Promise<Record<string, unknown>> =>
    (await root.get(`/admin/${entity}/index`)).data.list[0];
  const edit = (entity: string, body: Body) => root.post(`/admin/${entity}/edit`, body);

  it('the time of the consent and the language are stored', async () => {
    const sent = await send('lead', { consent_at: 5, locale: 'en', handled_by: 1 }, 'zh-cn');
    expect(sent.data).toEqual({ ignored: ['consent_at', 'locale', 'handled_by'] });
    const row = await newest('lead');
    expect(row).toMatchObject({ locale: 'zh-cn', handled_by: null, handled_at: null });
    expect(Math.abs(Number(row['consent_at']) - now())).toBeLessThan(5);
    expect((await send('trial_request', {})).data).toEqual({ ignored: [] });
    expect(await newest('trial_request')).toMatchObject({ locale: 'en', consent_at: expect.any(Number) });
    const byStaff = await root.post('/admin/lead/add', { ...LEAD, locale: 'en', consent_at: now() });
    expect(byStaff.data.row).toMatchObject({ locale: null, consent_at: null });
  });

  it('a request without consent is refused at its field, in the language of the visitor, and stores nothing', async () => {
    const before = (await root.get('/admin/lead/index')).data.total;
    for (const consent of [undefined, false, 'yes', 1]) {
      const { code, data } = await send('lead', { consent });
      expect([code, data]).toEqual([
        0,
        expect.objectContaining({
          fields: { consent: 'Agree to the privacy policy to send the form' },
        }),
      ]);
    }
    expect((await send('trial_request', { consent: false }, 'zh-cn')).data.fields).toEqual({
      consent: '提交前请先同意隐私政策',
    });
    expect((await root.get('/admin/lead/index')).data.total).toBe(before);
  });

  it('a repetition with the same idempotency key stores one row, also seconds later', async () => {
    const count = async () => Number((await root.get('/admin/lead/index')).data.total);
    const before = await count();
    expect((await send('lead', { _mid: 'twice' })).code).toBe(1);
    testServer.advanceClock(3_000);
    expect((await send('lead', { _mid: 'twice' })).code).toBe(1);
    expect(await count()).toBe(before + 1);
    expect((await send('lead', { company: 'Harbour', _mid: 'twice' })).status).toBe(422);
  });

  it('lead: every step records the admin and the time, and the first state clears both', async () => {
    const { id } = await newest('lead');
    const step = await edit('lead', { id: Number(id), handle_status: 1, handled_by: 99, handled_at: 5 });
    expect(step.data.row).toMatchObject({ handled_by: root.id });
    expect(Math.abs(step.data.row.handled_at - now())).toBeLessThan(5);
    testServer.advanceClock(10_000);
    const handled = await edit('lead', { id: Number(id), handle_status: 2 });
    expect(handled.data.row).toMatchObject({ handle_status: 2, handled_by: root.id });
    expect(handled.data.row.handled_at).toBeGreaterThan(step.data.row.handled_at);
    await edit('lead', { id: Number(id), company: 'Harbour' });
    expect(await newest('lead')).toMatchObject({ handled_at: handled.data.row.handled_at });
    await edit('lead', { id: Number(id), handle_status: 1 });
    const reopened = await edit('lead', { id: Number(id), handle_status: 0 });
    expect(reopened.data.row).toMatchObject({ handled_by: null, handled_at: null });
  });

  it('lead: an admin who may not list admins is recorded too', async () => {
    const { id } = await newest('lead');
    const clerk = await limitedAdmin(testServer, ['lead/index', 'lead/edit']);
    const response = await clerk.post('/admin/lead/edit', { id: Number(id), handle_status: 1 });
    expect(response.data.row).toMatchObject({ handle_status: 1, handled_by: clerk.id });
  });

  it('trial request: the decision records the admin, and a revision clears it', async () => {
    const { id } = await newest('trial_request');
    const handled = await edit('trial_request', { id: Number(id), is_handle: 1 });
    expect(handled.data.row).toMatchObject({ handled_by: root.id, handled_at: expect.any(Number) });
    const revised = await edit('trial_request', { id: Number(id), is_handle: 0 });
    expect(revised.data.row).toMatchObject({ handled_by: null, handled_at: null });
  });

  const messagesTo = (address: string) =>
    testServer.services.db.rows<{ template: string; lang: string }>(
      "SELECT template, lang FROM `message` WHERE recipient LIKE ? AND template LIKE '%received' ORDER BY id",
      [address],
    );

  it('a request with an address is confirmed in the language of the visitor, without a word of the visitor', async () => {
    expect((await send('lead', { email: 'rosa@example.com' }, 'zh-cn')).code).toBe(1);
    expect((await send('trial_request', { email: 'bo@example.com' })).code).toBe(1);
    for (const end = Date.now() + 10_000; mails.received.length < 2 && Date.now() < end;) await sleep(20);
    const received = new Map(mails.received.map((mail) => [mail.to.join(), readMail(mail)]));
    expect(received.get('rosa@example.com')?.subject).toMatch(/已收到您的留言$/);
    expect(received.get('bo@example.com')?.subject).toMatch(/received your trial request$/);
    expect([...received.values()].map(({ subject, body }) => subject + body).join()).not.toMatch(/Rosa|spam|Harbour/);
  });

  it('an address gets one confirmation an hour, from both forms together, in any case of letters', async () => {
    const email = 'victim@example.com';
    await Promise.all([send('lead', { email }), send('lead', { email }), send('trial_request', { email })]);
    await send('lead', { email: 'Victim@Example.com' });
    expect(await messagesTo('victim@example.com')).toHaveLength(1);
    testServer.advanceClock(HOUR_MS + 1_000);
    root = await superAdmin(testServer);
    await send('lead', { email }, 'zh-cn');
    expect((await messagesTo('victim@example.com')).slice(1)).toEqual([{ template: 'lead_received', lang: 'zh-cn' }]);
  });

  it('an address with a tag is the same mailbox, and no mailbox gets more than a few confirmations a day', async () => {
    await send('lead', { email: 'tagged@example.com' });
    await send('lead', { email: 'tagged+1@example.com' });
    await send('trial_request', { email: 'Tagged+2+3@Example.com' });
    await send('lead', { email: 'tagged@example.org' });
    expect(await messagesTo('%tagged%@example.com')).toHaveLength(1);
    expect(await messagesTo('tagged@example.org')).toHaveLength(1);
    for (let hour = 1; hour <= 5; hour += 1) {
      testServer.advanceClock(HOUR_MS + 1_000);
      await send('lead', { email: `tagged+h${hour}@example.com` });
    }
    expect(await messagesTo('%tagged%@example.com')).toHaveLength(SERVER_LIMITS.formConfirmationsPerAddress);
    testServer.advanceClock(24 * HOUR_MS);
    await send('lead', { email: 'tagged@example.com' });
    expect(await messagesTo('%tagged%@example.com')).toHaveLength(SERVER_LIMITS.formConfirmationsPerAddress + 1);
    root = await superAdmin(testServer);
  });

  it('all addresses together get a limited number of confirmations an hour, found by an index', async () => {
    const { db } = testServer.services;
    testServer.advanceClock(HOUR_MS + 1_000);
    await db.transact((tx) =>
      tx.runMany(
        'INSERT INTO `message` (channel, recipient, recipient_n, subject, template, template_n, lang, status, attempts, live, ' +
          "revision, create_time, update_time) VALUES ('mail', ?, ?, 'x', 'lead_received', 'lead_received', 'en', 2, 1, 0, 1, ?, ?)",
        Array.from({ length: SERVER_LIMITS.formConfirmationsPerHour - 1 }, (_, at) => {
          const address = `many${at}@example.com`;
          return [address, address, now(), now()];
        }),
      ),
    );
    await send('lead', { email: 'last@example.com' });
    await send('lead', { email: 'toolate@example.com' });
    expect([await messagesTo('last@example.com'), await messagesTo('toolate@example.com')]).toEqual([
      [expect.objectContaining({ template: 'lead_received' })],
      [],
    ]);
    testServer.advanceClock(HOUR_MS + 1_000);
    root = await superAdmin(testServer);
    const counted = 'SELECT id FROM `message` WHERE template_n = ? AND create_time > ?';
    const plan = await db.rows<object>(`EXPLAIN ${database === 'sqlite' ? 'QUERY PLAN ' : ''}${counted}`, ['x', 1]);
    expect(JSON.stringify(plan)).toContain('i_message__template_n__create_time');
  });

  it('no confirmation is written for rows of staff; without a mail server those of visitors are in the outbox', async () => {
    const email = 'staff@example.com';
    expect((await root.post('/admin/lead/add', { ...LEAD, email })).code).toBe(1);
    expect(await messagesTo(email)).toEqual([]);
    await setSetting(testServer, 'smtp_server', '');
    expect((await send('lead', { email })).code).toBe(1);
    expect(await messagesTo(email)).toEqual([{ template: 'lead_received', lang: 'en' }]);
    await setSetting(testServer, 'smtp_server', '127.0.0.1');
  });

  it('admins who may list leads get a live notice, others none; several unread ones become one', async () => {
    const [clerk, editor] = [
      await limitedAdmin(testServer, ['lead/index']),
      await limitedAdmin(testServer, ['news/index', 'trial_request/index']),
    ];
    const client = await connectLiveClient(`${testServer.url}/admin`, clerk.token, {});
    await client.subscribe('n', {
      k: 'list',
      e: 'notice',
      where: { field: 'read_time', op: 'NULL', value: null },
      sort: [{ field: 'id', dir: 'desc' }],
    });
    expect((await send('lead', { name: 'Mia' })).code).toBe(1);
    for (const end = Date.now() + 10_000; client.frames.length === 0 && Date.now() < end;) await sleep(20);
    expect(client.raw.join()).toContain('lead_new');
    client.close();
    const loadNotices = async (caller: Caller) =>
      ((await caller.get('/admin/notice/index')).data.list as Body[]).filter(({ kind }) => kind === 'request');
    const [only, ...others] = await loadNotices(clerk);
    expect(others).toEqual([]);
    expect(only).toMatchObject({ title: 'lead_new', params: { title: 'Mia', count: 1 } });
    expect(String(only?.['link'])).toMatch(/^\/admin\/lead\/\d+$/);
    expect(await loadNotices(editor)).toEqual([]);
    await send('lead', { name: 'Lin' });
    expect(await loadNotices(clerk)).toMatchObject([{ title: 'leads_new', link: '/admin/lead', params: { count: 2 } }]);
    await root.post('/admin/lead/add', LEAD);
    expect(await loadNotices(clerk)).toMatchObject([{ params: { count: 2 } }]);
    await send('trial_request', {});
    expect(await loadNotices(editor)).toMatchObject([{ title: 'request_new', params: { title: 'Harbour' } }]);
  });
});
