/** Hostile sources: whatever they answer, nothing of it is stored, executed or followed, and the console says so. */
import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { locales } from '../../common/locales/index';
import { superAdmin, type Caller } from '../testing/callers';
import { startUpstreamServer, type UpstreamServer } from '../testing/fakes/upstreamServer';
import { packFaq, packFaqUpdate, TRUSTING_ENV } from '../testing/modulePackages';
import { sampleDialects } from '../testing/sampleDialects';
import { startTestServer, type TestServer } from '../testing/testServer';

type Row = Readonly<Record<string, unknown>>;
const TEXTS = { en: 'A', 'zh-cn': '甲' };
const ITEM = {
  id: 'faq',
  title: TEXTS,
  description: TEXTS,
  author: 'A',
  category: 1,
  price: '0.00',
  points: null,
  buyers: 0,
  rating: 0,
  isRecommended: false,
  version: '1.0.0',
  picture: '',
};
const CATALOGUE = { title: TEXTS, currency: 'CNY', categories: [], items: [ITEM], total: 1 };
const { invalid: UNUSABLE, forbidden_url: FORBIDDEN, unreachable: SILENT, refused: REFUSED } = locales.en.faults.market;

const sendJson = (response: ServerResponse, value: unknown): void => {
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify(value));
};
const sendData = (response: ServerResponse, data: unknown): void => sendJson(response, { code: 1, msg: '', data });
const sendZip = (response: ServerResponse, bytes: Buffer): void => {
  response.setHeader('content-type', 'application/zip');
  response.end(bytes);
};

describe.each(sampleDialects())('hostile sources on %s', (database) => {
  let server: TestServer;
  let admin: Caller;
  let hostile: UpstreamServer;
  /** Stands for a service of the private network: nobody may reach it. */
  let canary: UpstreamServer;
  let sourceId: number;
  beforeAll(async () => {
    hostile = await startUpstreamServer();
    canary = await startUpstreamServer();
    server = await startTestServer({
      database,
      env: { ...TRUSTING_ENV, PRIVATE_HOSTS: hostile.host },
      settings: { captcha: 'never' },
    });
    admin = await superAdmin(server);
    sourceId = Number((await admin.post('/admin/market_source/add', { title: 'Hostile', url: hostile.url })).data.id);
  });
  beforeEach(() => {
    hostile.respond = undefined;
  });
  afterAll(async () => {
    expect(canary.received).toEqual([]);
    await Promise.all([server.close(), hostile.close(), canary.close()]);
  });

  const read = async (path: string, query: Readonly<Record<string, string>> = {}) =>
    admin.get(`/admin/market/${path}`, { source: String(sourceId), ...query });
  const download = (version = '1.0.0') =>
    admin.post('/admin/market/download', { source: sourceId, id: 'faq', version });
  const modules = async () => (await admin.get('/admin/module/index')).data.list as readonly Row[];
  const respondWith = (send: (response: ServerResponse) => void) => {
    hostile.respond = (_call, response) => send(response);
  };

  // @case T1.04
  // @covers fault market.invalid
  it.each<[string, unknown]>([
    ['no object', 7],
    ['an item without a title', { ...CATALOGUE, items: [{ ...ITEM, title: undefined }] }],
    ['a title that is a number', { ...CATALOGUE, items: [{ ...ITEM, title: { en: 7, 'zh-cn': '甲' } }] }],
    ['a title of a megabyte', { ...CATALOGUE, items: [{ ...ITEM, title: { ...TEXTS, en: 'x'.repeat(1_000_000) } }] }],
    ['more items than asked for', { ...CATALOGUE, items: Array.from({ length: 51 }, () => ITEM) }],
    ['a uid that is a path', { ...CATALOGUE, items: [{ ...ITEM, id: '../../etc' }] }],
    ['a version that is none', { ...CATALOGUE, items: [{ ...ITEM, version: '1.0.0; rm -rf' }] }],
    ['a price that is a formula', { ...CATALOGUE, items: [{ ...ITEM, price: '1e9' }] }],
    ['a negative price', { ...CATALOGUE, items: [{ ...ITEM, price: '-1.00' }] }],
    ['control characters', { ...CATALOGUE, items: [{ ...ITEM, author: 'a\u0000b' }] }],
    ['a rating beyond the scale', { ...CATALOGUE, items: [{ ...ITEM, rating: 1e308 }] }],
  ])('a catalogue with %s is refused as a whole', async (_name, data) => {
    respondWith((response) => sendData(response, data));
    const answer = await read('catalogue');
    expect([answer.code, answer.msg]).toEqual([0, UNUSABLE]);
  });

  it('characters that turn the direction of a text are removed from it', async () => {
    const title = { en: 'F\u202eAQ\u2069', 'zh-cn': '\u200f常见' };
    respondWith((response) => sendData(response, { ...CATALOGUE, items: [{ ...ITEM, title }] }));
    expect((await read('catalogue')).data.items[0].title).toEqual({ en: 'FAQ', 'zh-cn': '常见' });
  });

  it.each<[string, (response: ServerResponse) => void]>([
    ['HTML', (response) => response.setHeader('content-type', 'text/html').end('<script>alert(1)</script>')],
    ['no JSON', (response) => response.setHeader('content-type', 'application/json').end('{')],
    [
      'keys that reach prototypes',
      (response) =>
        response
          .setHeader('content-type', 'application/json')
          .end('{"code":1,"msg":"","data":{"__proto__":{"admin":true}}}'),
    ],
    [
      'a compressed response',
      (response) =>
        response
          .setHeader('content-type', 'application/json')
          .setHeader('content-encoding', 'gzip')
          .end(Buffer.alloc(100)),
    ],
    [
      'an endless response',
      (response) => {
        response.setHeader('content-type', 'application/json');
        const chunk = Buffer.alloc(256 * 1024, 0x20);
        const more = () => {
          while (!response.destroyed && response.write(chunk));
          response.once('drain', more);
        };
        more();
      },
    ],
    [
      'a length beyond the limit',
      (response) =>
        response.setHeader('content-type', 'application/json').setHeader('content-length', '99999999').flushHeaders(),
    ],
    ['a redirect to a private address', (response) => response.writeHead(302, { location: canary.url }).end()],
  ])('%s is refused', async (_name, respond) => {
    respondWith(respond);
    const started = performance.now();
    expect((await read('catalogue')).msg).toBe(UNUSABLE);
    expect(performance.now() - started).toBeLessThan(8_000);
  });

  // @covers fault market.unreachable
  it('a source that hangs up does not answer', async () => {
    respondWith((response) => response.destroy());
    expect((await read('catalogue')).msg).toBe(SILENT);
  });

  it('HTML in texts and in messages stays text', async () => {
    const html = '<img src=x onerror=alert(1)>';
    respondWith((response) =>
      sendData(response, { ...CATALOGUE, items: [{ ...ITEM, title: { en: html, 'zh-cn': html } }] }),
    );
    const { data, headers } = await read('catalogue');
    expect([data.items[0].title.en, headers.get('content-type')]).toEqual([html, 'application/json; charset=utf-8']);
    respondWith((response) => sendJson(response, { code: 0, msg: `${html}${'x'.repeat(1900)}`, data: null }));
    const refused = await read('catalogue');
    expect(refused.msg.startsWith(REFUSED.replace('{{message}}', '<img'))).toBe(true);
    expect(refused.msg.length).toBeLessThan(340);
  });

  // @covers fault market.forbidden_url
  it.each([
    ...['http://localhost', 'http://127.0.0.1', 'http://127.1', 'http://0x7f.1', 'http://2130706433', 'http://[::1]'],
    ...['http://[::ffff:7f00:1]', 'http://[::ffff:127.0.0.1]', 'http://[64:ff9b::7f00:1]', 'http://[2002:7f00:1::]'],
    ...['http://0.0.0.0', 'http://10.0.0.1', 'http://169.254.169.254', 'http://localhost.', 'http://①②⑦.⓪.⓪.①'],
  ])('a source at %s, with http or https, is never called', async (address) => {
    const { port } = new URL(canary.url);
    for (const url of [`${address}:${port}`, `${address}:${port}`.replace('http:', 'https:')]) {
      const refused = await admin.post('/admin/market_source/add', { title: 'Private', url });
      expect(refused.data.fields).toEqual({ url: expect.stringContaining('address of a private network') });
      // A row of an older version, or a name that leads there later.
      const added = await admin.post('/admin/market_source/add', { title: 'Private', url: 'https://market.example' });
      await server.services.db.transact((tx) =>
        tx.run('UPDATE `market_source` SET url = ? WHERE id = ?', [new URL(url).origin, added.data.id]),
      );
      const answer = await admin.get('/admin/market/catalogue', { source: String(added.data.id) });
      expect([answer.code, answer.msg]).toEqual([0, FORBIDDEN]);
      await admin.post('/admin/market_source/del', { ids: [added.data.id] });
    }
    expect(canary.received).toEqual([]);
  });

  it.each(['http://market.example', 'http://8.8.8.8', 'http://[2606:4700::1]'])(
    'a source at %s needs https',
    async (url) => {
      const refused = await admin.post('/admin/market_source/add', { title: 'Plain', url });
      expect(refused.data.fields).toEqual({ url: FORBIDDEN });
    },
  );

  it.each([
    'http://user:secret@example.com',
    'https://example.com/path',
    'ftp://example.com',
    'https://example.com?x=1',
  ])('the URL %s is no source', async (url) => {
    expect((await admin.post('/admin/market_source/add', { title: 'Odd', url })).code).toBe(0);
  });

  it('images come from the source only, are images, and are small', async () => {
    expect((await read('picture', { path: `${canary.url}/a.png` })).msg).toBe(FORBIDDEN);
    expect((await read('picture', { path: `//${canary.host}/a.png` })).msg).toBe(FORBIDDEN);
    respondWith((response) => response.setHeader('content-type', 'image/svg+xml').end('<svg onload="alert(1)"/>'));
    expect((await read('picture', { path: '/a.svg' })).msg).toBe(UNUSABLE);
    respondWith((response) => response.setHeader('content-type', 'image/png').end(Buffer.alloc(600 * 1024)));
    expect((await read('picture', { path: '/a.png' })).msg).toBe(UNUSABLE);
    respondWith((response) => response.setHeader('content-type', 'image/png').end(Buffer.from('png')));
    expect((await read('picture', { path: '/a.png' })).data).toEqual({ src: 'data:image/png;base64,cG5n' });
  });

  // @case T1.03
  it('a tampered, foreign or unsigned package is refused before anything is stored', async () => {
    const archive = packFaq();
    const tampered = Buffer.from(archive);
    const middle = Math.floor(tampered.length / 2);
    tampered[middle] = (tampered[middle] ?? 0) ^ 0xff;
    for (const bytes of [tampered, Buffer.from('PK nothing'), archive.subarray(0, 1000)]) {
      respondWith((response) => sendZip(response, bytes));
      expect((await download()).code).toBe(0);
    }
    respondWith((response) => sendZip(response, packFaqUpdate()));
    expect((await download()).msg).toBe('The package must be faq 1.0.0, but it is faq 1.1.0.');
    respondWith((response) => sendZip(response, Buffer.alloc(21 * 1024 * 1024)));
    expect((await download()).msg).toBe(UNUSABLE);
    expect(await modules()).toEqual([]);
  });

  it('an offer is only a notice: a source cannot offer an older version, nor for a module of another source or of a file', async () => {
    respondWith((response) => sendZip(response, packFaq()));
    const got = await download();
    const { data } = await admin.post('/admin/module/install', { id: got.data.id });
    await server.jobs.settled();
    expect((await admin.get('/admin/job/edit', { id: String(data.job) })).data.row.status).toBe('success');
    respondWith((response) =>
      sendData(response, [
        { id: 'faq', version: '0.9.0' },
        { id: 'other', version: '9.0.0' },
      ]),
    );
    expect((await admin.post('/admin/market/check')).data).toEqual({ offers: 0 });
    await server.services.db.transact((tx) => tx.run("UPDATE module SET source_url = 'https://other.example'", []));
    respondWith((response) => sendData(response, [{ id: 'faq', version: '9.0.0' }]));
    expect((await admin.post('/admin/market/check')).data).toEqual({ offers: 0 });
    await server.services.db.transact((tx) => tx.run("UPDATE module SET source_url = ''", []));
    expect((await admin.post('/admin/market/check')).data).toEqual({ offers: 0 });
    expect((await modules())[0]).toMatchObject({ state: 'installed', available_version: '', source_url: '' });
  });

  it('the check records why a source failed, and continues with the next one', async () => {
    await server.services.db.transact((tx) => tx.run('UPDATE module SET source_url = ?', [hostile.url]));
    respondWith((response) => response.setHeader('content-type', 'text/html').end('x'));
    expect((await admin.post('/admin/market/check')).data).toEqual({ offers: 0 });
    const { row } = (await admin.get('/admin/market_source/edit', { id: String(sourceId) })).data;
    expect([row.failure, row.checked_time > 0]).toEqual(['market.invalid', true]);
  });

  it('a source that does not answer is recorded by the read that finds it, and again when it answers', async () => {
    const failure = async () =>
      (await admin.get('/admin/market_source/edit', { id: String(sourceId) })).data.row.failure as string;
    respondWith((response) => response.destroy());
    expect((await read('catalogue')).msg).toBe(SILENT);
    expect(await failure()).toBe('market.unreachable');
    const revision = async () =>
      Number((await admin.get('/admin/market_source/edit', { id: String(sourceId) })).data.row.revision);
    const before = await revision();
    await read('catalogue');
    expect(await revision()).toBe(before);
    // Another fault says nothing about its reachability.
    respondWith((response) => response.setHeader('content-type', 'text/html').end('x'));
    expect((await read('catalogue')).msg).toBe(UNUSABLE);
    expect(await failure()).toBe('market.unreachable');
    respondWith((response) => sendData(response, CATALOGUE));
    expect((await read('catalogue')).code).toBe(1);
    expect(await failure()).toBe('');
  });

  it('the key is sent to its own source only: a new URL forgets it', async () => {
    const { encryptMarketKey } = await import('../hooks/market/marketSourceHooks');
    const sealed = encryptMarketKey(server.services.env.appKeys, 'https://elsewhere.example', 'secret-of-elsewhere');
    await server.services.db.transact((tx) =>
      tx.run('UPDATE market_source SET sealed_key = ? WHERE id = ?', [sealed, sourceId]),
    );
    hostile.received.length = 0;
    respondWith((response) => sendData(response, CATALOGUE));
    expect((await read('catalogue')).code).toBe(1);
    expect(hostile.received.map(({ headers }) => headers.authorization)).toEqual([undefined]);
    await admin.post('/admin/market_source/edit', { id: sourceId, url: 'https://moved.example' });
    const [row] = await server.services.db.rows<Row>('SELECT sealed_key FROM market_source WHERE id = ?', [sourceId]);
    expect(row?.['sealed_key']).toBeNull();
  });
});
