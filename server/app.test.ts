/** Headers of every response, and which requests get a page. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { request } from 'node:http';
import { startTestServer, type TestServer } from './testing/testServer';

interface ResponseSummary {
  readonly status: number;
  readonly type: string;
  readonly hsts: string | undefined;
}
/** A request with exactly these headers; `fetch` would add an Accept header. */
const get = (
  testServer: TestServer,
  path: string,
  headers: Readonly<Record<string, string>>,
  method: 'GET' | 'HEAD' = 'GET',
): Promise<ResponseSummary> =>
  new Promise((resolve, reject) => {
    request(`${testServer.url}${path}`, { headers, method }, (response) => {
      response.resume();
      response.on('end', () => {
        const { 'content-type': type = '', 'strict-transport-security': hsts } = response.headers;
        resolve({
          status: response.statusCode ?? 0,
          type: type.split(';')[0] ?? '',
          hsts: hsts === undefined ? undefined : String(hsts),
        });
      });
    })
      .on('error', reject)
      .end();
  });

describe('server without PUBLIC_URL', () => {
  let testServer: TestServer;
  beforeAll(async () => {
    testServer = await startTestServer();
  });
  afterAll(() => testServer.close());

  it('responds to / with a page to */*, to no Accept header and to a browser, and with data to the API marker', async () => {
    for (const headers of [
      { accept: '*/*' },
      {},
      { accept: 'text/html,*/*;q=0.8' },
      { accept: 'application/json, */*' },
    ])
      expect(await get(testServer, '/', headers)).toMatchObject({ status: 200, type: 'text/html' });
    for (const headers of [{ accept: '*/*', server: 'true' }, { accept: 'application/json' }])
      expect(await get(testServer, '/', headers)).toMatchObject({ type: 'application/json' });
  });

  it('responds to API paths with data to */*, whether they exist or not', async () => {
    for (const path of ['/api/Index/index', '/admin/Index/index', '/api/none', '/none', '/admin', '/user'])
      expect([path, (await get(testServer, path, { accept: '*/*' })).type]).toEqual([path, 'application/json']);
  });

  it('responds to HEAD with the status and the headers of the page of GET', async () => {
    const browser = { accept: 'text/html' };
    for (const path of [
      '/',
      '/admin',
      '/admin/news',
      '/user',
      '/docs/api',
      '/401',
      '/none',
      '/api/Index/index',
      '/api/none',
    ]) {
      const [head, page] = [await get(testServer, path, browser, 'HEAD'), await get(testServer, path, browser)];
      expect([path, head]).toEqual([path, page]);
    }
    expect(await get(testServer, '/admin', browser, 'HEAD')).toMatchObject({ status: 200, type: 'text/html' });
    expect(await get(testServer, '/', {}, 'HEAD')).toMatchObject({ status: 200, type: 'text/html' });
  });

  it.each([
    ['text/*', 'text/html'],
    ['TEXT/HTML', 'text/html'],
    ['application/xhtml+xml', 'text/html'],
    ['application/json, text/html ; q=0.1', 'text/html'],
    ['text/html;q=0', 'application/json'],
    ['text/html; Q=0.0, text/*', 'application/json'],
    ['text/*;q=0, application/xhtml+xml', 'application/json'],
    ['application/xhtml+xml;q=0', 'application/json'],
    ['application/json', 'application/json'],
    ['application/json, text/plain, */*', 'application/json'],
    ['application/vnd.text/html', 'application/json'],
  ])('responds to Accept: %s at /admin with %s', async (accept, type) => {
    expect(await get(testServer, '/admin', { accept })).toMatchObject({ type });
  });

  it('responds to / with data where HTML is refused by q=0', async () => {
    expect(await get(testServer, '/', { accept: 'text/html;q=0, */*' })).toMatchObject({ type: 'application/json' });
    expect(await get(testServer, '/', { accept: '*/*;q=0' })).toMatchObject({ type: 'application/json' });
  });

  // @case L10
  it('sends no Strict-Transport-Security', async () => {
    expect((await get(testServer, '/', { accept: 'text/html' })).hsts).toBeUndefined();
  });
});

describe('server with an https PUBLIC_URL', () => {
  let testServer: TestServer;
  beforeAll(async () => {
    testServer = await startTestServer({ env: { PUBLIC_URL: 'https://office.example.com' } });
  });
  afterAll(() => testServer.close());

  // @case L10
  it('sends Strict-Transport-Security with pages, data, files and refusals', async () => {
    for (const path of ['/', '/admin/login', '/api/Index/index', '/none', '/readyz', '/storage/none.png'])
      expect([path, (await get(testServer, path, {})).hsts]).toEqual([path, 'max-age=63072000']);
  });

  const SENT = {
    'strict-transport-security': 'max-age=63072000',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': expect.stringContaining('camera=()'),
    'content-security-policy': expect.stringContaining("default-src 'none'"),
    'cache-control': 'no-store',
  };
  const HANDSHAKE = '/socket.io/?EIO=4&transport=';
  // @case L10
  it('sends the same headers with the responses and refusals of Socket.IO', async () => {
    for (const [path, status] of [
      [`${HANDSHAKE}polling`, 200],
      [`${HANDSHAKE}ghost`, 400],
      [`${HANDSHAKE}polling&sid=ghost`, 400],
    ] as const) {
      const response = await fetch(`${testServer.url}${path}`);
      await response.text();
      expect([path, response.status, Object.fromEntries(response.headers)]).toEqual([
        path,
        status,
        expect.objectContaining(SENT),
      ]);
    }
    const foreign = await fetch(`${testServer.url}${HANDSHAKE}polling`, {
      headers: { origin: 'https://evil.example' },
    });
    await foreign.text();
    expect([foreign.status, Object.fromEntries(foreign.headers)]).toEqual([403, expect.objectContaining(SENT)]);
  });

  // @case L10
  it('sends the same headers with the response to a WebSocket upgrade', async () => {
    const headers = await new Promise((resolve, reject) => {
      request(`${testServer.url}${HANDSHAKE}websocket`, {
        headers: {
          connection: 'Upgrade',
          upgrade: 'websocket',
          'sec-websocket-version': '13',
          'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
        },
      })
        .on('upgrade', (response, socket) => {
          socket.destroy();
          resolve(response.headers);
        })
        .on('error', reject)
        .end();
    });
    expect(headers).toMatchObject(SENT);
  });
});
