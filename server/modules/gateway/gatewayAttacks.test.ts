/** The gateway under attack: addresses, smuggled headers, sizes, and upstreams that lead elsewhere or do not respond. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { LIMITS } from '../../../common/limits';
import { superAdmin, type Caller } from '../../testing/callers';
import { startUpstreamServer, type UpstreamServer } from '../../testing/fakes/upstreamServer';
import { callGateway } from '../../testing/gatewayCaller';
import { signedHeaders, type GatewayCallRequest } from '../../testing/signedHeaders';
import { createGatewayFixture, type GatewayFixture } from '../../testing/gatewayFixture';
import { sampleDialects } from '../../testing/sampleDialects';
import { startTestServer, type TestServer } from '../../testing/testServer';

const PRIVATE = 'This is an address of a private network. The server calls only those in PRIVATE_HOSTS';

describe.each(sampleDialects())('attacks on the gateway on %s', (database) => {
  let testServer: TestServer;
  let root: Caller;
  let upstream: UpstreamServer;
  let fixture: GatewayFixture;
  beforeAll(async () => {
    upstream = await startUpstreamServer();
    testServer = await startTestServer({ database, env: { PRIVATE_HOSTS: upstream.host } });
    root = await superAdmin(testServer);
    fixture = await createGatewayFixture(root, testServer, { upstream_url: upstream.url, upstream_timeout: 300 });
    await fixture.addInterface({ url: '/orders/list' });
  });
  beforeEach(() => {
    upstream.received.length = 0;
    upstream.respond = undefined;
  });
  afterAll(async () => {
    await testServer.close();
    await upstream.close();
  });

  const call = (request: Partial<GatewayCallRequest> = {}, of = fixture) =>
    callGateway(testServer.url, of, { path: '/orders/list', ...request });
  /** Sends bytes as they are and returns the response up to the end of the connection. */
  const sendRaw = async (text: string): Promise<string> => {
    const { hostname, port } = new URL(testServer.url);
    const socket = connect(Number(port), hostname);
    socket.setTimeout(3_000, () => socket.destroy());
    socket.write(text);
    const chunks: Buffer[] = [];
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('error', () => undefined);
    await once(socket, 'close');
    return Buffer.concat(chunks).toString('utf8');
  };
  const rawHead = (path: string, extra: Readonly<Record<string, string>> = {}, method = 'GET') => {
    const headers = {
      host: 'x',
      connection: 'close',
      ...signedHeaders(fixture, { method, path: '/orders/list' }),
      ...extra,
    };
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
    return `${method} ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`;
  };

  it('the gateway accepts one spelling of each address', async () => {
    const id = fixture.appId;
    for (const path of [
      `/open/${id}/../${id}/orders/list`,
      `/open/${id}/orders%2flist`,
      `/open/${id}%2forders/list`,
      `/open/${id}//orders/list`,
      `/open//${id}/orders/list`,
      `/open/%2e%2e/${id}/orders/list`,
      `/open/0${id}/orders/list`,
      `/open/${id}/orders/list/`,
      `/open/${id};x/orders/list`,
      `/open/${id}/./orders/list`,
      `/open/..%5c..%5cadmin/news/index`,
      `/open/${id}/orders/list%00`,
    ]) {
      const [status = ''] = (await sendRaw(rawHead(path))).split('\r\n');
      expect([path, status.replace(/^HTTP\/1.1 (\d+).*/, '$1')]).toEqual([path, expect.stringMatching(/^40[014]$/)]);
    }
    expect(upstream.received).toEqual([]);
    expect(await sendRaw(rawHead(`/open/${id}/orders/list`))).toMatch(/^HTTP\/1.1 200/);
  });

  it('forwards no smuggled request and no header of a hop', async () => {
    const path = `/open/${fixture.appId}/orders/list`;
    const conflictingHeaders = { 'content-length': '5', 'transfer-encoding': 'chunked' };
    expect(await sendRaw(`${rawHead(path, conflictingHeaders, 'POST')}0\r\n\r\nGET /admin HTTP/1.1\r\n\r\n`)).toMatch(
      /^HTTP\/1.1 400/,
    );
    expect(await sendRaw(rawHead(path, { 'transfer-encoding': 'chunked, identity' }, 'POST'))).toMatch(
      /^HTTP\/1.1 400/,
    );
    expect(await sendRaw(rawHead(path, { 'x-a': 'b\r\n c: d' }))).toMatch(/^HTTP\/1.1 [24]00/);
    upstream.received.length = 0;
    await sendRaw(
      rawHead(path, {
        connection: 'close, x-secret',
        'x-secret': '1',
        te: 'trailers',
        'keep-alive': 'timeout=5',
        cookie: 'a=b',
        authorization: 'Bearer ba_k_1.x',
        'x-forwarded-for': '1.2.3.4',
        'x-open-admin': '1',
        'proxy-authorization': 'x',
      }),
    );
    const names = Object.keys(upstream.received[0]?.headers ?? {});
    expect(names).toEqual(expect.arrayContaining(['host', 'x-request-id', 'x-forwarded-for']));
    for (const name of [
      'x-secret',
      'te',
      'keep-alive',
      'cookie',
      'authorization',
      'x-open-admin',
      'proxy-authorization',
    ])
      expect(names).not.toContain(name);
    expect(upstream.received[0]?.headers['x-forwarded-for']).toBe('127.0.0.1');
    expect(upstream.received[0]?.headers.host).toBe(upstream.host);
  });

  it('refuses a body that is too large or compressed, and reads none of a caller without a key', async () => {
    const large = 'x'.repeat(LIMITS.gatewayBodyBytes + 1);
    expect((await call({ method: 'POST', body: large })).status).toBe(413);
    expect((await call({ method: 'POST', body: '{}', headers: { 'content-encoding': 'gzip' } })).status).toBe(415);
    const stranger = { ...fixture, key: 'app_other' };
    expect((await call({ method: 'POST', body: large }, stranger)).status).toBe(401);
    expect(upstream.received).toEqual([]);
  });

  // @covers fault open.forbidden_upstream
  // @covers fault open.no_upstream
  it('calls no private address', async () => {
    const { port } = new URL(upstream.url);
    const other = await createGatewayFixture(root, testServer);
    await other.addInterface({ url: '/orders/list' });
    expect((await call({}, other)).msg).toBe('This app has no upstream.');
    for (const url of [
      `http://127.0.0.1:1/`,
      `http://localhost:${port}/`,
      `http://[::1]:${port}/`,
      `http://[::ffff:127.0.0.1]:${port}/`,
      `http://[::ffff:7f00:1]:${port}/`,
      `http://2130706433:${port}/`,
      `http://0x7f.1:1/`,
      `http://0.0.0.0:${port}/`,
      'http://169.254.169.254/latest/meta-data',
      'http://10.0.0.1/',
      'http://[fd00::1]/',
      'http://[64:ff9b::7f00:1]/',
      'http://user:pass@127.0.0.1/',
    ]) {
      const saved = await root.post('/admin/app/edit', { id: other.appId, upstream_url: url });
      const { host, username } = new URL(url);
      const isAllowed = host === upstream.host && username === '';
      const issue = username === '' ? PRIVATE : 'Enter a valid URL starting with http:// or https://';
      expect([url, saved.code, saved.data.fields]).toEqual([
        url,
        ...(isAllowed ? [1, undefined] : [0, { upstream_url: issue }]),
      ]);
      // A row of an older version, or a name that leads there later.
      await testServer.services.db.transact((tx) =>
        tx.run('UPDATE `app` SET upstream_url = ? WHERE id = ?', [url, other.appId]),
      );
      testServer.gateway.onCommittedChanges(undefined);
      const { status, msg } = await call({}, other);
      expect([url, status, msg]).toEqual([
        url,
        ...(isAllowed ? [200, ''] : [502, 'The gateway isn’t allowed to call this app’s upstream.']),
      ]);
    }
    for (const url of ['file:///etc/passwd', 'gopher://127.0.0.1/', 'http://'])
      expect((await root.post('/admin/app/edit', { id: other.appId, upstream_url: url })).code).toBe(0);
  });

  // @covers fault open.redirected
  it('follows no redirect', async () => {
    const secret = createServer((_request, response) => response.end('secret'));
    secret.listen(0, '127.0.0.1');
    await once(secret, 'listening');
    const { port } = secret.address() as AddressInfo; // it listens on a port
    for (const status of [301, 302, 303, 307, 308]) {
      upstream.respond = (_call, response) =>
        response.writeHead(status, { location: `http://127.0.0.1:${port}/` }).end();
      const answer = await call();
      expect([answer.status, answer.headers.get('location')]).toEqual([502, null]);
      expect(answer.text).not.toContain('secret');
    }
    secret.close();
  });

  // @covers fault open.upstream_timeout
  // @covers fault open.upstream_failed
  it('ends slow and broken responses, and repeats only calls that change nothing', async () => {
    upstream.respond = () => undefined;
    const startedAt = Date.now();
    const slow = await call({ method: 'POST', body: '{}' });
    expect([slow.status, slow.msg]).toEqual([504, 'The upstream didn’t respond in time.']);
    expect(Date.now() - startedAt).toBeLessThan(2_000);
    expect(upstream.received).toHaveLength(1);
    let attempts = 0;
    upstream.respond = (_call, response) => {
      attempts += 1;
      if (attempts === 1) response.destroy();
      else response.end('second');
    };
    expect((await call()).text).toBe('second');
    attempts = 0;
    expect((await call({ method: 'POST', body: '{}' })).msg).toBe('The upstream didn’t respond.');
    upstream.respond = (_call, response) => {
      response.writeHead(200, { 'content-length': '10' });
      response.write('half');
      setTimeout(() => response.destroy(), 20);
    };
    expect((await call({ method: 'POST', body: '{}' })).status).toBe(502);
    upstream.respond = (_call, response) => {
      response.write('a');
      setInterval(() => response.write('a'), 100).unref();
    };
    expect((await call({ method: 'POST', body: '{}' })).status).toBe(504);
  });

  // @covers fault open.answer_too_large
  it('ends a response that is too large', async () => {
    upstream.respond = (_call, response) => {
      response.on('error', () => undefined);
      const chunk = Buffer.alloc(1024 * 1024, 'x');
      for (let at = 0; at <= LIMITS.gatewayResponseBytes / chunk.length; at += 1) response.write(chunk);
      response.end();
    };
    const other = await createGatewayFixture(root, testServer, { upstream_url: upstream.url });
    await other.addInterface({ url: '/orders/list' });
    expect((await call({}, other)).msg).toContain(String(LIMITS.gatewayResponseBytes));
  });

  // @covers fault open.upstream_broken
  it('stops calling a broken upstream, and tries again after a while', async () => {
    const other = await createGatewayFixture(root, testServer, { upstream_url: upstream.url, upstream_retries: 0 });
    await other.addInterface({ url: '/orders/list' });
    upstream.respond = (_call, response) => response.writeHead(503).end();
    for (let at = 0; at < 5; at += 1) expect((await call({}, other)).status).toBe(503);
    expect(upstream.received).toHaveLength(5);
    const broken = await call({}, other);
    expect([broken.status, broken.msg]).toEqual([503, expect.stringContaining('failed repeatedly')]);
    expect(upstream.received).toHaveLength(5);
    upstream.respond = undefined;
    testServer.advanceClock(11_000);
    expect((await call({ time: Math.floor(Date.now() / 1000) + 11 }, other)).status).toBe(200);
    expect((await call({}, other)).status).toBe(200);
  });
});
