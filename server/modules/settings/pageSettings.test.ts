/** Settings of pages: the API's address, stylesheets of a CDN, and the fallback language. */
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { locales } from '../../../common/locales/index';
import { translate } from '../../../common/locales/translate';
import { defaults } from '../../../config/defaults';
import { openAssets } from '../../platform/http/assets';
import { publicOrigin } from '../../platform/http/origin';
import { superAdmin, type Caller } from '../../testing/callers';
import { setSetting } from '../../testing/setSetting';
import { startTestServer, type TestServer } from '../../testing/testServer';

const PAGE = 'https://office.example.com';
const API = 'https://api.example.com';

describe('page settings', () => {
  let testServer: TestServer;
  let root: Caller;
  // A page like that of the build: the test server has no built client.
  const folder = mkdtempSync(join(tmpdir(), 'page-settings-'));
  writeFileSync(join(folder, 'admin.html'), '<html lang="en"><head><title>x</title></head></html>');
  const built = openAssets(folder);
  beforeAll(async () => {
    testServer = await startTestServer({
      env: { PUBLIC_URL: PAGE },
      settings: { ...defaults, fallbackLocale: 'en' },
    });
    root = await superAdmin(testServer);
  });
  afterAll(async () => {
    await testServer.close();
    rmSync(folder, { recursive: true });
  });

  const page = async () => {
    const response = await fetch(`${testServer.url}/admin/login`, { headers: { accept: 'text/html' } });
    const policy = response.headers.get('content-security-policy') ?? '';
    await response.text();
    return {
      html: built.page('admin', 'nonce', testServer.services.settings) ?? '',
      rule: (name: string) => new RegExp(`(?:^|; )${name} ([^;]*)`).exec(policy)?.[1],
    };
  };
  const set = async (name: string, value: unknown) => {
    const [row] = await testServer.services.db.rows<{ id: number }>('SELECT id FROM `config` WHERE name = ?', [name]);
    return root.post('/admin/config/edit', { id: Number(row?.id), value });
  };

  // @spec P3-400
  // @spec P3-400
  it('apiUrl is empty at first, and in every bootstrap, page and policy once it is set', async () => {
    const announced = async () =>
      Promise.all([
        root.get('/admin/Index/index').then(({ data }) => data.siteConfig.apiUrl),
        root.get('/api/Index/index').then(({ data }) => data.site.apiUrl),
      ]);
    expect([await announced(), (await page()).rule('connect-src')]).toEqual([['', ''], "'self'"]);
    expect((await set('api_url', `${API}/`)).code).toBe(1);
    const { html, rule } = await page();
    expect([await announced(), rule('connect-src')]).toEqual([[API, API], `'self' ${API}`]);
    expect(html).toContain(` data-api="${API}"`);
    await setSetting(testServer, 'api_url', null);
  });

  // @spec P3-400
  it('apiUrl must be an origin', async () => {
    for (const bad of [
      'api.example.com',
      'https://api.example.com/v1',
      'https://a:b@c.example',
      'https://a;b',
      'ftp://a.example',
    ])
      expect([bad, (await set('api_url', bad)).data?.fields]).toEqual([bad, { value: expect.stringContaining('URL') }]);
  });

  // @spec P3-400
  it('allows preflight requests and calls of its own pages, and of no other page', async () => {
    const ask = (method: string, origin: string) =>
      fetch(`${testServer.url}/admin/Index/login`, {
        method,
        headers: {
          origin,
          'sec-fetch-site': 'cross-site',
          'access-control-request-method': 'POST',
          ...(method === 'POST' ? { 'content-type': 'application/json', server: 'true' } : {}),
        },
        ...(method === 'POST' ? { body: '{"username":"nobody_here","password":"wrong-password"}' } : {}),
      });
    const allowed = async (method: string, origin: string) => {
      const response = await ask(method, origin);
      await response.text();
      return [response.status, response.headers.get('access-control-allow-origin')];
    };
    expect(await allowed('POST', PAGE)).toEqual([403, null]);
    await setSetting(testServer, 'api_url', API);
    expect(await allowed('OPTIONS', PAGE)).toEqual([204, PAGE]);
    expect(await allowed('POST', PAGE)).toEqual([200, PAGE]);
    for (const origin of ['https://evil.example', `${PAGE}.evil.example`, 'null'])
      expect([origin, await allowed('POST', origin)]).toEqual([origin, [403, null]]);
    await setSetting(testServer, 'api_url', null);
  });

  // @spec P9-036
  // @spec P9-036
  it('stylesheets come from this server until a CDN is set; then pages load them from it and their policy allows it', async () => {
    const before = await page();
    expect([before.html.includes('data-styles'), before.rule('style-src')?.includes('https:')]).toEqual([false, false]);
    expect(before.rule('font-src')).toBe("'self' data:");
    expect((await set('stylesheets', 'https://cdn.example/icons.css\nhttps://fonts.example/css?family=A')).code).toBe(
      1,
    );
    const { html, rule } = await page();
    expect(html).toContain(' data-styles="https://cdn.example/icons.css https://fonts.example/css?family=A"');
    expect(rule('style-src')).toMatch(/^'self' 'nonce-[^']+' https:\/\/cdn\.example https:\/\/fonts\.example$/);
    expect(rule('font-src')).toBe("'self' data: https:");
    expect(rule('script-src')).not.toContain('cdn.example');
    for (const bad of [
      'http://cdn.example/a.css',
      'javascript:alert(1)',
      '//cdn.example/a.css',
      'https://cdn.example;script-src *',
    ])
      expect([bad, (await set('stylesheets', bad)).code]).toEqual([bad, 0]);
    await setSetting(testServer, 'stylesheets', null);
  });

  // @spec P9-036
  // @spec P9-036
  it('server-rendered pages load the stylesheets of the setting, and their policy allows them', async () => {
    const responses = () =>
      Promise.all(
        ['/', '/none', '/401', '/docs/api', '/user'].map(async (path) => {
          const response = await fetch(`${testServer.url}${path}`, { headers: { accept: 'text/html' } });
          const policy = response.headers.get('content-security-policy') ?? '';
          return { path, html: await response.text(), policy };
        }),
      );
    for (const { path, html, policy } of await responses())
      expect([path, html.includes('rel="stylesheet"'), policy.includes('https:')]).toEqual([path, false, false]);
    expect((await set('stylesheets', 'https://cdn.example/a.css?x=1&y="')).code).toBe(1);
    for (const { path, html, policy } of await responses()) {
      expect([path, html]).toEqual([
        path,
        expect.stringContaining('<link rel="stylesheet" href="https://cdn.example/a.css?x=1&#38;y=&#34;"></body>'),
      ]);
      expect([path, policy]).toEqual([path, expect.stringMatching(/style-src [^;]* https:\/\/cdn\.example;/)]);
    }
    await setSetting(testServer, 'stylesheets', null);
  });

  // @spec P9-036
  // @spec P9-036
  it.each(['"', '</style', '</title></head>', '<!--', '<script>alert(1)</script>', "'", '&quot;'])(
    'a stylesheet address with %s stays inside its attribute on every page',
    async (text) => {
      const address = 'https://cdn.example/a.css?x=';
      const drawn = () =>
        Promise.all(
          ['/', '/none', '/401', '/docs/api', '/user'].map(async (path) => {
            const response = await fetch(`${testServer.url}${path}`, { headers: { accept: 'text/html' } });
            return (await response.text()).replaceAll(/nonce="[^"]*"/g, '');
          }),
        );
      const pages = async () => [(await page()).html, ...(await drawn())];
      expect((await set('stylesheets', `${address}plain`)).code).toBe(1);
      const plain = await pages();
      expect(plain.every((html) => html.includes(`="${address}plain"`))).toBe(true);
      expect((await set('stylesheets', address + text)).code).toBe(1);
      // The page differs in one attribute value only.
      const odd = await pages();
      const valueIn = (html: string) => /="https:\/\/cdn\.example\/a\.css\?x=([^"<>]*)"/.exec(html)?.[1] ?? '';
      expect(odd.map((html) => html.replace(`${address}${valueIn(html)}"`, `${address}plain"`))).toEqual(plain);
      const decoded = odd.map((html) =>
        valueIn(html)
          .replaceAll(/&(?:quot|#34);/g, '"')
          .replaceAll(/&(?:lt|#60);/g, '<')
          .replaceAll(/&(?:gt|#62);/g, '>')
          .replaceAll('&#39;', "'")
          .replaceAll(/&(?:amp|#38);/g, '&'),
      );
      expect(new Set(decoded)).toEqual(new Set([text]));
      await setSetting(testServer, 'stylesheets', null);
    },
  );

  // @spec P1-052
  // @spec P1-052
  it('the server returns missing texts of a language in the configured fallback language', () => {
    expect(translate('zh-cn', 'success.saved')).toBe(locales['zh-cn'].success.saved);
    const lacking = jest.replaceProperty(locales['zh-cn'].success, 'saved', undefined as never);
    try {
      expect(translate('zh-cn', 'success.saved')).toBe(locales.en.success.saved);
    } finally {
      lacking.restore();
    }
  });

  // @spec P1-052 P9-035
  // @spec P1-052 P9-035
  it('the page names the configured fallback language', async () => {
    expect((await page()).html).toContain(' data-fallback="en"');
    expect(defaults.fallbackLocale).toBe('zh-cn');
  });
});

describe('without PUBLIC_URL', () => {
  let testServer: TestServer;
  beforeAll(async () => {
    testServer = await startTestServer();
  });
  afterAll(() => testServer.close());

  // @spec P3-400
  it('apiUrl is refused at its field in both languages, except for the own origin', async () => {
    const root = await superAdmin(testServer);
    const [row] = await testServer.services.db.rows<{ id: number }>("SELECT id FROM `config` WHERE name = 'api_url'");
    const set = (value: string, lang: string) =>
      root.post(`/admin/config/edit?lang=${lang}`, { id: Number(row?.id), value });
    for (const lang of ['en', 'zh-cn'] as const)
      for (const other of ['http://localhost:8103', API])
        expect((await set(other, lang)).data?.fields).toEqual({ value: locales[lang].issues.no_public_url });
    expect(testServer.services.settings.apiUrl).toBe('');
    expect((await set(publicOrigin(testServer.services.env), 'en')).code).toBe(1);
  });
});
