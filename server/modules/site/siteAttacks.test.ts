/** Attacks on the public site: poisoned caches, unknown languages, floods of forms, and texts that nobody published. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sendRequest, superAdmin, type Caller } from '../../testing/callers';
import { sampleDialects } from '../../testing/sampleDialects';
import { startTestServer, type TestServer } from '../../testing/testServer';

const BROWSER = { accept: 'text/html', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
const EVIL = 'evil.example';
const EVIL_HEADERS = {
  'x-forwarded-host': EVIL,
  'x-forwarded-proto': 'javascript',
  'x-forwarded-prefix': `/${EVIL}`,
  'x-original-url': `/${EVIL}`,
  'x-rewrite-url': `/${EVIL}`,
  'x-host': EVIL,
  forwarded: `host=${EVIL};proto=http`,
  origin: `https://${EVIL}`,
  referer: `https://${EVIL}/`,
  cookie: `lang=${EVIL}; site=${EVIL}`,
  'accept-language': `${EVIL},fr;q=0.9`,
  'user-agent': `<script>${EVIL}</script>`,
};

describe.each(sampleDialects())('attacks on the site on %s', (database) => {
  let testServer: TestServer;
  let root: Caller;
  const add = async (entity: string, row: Readonly<Record<string, unknown>>) => {
    const answer = await root.post(`/admin/${entity}/add`, { status: 1, ...row });
    expect([entity, answer.code, answer.msg]).toEqual([entity, 1, expect.any(String)]);
    return Number(answer.data.row.id);
  };
  beforeAll(async () => {
    testServer = await startTestServer({
      database,
      settings: { captcha: 'adaptive' },
      env: { TRUSTED_PROXIES: '127.0.0.1' },
    });
    root = await superAdmin(testServer);
    for (const title of ['One', 'Two']) await add('news', { title, content: '<p>Text</p>' });
    await add('page', { slug: 'about', title: 'About', content: '<p>Who we are</p>' });
  });
  afterAll(() => testServer.close());

  const visit = async (path: string, headers: Readonly<Record<string, string>> = {}) => {
    const response = await fetch(testServer.url + path, { headers: { ...BROWSER, ...headers }, redirect: 'manual' });
    return { status: response.status, headers: response.headers, html: await response.text() };
  };

  it('the first visitor of a page cannot put anything into its cached HTML by headers or the query', async () => {
    const queries = [`utm_source=${EVIL}`, `lang=${EVIL}`, `page=1&page=${EVIL}`, `category=${EVIL}`, `path=//${EVIL}`];
    for (const path of ['/', '/news', '/news/1', '/page/about', '/contact', '/zh-cn/news/2', '/nowhere'])
      for (const query of ['', ...queries]) {
        const poisoned = await visit(`${path}?${query}`, EVIL_HEADERS);
        const clean = await visit(path, { 'accept-language': 'en' });
        expect([path, query, poisoned.html.includes(EVIL), clean.html === poisoned.html]).toEqual([
          path,
          query,
          false,
          true,
        ]);
        expect(JSON.stringify([...poisoned.headers])).not.toContain(EVIL);
      }
    for (const path of ['/sitemap.xml', '/feed.xml', '/robots.txt']) {
      const poisoned = await visit(path, EVIL_HEADERS);
      expect([path, poisoned.html.includes(EVIL), (await visit(path)).html === poisoned.html]).toEqual([
        path,
        false,
        true,
      ]);
    }
  });

  // @case T1.15
  it('a language that does not exist is a missing page, and never a name of a file', async () => {
    for (const path of ['/fr', '/de/news', '/zh', '/zh-tw/news', '/en-us', '/en/en', '/..%2fen', '/en/..%2f..%2fetc'])
      expect([path, (await visit(path)).status]).toEqual([path, 404]);
    const wanted = (await visit('/news')).html;
    for (const lang of ['fr', '../../etc/passwd', 'constructor', '__proto__', '', 'zh-cn%00'])
      expect([lang, (await visit(`/news?lang=${lang}`)).html === wanted]).toEqual([lang, true]);
  });

  const send = (ip: string, fields: object) =>
    sendRequest(`${testServer.url}/api/lead/add`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', server: 'true', 'x-forwarded-for': ip },
      body: JSON.stringify({ name: 'Ada', mobile: '13812340101', content: 'Hello', consent: true, ...fields }),
    });
  const countLeads = async () =>
    Number((await testServer.services.db.rows<{ n: number }>('SELECT COUNT(*) AS n FROM `lead`'))[0]?.n);

  // @case T1.14
  it('a flood of wrong forms stores and counts nothing; of a flood of right ones three are stored', async () => {
    const before = await countLeads();
    const wrong = await Promise.all(
      Array.from({ length: 60 }, () => send('198.51.100.7', { mobile: '1', consent: 0 })),
    );
    expect(new Set(wrong.map(({ code, data }) => [code, ...Object.keys(data.fields).sort()].join()))).toEqual(
      new Set(['0,consent,mobile']),
    );
    expect(await testServer.services.db.rows("SELECT bucket FROM `throttle` WHERE bucket LIKE 'form:%'")).toEqual([]);
    const right = await Promise.all(
      Array.from({ length: 60 }, (_, at) => send('198.51.100.7', { content: `Hello ${at}` })),
    );
    expect([right.filter(({ code }) => code === 1).length, (await countLeads()) - before]).toEqual([3, 3]);
    expect(right.filter(({ status }) => ![200, 429].includes(status))).toEqual([]);
    expect((await send('198.51.100.8', {})).code).toBe(1);
  });

  it('drafts and previews of a published row reach no page, feed, sitemap or search', async () => {
    const [id, hidden] = [
      await add('news', { title: 'Shown', content: '<p>Shown text</p>' }),
      await add('article', { title: 'Unseen words', content: '<p>Unseen words</p>', status: 0 }),
    ];
    const fields = {
      title: { base: 'Shown', mine: 'Unseen words' },
      content: { base: '', mine: '<p>Unseen words</p>' },
    };
    const kept = await root.post('/admin/draft/keep', {
      ent: 'news',
      id,
      form: '',
      revision: 1,
      at: Date.now(),
      fields,
    });
    expect(kept.code).toBe(1);
    const values = { title: 'Unseen words', content: '<p>Unseen words</p>' };
    const preview = await root.post('/admin/site/preview', { entity: 'news', id, values, lang: 'en' });
    expect(preview.data.page.html).toContain('Unseen words');
    const paths = ['/', '/news', `/news/${id}`, '/articles', `/articles/${hidden}`, '/search?q=unseen+words'];
    for (const path of [...paths, '/sitemap.xml', '/feed.xml', '/zh-cn/feed.xml']) {
      const { html } = await visit(path);
      // The search repeats its own words, once in its title.
      const shown = html.replaceAll(/“[^”]*”|value="[^"]*"|<title>[^<]*|content="[^"]*"/g, '');
      expect([path, /unseen words/i.test(shown)]).toEqual([path, false]);
    }
    expect((await visit(`/news/${id}`)).html).toContain('Shown text');
  });
});
