/** Addresses of the site: links to the home page name their language, odd queries are ignored, and searches have no live updates. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { io } from 'socket.io-client';
import { LIMITS } from '../../../common/limits';
import { superAdmin } from '../../testing/callers';
import { sampleDialects } from '../../testing/sampleDialects';
import { setSetting } from '../../testing/setSetting';
import { startTestServer, type TestServer } from '../../testing/testServer';

const BROWSER = { accept: 'text/html', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };

describe.each(sampleDialects())('addresses of the site on %s', (database) => {
  let testServer: TestServer;
  beforeAll(async () => {
    testServer = await startTestServer({ database });
    const root = await superAdmin(testServer);
    for (let at = 0; at < 13; at += 1)
      await root.post('/admin/news/add', { title: `Item ${at}`, content: '<p>x</p>', status: 1 });
    await root.post('/admin/navigation/add', { title: 'Start', url: '/', position: 0, status: 1 });
  });
  afterAll(() => testServer.close());
  const visit = async (path: string, headers: Readonly<Record<string, string>> = {}) => {
    const response = await fetch(testServer.url + path, { headers: { ...BROWSER, ...headers }, redirect: 'manual' });
    return { status: response.status, type: response.headers.get('content-type'), html: await response.text() };
  };

  it.each(['en', 'zh-cn'] as const)(
    'every link to the home page names its language when the default is %s, whatever the browser prefers',
    async (defaultLang) => {
      await setSetting(testServer, 'default_locale', defaultLang);
      for (const path of ['/', '/en', '/zh-cn', '/products', '/en/products', '/zh-cn/products', '/nowhere'])
        for (const preferred of ['en', 'zh-CN']) {
          const { html } = await visit(path, { 'accept-language': preferred });
          expect([path, preferred, html.includes('href="/"')]).toEqual([path, preferred, false]);
        }
      for (const [path, lang] of [
        ['/en', 'en'],
        ['/zh-cn', 'zh-CN'],
      ] as const) {
        const { html } = await visit(path, { 'accept-language': lang === 'en' ? 'zh-CN' : 'en' });
        expect(html).toContain(`<html lang="${lang}"`);
        expect(html).toContain(`class="brand" href="${path}"`);
        expect(html).toMatch(
          new RegExp(`<link rel="canonical" href="http[^"]+${path.slice(1) === defaultLang ? '/' : path}"`),
        );
        expect(html).toMatch(/hreflang="x-default" href="http:[^"]+[0-9]\/"/);
      }
      await setSetting(testServer, 'default_locale', 'en');
    },
  );

  it('an odd query shows the page, while the API still refuses it', async () => {
    const clean = await visit('/news');
    for (const path of [
      '/news?utm_source=a&utm_source=b',
      '/news?constructor=1',
      '/news?utm=%E0%A4',
      '/news?a=%00',
      '/news?=1',
    ])
      expect([path, (await visit(path)).html === clean.html]).toEqual([path, true]);
    const second = await visit('/news?page=2');
    expect((await visit('/news?page=2&page=1')).html).toBe(second.html);
    for (const path of ['/search?q=%00', '/nowhere?a=1&a=2', '/?a=1&a=2']) {
      const { status, type } = await visit(path);
      expect([path, status, type]).toEqual([path, path.startsWith('/n') ? 404 : 200, 'text/html; charset=utf-8']);
    }
    const api = await fetch(`${testServer.url}/api/news/index?page=1&page=2`, { headers: { server: 'true' } });
    expect(api.headers.get('content-type')).toContain('json');
    expect((await api.json()).code).not.toBe(1);
  });

  it('every result of a search is reached through the pages of its section', async () => {
    const root = await superAdmin(testServer);
    for (let at = 13; at < 30; at += 1)
      await root.post('/admin/news/add', { title: `Item ${at}`, content: '<p>x</p>', status: 1 });
    const first = await visit('/search?q=item');
    expect(first.html).toContain('href="/search?q=item&amp;in=news"');
    const found = new Set<string>();
    for (let path = '/search?q=item&in=news'; path !== '';) {
      const { status, html } = await visit(path);
      expect([path, status, html.includes('href="/search?q=item"')]).toEqual([path, 200, true]);
      for (const [, title = ''] of html.matchAll(/>(Item \d+)</g)) found.add(title);
      path = (/href="([^"]+)" rel="next"/.exec(html)?.[1] ?? '').replaceAll('&amp;', '&');
    }
    expect(found.size).toBe(30);
    expect((await visit('/zh-cn/search?q=item')).html).toContain('/zh-cn/search?q=item&amp;in=news"');
    for (const path of ['/search?q=item&in=news&page=3', '/search?q=item&in=news&page=9999'])
      expect([path, (await visit(path)).status]).toEqual([path, 404]);
  });

  it('a search says when only the newest rows were searched', async () => {
    expect((await visit('/search?q=item')).html).not.toContain('Only the newest records');
    const now = Math.floor(testServer.services.clock.now() / 1000);
    const columns = 'id, title, title_n, content, status, weigh, live, revision, create_time, update_time';
    await testServer.services.db.transact((tx) =>
      tx.runMany(`INSERT INTO \`solution\` (${columns}) VALUES (?, 'Far item', 'far item', 'x', 1, 1, 0, 1, ?, ?)`, [
        ...Array.from({ length: LIMITS.searchedNewestRows + 1 }, (_, at) => [at + 1, now, now]),
      ]),
    );
    expect((await visit('/search?q=item')).html).toContain('Only the newest records');
  });

  it('a search has no live updates, and the server ends a connection that asks for them for good', async () => {
    expect((await visit('/search?q=item')).html).toContain('data-path=""');
    const socket = io(`${testServer.url}/site`, {
      auth: { path: '/search?q=item', version: '' },
      transports: ['websocket'],
      forceNew: true,
      reconnectionDelay: 10,
    });
    let connections = 0;
    socket.on('connect', () => (connections += 1));
    const reason = await new Promise<string>((resolve) => socket.once('disconnect', resolve));
    await new Promise((done) => setTimeout(done, 200));
    expect([reason, connections]).toEqual(['io server disconnect', 1]);
    socket.disconnect();
  });
});
