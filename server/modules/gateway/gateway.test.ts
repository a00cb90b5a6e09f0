/** The gateway: signed calls of an app reach its online interfaces, and each stored option has its effect. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { limitedAdmin, member, sendRequest, superAdmin, type Caller } from '../../testing/callers';
import { startUpstreamServer, type UpstreamServer } from '../../testing/fakes/upstreamServer';
import { callGateway } from '../../testing/gatewayCaller';
import type { GatewayCallRequest } from '../../testing/signedHeaders';
import { createGatewayFixture, type InterfaceValues, type GatewayFixture } from '../../testing/gatewayFixture';
import { sampleDialects } from '../../testing/sampleDialects';
import { startTestServer, type TestServer } from '../../testing/testServer';

describe.each(sampleDialects())('the gateway on %s', (database) => {
  let testServer: TestServer;
  let root: Caller;
  let upstream: UpstreamServer;
  let fixture: GatewayFixture;
  beforeAll(async () => {
    upstream = await startUpstreamServer();
    testServer = await startTestServer({ database, env: { PRIVATE_HOSTS: upstream.host } });
    root = await superAdmin(testServer);
    fixture = await createGatewayFixture(root, testServer, { upstream_url: `${upstream.url}/base/` });
  });
  beforeEach(() => {
    upstream.received.length = 0;
    upstream.respond = undefined;
  });
  afterAll(async () => {
    await testServer.close();
    await upstream.close();
  });

  let paths = 0;
  const nextPath = () => `/orders/path${(paths += 1)}`;
  const call = (request: GatewayCallRequest, of = fixture) => callGateway(testServer.url, of, request);
  const add = async (values: Omit<InterfaceValues, 'url'> = {}) => {
    const url = nextPath();
    return { path: url, ...(await fixture.addInterface({ url, ...values })) };
  };
  const edit = (entity: string, id: number, changes: object) => root.post(`/admin/${entity}/edit`, { id, ...changes });

  // @spec P3-016
  // @spec P3-017
  // @spec P3-048
  // @spec P3-190
  it('forwards a signed call to the upstream and returns its response', async () => {
    const { path, routeId } = await add();
    upstream.respond = (_call, response) => {
      response.writeHead(201, { 'content-type': 'text/plain', 'set-cookie': 'a=b', 'x-total-count': '7', etag: '"1"' });
      response.end('made');
    };
    const response = await call({ method: 'POST', path, query: 'a=1&b=x%20y', body: '{"n":1}' });
    expect([response.status, response.text]).toEqual([201, 'made']);
    expect(response.headers.get('x-total-count')).toBe('7');
    expect(response.headers.get('set-cookie')).toBeNull();
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    const [received] = upstream.received;
    expect(received).toMatchObject({ method: 'POST', url: `/base${path}?a=1&b=x%20y`, body: '{"n":1}' });
    expect(received?.headers).toMatchObject({ 'x-open-app': String(fixture.appId), 'x-open-route': routeId });
    expect(
      Object.keys(received?.headers ?? {}).filter((name) => /^x-open-(key|signature|nonce|time)$/.test(name)),
    ).toEqual([]);
  });

  it('sends the headers of data and the request id with every response, forwarded or refused', async () => {
    const { path } = await add();
    const names = [
      'x-request-id',
      'cache-control',
      'content-security-policy',
      'x-content-type-options',
      'x-frame-options',
    ];
    const [forwarded, refused] = [await call({ path }), await call({ path, headers: { 'x-open-nonce': '' } })];
    expect([forwarded.status, refused.status]).toEqual([200, 401]);
    for (const name of names.slice(1)) {
      expect([name, forwarded.headers.get(name)]).toEqual([name, expect.stringMatching(/./)]);
      expect(refused.headers.get(name)).toBe(forwarded.headers.get(name));
    }
    for (const { headers } of [forwarded, refused]) expect(headers.get('x-request-id')).toMatch(/^[0-9a-f]{32}$/);
    const received = upstream.received[0]?.headers['x-request-id'];
    expect(received).toBe(forwarded.headers.get('x-request-id'));
  });

  it('signs the sorted query: the order of the address does not matter', async () => {
    const { path } = await add();
    const response = await call({ path, query: 'b=2&a=%E6%B8%AF&a-b=1', signedQuery: 'a-b=1&a=%E6%B8%AF&b=2' });
    expect(response.status).toBe(200);
    expect(upstream.received[0]?.url).toBe(`/base${path}?a-b=1&a=%E6%B8%AF&b=2`);
  });

  // @covers fault open.signature
  it.each([
    ['another body', { method: 'POST', body: '{"n":2}', signedBody: '{"n":1}' }],
    ['another query', { query: 'a=2', signedQuery: 'a=1' }],
    ['another method', { method: 'POST', signedMethod: 'GET' }],
    ['another path', { signedPath: '/open/1/other' }],
    ['another environment', { headers: { 'x-open-signature': 'f'.repeat(64) } }],
    ['no nonce', { headers: { 'x-open-nonce': '' } }],
  ])('refuses a signature of %s', async (_what, request) => {
    const { path } = await add();
    const response = await call({ path, ...request });
    expect([response.status, response.code, response.msg]).toEqual([401, 401, 'The signature is missing or wrong.']);
    expect(upstream.received).toEqual([]);
  });

  // @covers fault open.time
  it.each([-301, 301])('refuses a call whose clock is off by %s seconds', async (seconds) => {
    const { path } = await add();
    const now = Math.floor(Date.now() / 1000);
    expect((await call({ path, time: now + seconds - Math.sign(seconds) * 20 })).status).toBe(200);
    const response = await call({ path, time: now + seconds + Math.sign(seconds) * 20 });
    expect([response.status, response.msg]).toEqual([401, expect.stringContaining('by more than 5 minutes')]);
  });

  // @covers fault open.replayed
  it('refuses a nonce that was used before, also in simultaneous calls', async () => {
    const { path } = await add();
    const request = { path, nonce: 'nonce-of-one-call', time: Math.floor(Date.now() / 1000) };
    const responses = await Promise.all([1, 2, 3, 4].map(() => call(request)));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401]);
    expect((await call(request)).msg).toBe('This nonce was already used.');
    expect(upstream.received).toHaveLength(1);
  });

  // @covers fault open.key
  it('gives the same error for the key of another app and for an unknown app', async () => {
    const { path } = await add();
    const other = await createGatewayFixture(root, testServer);
    for (const credentials of [
      { ...fixture, key: other.key, secret: other.secret },
      { ...other, appId: 999_999 },
      { ...fixture, key: `${fixture.key}x` },
    ])
      expect((await call({ path }, { ...fixture, ...credentials })).msg).toBe('The app or its key is unknown.');
    expect((await call({ path }, { ...fixture, secret: other.secret })).status).toBe(401);
    const german = await sendRequest(`${testServer.url}/open/999999/x`, { headers: { 'think-lang': 'zh-cn' } });
    expect([german.status, german.msg]).toEqual([401, '应用或应用标识不存在。']);
  });

  // @covers fault open.missing
  // @spec P3-054
  // @spec P3-196
  it('reaches exactly the interfaces that are online', async () => {
    const { path, id, versionApiId } = await add();
    const status = async () => (await call({ path })).status;
    expect(await status()).toBe(200);
    await edit('app_plugin_version_api', id, { route_status: 0 });
    expect(await status()).toBe(404);
    await edit('app_plugin_version_api', id, { route_status: 1 });
    expect(await status()).toBe(200);
    await edit('plugin_version_api', versionApiId, { route_status: 0 });
    expect(await status()).toBe(404);
    await edit('plugin_version_api', versionApiId, { route_status: 1 });
    expect(await status()).toBe(200);
    await root.post('/admin/app_plugin_version_api/del', { ids: [id] });
    expect((await call({ path })).msg).toBe('This app has no such API online.');
  });

  it('refuses a disabled app', async () => {
    const other = await createGatewayFixture(root, testServer, { upstream_url: upstream.url });
    await other.addInterface({ url: '/one' });
    expect((await call({ path: '/one' }, other)).status).toBe(200);
    await edit('app', other.appId, { status: 0 });
    expect((await call({ path: '/one' }, other)).status).toBe(401);
  });

  // @spec P3-134
  // @spec P3-135
  // @spec P3-143
  it('responds under the hash of its definition; an encrypted hash is the only address', async () => {
    const normal = await add({ definition: { is_test: 0, method: 0, api_class: 'Order/list' } });
    const hidden = await add({ definition: { is_test: 0, method: 0, hash_type: 2, api_class: 'Order/secret' } });
    expect((await call({ path: `/${normal.hash}` })).status).toBe(200);
    expect((await call({ path: normal.path })).status).toBe(200);
    expect(upstream.received.map(({ url }) => url)).toEqual(['/base/Order/list', '/base/Order/list']);
    expect((await call({ path: hidden.path })).status).toBe(404);
    expect((await call({ path: `/${hidden.hash}` })).status).toBe(200);
    expect(upstream.received.at(-1)?.url).toBe('/base/Order/secret');
    await edit('api_definition', normal.definitionId ?? 0, { status: 0 });
    expect((await call({ path: normal.path })).status).toBe(404);
  });

  // @spec P3-138
  it('accepts the methods of its definition', async () => {
    const post = await add({ definition: { is_test: 0, method: 1 } });
    const get = await add({ definition: { is_test: 0, method: 2 } });
    const any = await add({ definition: { is_test: 0, method: 0 } });
    const loadStatus = async (path: string, method: string) => (await call({ path, method })).status;
    expect([await loadStatus(post.path, 'POST'), await loadStatus(post.path, 'GET')]).toEqual([200, 405]);
    expect([await loadStatus(get.path, 'GET'), await loadStatus(get.path, 'POST')]).toEqual([200, 405]);
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])
      expect(await loadStatus(any.path, method)).toBe(200);
    const refused = await call({ path: post.path, method: 'PURGE' });
    expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'POST']);
  });

  // @spec P3-136
  it('simple authentication requires only the key, complex authentication a signature', async () => {
    const simple = await add({ definition: { is_test: 0, method: 0, access_token: 0 } });
    const complex = await add({ definition: { is_test: 0, method: 0, access_token: 1 } });
    const program = await add({ definition: { is_test: 0, method: 0, access_token: 0 }, route: { is_login: 1 } });
    const withKey = (path: string, key = fixture.key) =>
      sendRequest(`${testServer.url}/open/${fixture.appId}${path}`, { headers: { 'x-open-key': key } });
    expect((await withKey(simple.path)).status).toBe(200);
    expect((await withKey(simple.path, 'app_wrong')).status).toBe(401);
    expect((await withKey(complex.path)).status).toBe(401);
    expect((await withKey(program.path)).status).toBe(401);
    expect((await call({ path: program.path })).status).toBe(200);
  });

  // @covers fault open.test_only
  // @covers fault open.production_only
  // @spec P3-140
  // @spec P3-141
  it('test interfaces serve test calls only, with the example as inert text', async () => {
    const html = await add({ definition: { is_test: 1, method: 0, return_str: '<script>alert(1)</script>' } });
    const json = await add({ definition: { is_test: 1, method: 0, return_str: '{"code":1,"data":5}' } });
    const silent = await add({ definition: { is_test: 1, method: 0, return_str: '' } });
    const production = await add({ definition: { is_test: 0, method: 0, return_str: '{"code":1}' } });
    const text = await call({ path: html.path, isTest: true });
    expect([text.status, text.text]).toEqual([200, '<script>alert(1)</script>']);
    expect(text.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(text.headers.get('x-content-type-options')).toBe('nosniff');
    expect((await call({ path: json.path, isTest: true })).headers.get('content-type')).toContain('application/json');
    expect(upstream.received).toEqual([]);
    expect((await call({ path: html.path })).msg).toBe('This API only answers test calls.');
    const unsigned = await call({ path: html.path, headers: { 'x-open-signature': 'f'.repeat(64) } });
    expect(unsigned.msg).not.toBe('This API only answers test calls.');
    expect((await call({ path: production.path, isTest: true })).msg).toBe('This API doesn’t answer test calls.');
    expect((await call({ path: silent.path, isTest: true })).status).toBe(200);
    expect(upstream.received.map(({ headers }) => headers['x-open-test'])).toEqual(['1']);
    const stripped = await call({ path: html.path, isTest: true, headers: { 'x-open-test': '0' } });
    expect(stripped.status).toBe(401);
  });

  it('checks the parameters of the definition and names the fields', async () => {
    const params = [
      { name: 'page', kind: 'integer', required: true, min: 1, max: 100, info: 'Page' },
      { name: 'state', kind: 'string', choices: ['open', 'done'] },
    ];
    const get = await add({ definition: { is_test: 0, method: 2, params } });
    const post = await add({ definition: { is_test: 0, method: 1, params } });
    expect((await call({ path: get.path, query: 'page=3&state=open' })).status).toBe(200);
    const wrong = await call({ path: get.path, query: 'other=1&page=0&state=lost' });
    expect([wrong.status, wrong.code, Object.keys(wrong.data.fields)]).toEqual([422, 422, ['other', 'page', 'state']]);
    expect(wrong.data.fields.page).toBe('At least 1');
    expect((await call({ path: get.path })).data.fields).toHaveProperty('page');
    const send = (body: string) => call({ path: post.path, method: 'POST', body });
    expect((await send('{"page":5}')).status).toBe(200);
    expect((await send('{"page":"5"}')).data.fields).toHaveProperty('page');
    expect((await send('{"page":5')).status).toBe(400);
    expect((await send('{"__proto__":1,"page":5}')).status).toBe(400);
  });

  it('a definition keeps no malformed parameters', async () => {
    const values = { info: 'x', api_class: 'A/b' };
    for (const params of [
      {},
      'page',
      [{ name: '__proto__' }],
      [{ name: 'a' }, { name: 'a' }],
      [{ name: 'a', kind: 'x' }],
    ])
      expect((await root.post('/admin/api_definition/add', { ...values, params })).code).toBe(0);
  });

  // @covers fault open.login
  // @covers fault open.denied
  // @spec P3-050
  // @spec P3-051
  // @spec P3-052
  // @spec P3-192
  // @spec P3-193
  // @spec P3-194
  it('item, is_login and is_auth decide which person may call', async () => {
    const admin = await add({ route: { item: 'admin', is_login: 1, is_auth: 1 } });
    const own = await add({ route: { item: 'api', is_login: 1, is_auth: 1 } });
    const anyMember = await add({ route: { item: 'api', is_login: 1, is_auth: 0 } });
    const outsider = await member(testServer);
    const insider = await member(testServer);
    const staff = { uid: insider.id, company_id: fixture.companyId, nickname: 'Insider' };
    expect((await root.post('/admin/enterprise_staff/add', staff)).code).toBe(1);
    const clerk = await limitedAdmin(testServer, ['app/index'], 'all');
    const caller = await limitedAdmin(testServer, ['app_plugin_version_api/call'], 'all');
    const as = async (path: string, headers: Readonly<Record<string, string>>) =>
      (await call({ path, headers })).status;
    expect(await as(admin.path, {})).toBe(401);
    expect(await as(admin.path, { batoken: 'ba_a_forged' })).toBe(401);
    expect(await as(admin.path, { 'ba-user-token': outsider.token })).toBe(401);
    expect(await as(admin.path, { batoken: clerk.token })).toBe(403);
    expect(await as(admin.path, { batoken: caller.token })).toBe(200);
    expect(upstream.received.at(-1)?.headers).toMatchObject({ 'x-open-admin': String(caller.id) });
    expect(upstream.received.at(-1)?.headers['batoken']).toBeUndefined();
    expect(await as(anyMember.path, {})).toBe(401);
    expect(await as(anyMember.path, { batoken: caller.token })).toBe(401);
    expect(await as(anyMember.path, { 'ba-user-token': outsider.token })).toBe(200);
    expect(upstream.received.at(-1)?.headers).toMatchObject({ 'x-open-member': String(outsider.id) });
    expect(await as(own.path, { 'ba-user-token': outsider.token })).toBe(403);
    expect(await as(own.path, { 'ba-user-token': insider.token, 'x-open-member': '1' })).toBe(200);
    expect(upstream.received.at(-1)?.headers).toMatchObject({ 'x-open-member': String(insider.id) });
  });

  // @spec P3-142
  it('with is_auth the app needs the group of the definition', async () => {
    const other = await createGatewayFixture(root, testServer, { upstream_url: upstream.url, api_groups: ['sales'] });
    const definition = { is_test: 0, method: 0 };
    const route = { is_auth: 1 };
    await other.addInterface({ url: '/sales', route, definition: { ...definition, group_hash: 'sales' } });
    await other.addInterface({ url: '/stock', route, definition: { ...definition, group_hash: 'stock' } });
    await other.addInterface({ url: '/free', definition: { ...definition, group_hash: 'stock' } });
    const statuses = await Promise.all(
      ['/sales', '/stock', '/free'].map(async (path) => (await call({ path }, other)).status),
    );
    expect(statuses).toEqual([200, 403, 200]);
  });

  it('services of the private network call interfaces of the surface soa', async () => {
    const { path } = await add({ route: { item: 'soa', is_login: 1, is_auth: 1 } });
    expect((await call({ path })).status).toBe(200);
  });

  it('limits the calls per minute of an app', async () => {
    const other = await createGatewayFixture(root, testServer, { upstream_url: upstream.url, rate_limit: 3 });
    await other.addInterface({ url: '/one' });
    const responses = [];
    for (let at = 0; at < 5; at += 1) responses.push(await call({ path: '/one' }, other));
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 429, 429]);
    expect(Number(responses[3]?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await call({ path: (await add()).path })).status).toBe(200);
  });

  it('rotates its secret with two valid at once; a reset ends both', async () => {
    const other = await createGatewayFixture(root, testServer, { upstream_url: upstream.url });
    await other.addInterface({ url: '/one' });
    const show = async () => String((await root.post('/admin/app/show', { id: other.appId })).data.token);
    expect((await root.post('/admin/app/rotate_secret', { id: other.appId })).code).toBe(1);
    const second = { ...other, secret: await show() };
    expect(second.secret).not.toBe(other.secret);
    for (const credentials of [other, second]) expect((await call({ path: '/one' }, credentials)).status).toBe(200);
    await root.post('/admin/app/rotate_secret', { id: other.appId });
    const third = { ...other, secret: await show() };
    const statuses = await Promise.all(
      [other, second, third].map(async (one) => (await call({ path: '/one' }, one)).status),
    );
    expect(statuses).toEqual([401, 200, 200]);
    await root.post('/admin/app/reset_secret', { id: other.appId });
    const fourth = { ...other, secret: await show() };
    expect((await call({ path: '/one' }, second)).status).toBe(401);
    expect((await call({ path: '/one' }, third)).status).toBe(401);
    expect((await call({ path: '/one' }, fourth)).status).toBe(200);
  });

  it('logs each call, in batches, live for staff', async () => {
    const { path, routeId } = await add();
    await call({ path });
    await call({ path, time: 1_000_000_000 });
    await testServer.gateway.flush();
    const { list } = (await root.get('/admin/open_call/index', { quick_search: path })).data;
    expect(list.map((row: { status: number; fault: string }) => [row.status, row.fault])).toEqual([
      [401, 'open.time'],
      [200, null],
    ]);
    expect(list[0]).toMatchObject({
      app_id: expect.anything(),
      route_id: routeId,
      path: `/open/${fixture.appId}${path}`,
    });
  });

  it('no definition or interface adds a route to the product', async () => {
    const before = testServer.routes.routes().length;
    for (const item of ['admin', 'api', 'third', 'soa'])
      for (const token of [0, 1])
        await fixture.addInterface({
          url: `/admin/news/${item}${token}`,
          route: { item },
          definition: { access_token: token },
        });
    expect(testServer.routes.routes()).toHaveLength(before);
    expect((await root.get('/admin/news/third0')).status).toBe(404);
  });
});
