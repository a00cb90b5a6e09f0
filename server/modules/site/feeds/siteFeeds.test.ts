/** Files for robots and readers: complete, compressed once, and up to date with rows and settings. */
import { gunzipSync } from 'node:zlib';
import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { superAdmin, type Caller } from '../../../testing/callers';
import { setSetting } from '../../../testing/setSetting';
import { sampleDialects } from '../../../testing/sampleDialects';
import { startTestServer, type TestServer } from '../../../testing/testServer';
import { readSite } from '../siteReader';
import { buildSitemap, type SitemapLimits } from '../files/sitemap';

const ORIGIN = 'https://site.example';

/** Requests a file without decompressing it. */
const load = (url: string, headers: Readonly<Record<string, string>> = {}) =>
  new Promise<{ status: number; headers: Readonly<Record<string, unknown>>; body: Buffer }>((resolve, reject) => {
    request(url, { headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) }),
      );
    })
      .on('error', reject)
      .end();
  });
const addressesIn = (text: string) => [...text.matchAll(/<loc>([^<]+)</g)].map(([, address]) => address);

describe.each(sampleDialects())('files for robots on %s', (database) => {
  let testServer: TestServer;
  let root: Caller;
  const ids: number[] = [];
  beforeAll(async () => {
    testServer = await startTestServer({ database });
    root = await superAdmin(testServer);
    for (const status of [1, 1, 0, 1, 1]) {
      const { data } = await root.post('/admin/news/add', { title: 'Release', content: '<p>x</p>', status });
      ids.push(Number(data.row.id));
    }
    await root.post('/admin/page/add', { slug: 'about', title: 'About', content: '<p>x</p>', status: 1 });
  });
  afterAll(() => testServer.close());

  const sitemap = (path: string, limits?: SitemapLimits) =>
    readSite(testServer.services, (reader) =>
      buildSitemap(testServer.services, reader, { path, origin: ORIGIN }, limits),
    );

  it.each(['/sitemap.xml', '/feed.xml', '/robots.txt'])(
    '%s is compressed before it is requested, and revalidated',
    async (path) => {
      const plain = await load(testServer.url + path);
      const packed = await load(testServer.url + path, { 'accept-encoding': 'gzip' });
      expect(packed.headers).toMatchObject({
        'content-encoding': 'gzip',
        'content-length': String(packed.body.length),
      });
      expect(gunzipSync(packed.body).equals(plain.body)).toBe(true);
      const tags = [plain, packed].map(({ headers }) => String(headers['etag']));
      expect(new Set(tags).size).toBe(2);
      const again = await load(testServer.url + path, { 'accept-encoding': 'gzip', 'if-none-match': tags[1] ?? '' });
      expect([again.status, again.body.length]).toEqual([304, 0]);
      // A row that is hidden now must leave the caches at once.
      expect(plain.headers['cache-control']).toBe('public, no-cache');
    },
  );

  it('the sitemap follows rows and the language without a prefix', async () => {
    const addresses = async () =>
      addressesIn(String((await load(`${testServer.url}/sitemap.xml`)).body)).map(
        (address = '') => new URL(address).pathname,
      );
    const [shown, hidden] = [`/news/${ids[0]}`, `/news/${ids[2]}`];
    expect(await addresses()).toEqual(expect.arrayContaining(['/', '/news', '/page/about', shown, `/zh-cn${shown}`]));
    expect(await addresses()).not.toContain(hidden);
    await root.post('/admin/news/edit', { id: ids[2], status: 1 });
    expect(await addresses()).toContain(hidden);
    await root.post('/admin/news/edit', { id: ids[2], status: 0 });
    await setSetting(testServer, 'default_locale', 'zh-cn');
    expect(await addresses()).toEqual(expect.arrayContaining([shown, `/en${shown}`]));
    await setSetting(testServer, 'default_locale', 'en');
  });

  it('the sitemap is an index of files when one would hold too much, and the files list every page once', async () => {
    const whole = await sitemap('/sitemap.xml');
    const limits = { rowsOfOneFile: 3, idsPerFile: 2 };
    const index = await sitemap('/sitemap.xml', limits);
    expect(index?.text).toContain('<sitemapindex');
    const files = addressesIn(index?.text ?? '').map((address = '') => address.replace(ORIGIN, ''));
    expect(files).toEqual([
      '/sitemap-site.xml',
      '/sitemap-news-1.xml',
      '/sitemap-news-2.xml',
      '/sitemap-news-3.xml',
      '/sitemap-pages-1.xml',
    ]);
    const parts: string[] = [];
    for (const file of files) parts.push(...addressesIn((await sitemap(file, limits))?.text ?? '').map(String));
    expect(parts.sort()).toEqual(addressesIn(whole?.text ?? '').sort());
    expect(await sitemap('/sitemap-news-4.xml', limits)).toBeUndefined();
  });

  it('returns 404 for sitemap parts that do not exist', async () => {
    for (const path of ['/sitemap-news-99.xml', '/sitemap-users-1.xml', '/sitemap-news-0.xml', '/sitemap-news-1e9.xml'])
      expect([path, (await load(testServer.url + path)).status]).toEqual([path, 404]);
    expect((await load(`${testServer.url}/sitemap-news-1.xml`)).status).toBe(200);
  });

  it('lists all rows of a section, also thousands', async () => {
    const columns = 'title, content, status, weigh, live, revision, create_time, update_time';
    for (let rows = ids.length; rows < 4_000; rows *= 2)
      await testServer.services.db.transact((tx) =>
        tx.run(`INSERT INTO \`news\` (${columns}) SELECT ${columns} FROM \`news\``),
      );
    const [row] = await testServer.services.db.rows<{ n: number }>('SELECT COUNT(*) AS n FROM `news` WHERE status = 1');
    const listed = addressesIn((await sitemap('/sitemap.xml'))?.text ?? '').filter((address) =>
      /^https:..site.example.news.\d+$/.test(address ?? ''),
    );
    expect(listed).toHaveLength(Number(row?.n));
    expect(listed.length).toBeGreaterThan(3_000);
  });
});
