/** `/docs/api` alone is enough to write an outside program, and the console can try out an interface. */
import { execFile } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { limitedAdmin, member, superAdmin, type Caller } from '../../testing/callers';
import { startUpstreamServer, type UpstreamServer } from '../../testing/fakes/upstreamServer';
import { createGatewayFixture, type GatewayFixture } from '../../testing/gatewayFixture';
import { sampleDialects } from '../../testing/sampleDialects';
import { startTestServer, type TestServer } from '../../testing/testServer';

const NAVIGATE = { accept: 'text/html', 'sec-fetch-mode': 'navigate' };
const unescape = (html: string) =>
  html.replace(/&#(\d+);/g, (_whole, code: string) => String.fromCharCode(Number(code)));

describe.each(sampleDialects())('documents and try-out of interfaces on %s', (database) => {
  let testServer: TestServer;
  let root: Caller;
  let upstream: UpstreamServer;
  let fixture: GatewayFixture;
  beforeAll(async () => {
    upstream = await startUpstreamServer();
    testServer = await startTestServer({ database, env: { PRIVATE_HOSTS: upstream.host } });
    root = await superAdmin(testServer);
    fixture = await createGatewayFixture(root, testServer, { upstream_url: upstream.url });
  });
  afterAll(async () => {
    await testServer.close();
    await upstream.close();
  });

  const chapter = async (lang: string) => {
    const response = await fetch(`${testServer.url}/docs/api?lang=${lang}`, { headers: NAVIGATE });
    const html = await response.text();
    const getPart = (id: string) => unescape(new RegExp(`<pre id="${id}">([^<]*)</pre>`).exec(html)?.[1] ?? '');
    return { html, text: getPart('open-text'), signature: getPart('open-signature'), program: getPart('open-program') };
  };

  it('a program that follows the documentation page gets its responses', async () => {
    const params = [{ name: 'page', kind: 'integer', required: true }];
    await fixture.addInterface({ url: '/orders/list', definition: { is_test: 0, method: 2, params } });
    await fixture.addInterface({ url: '/orders/add', definition: { is_test: 0, method: 1, api_class: 'Order/add' } });
    await fixture.addInterface({ url: '/orders/try', definition: { is_test: 1, method: 1, api_class: 'Order/try' } });
    const { program } = await chapter('en');
    expect(program.split('\n').length).toBeLessThanOrEqual(22);
    const folder = mkdtempSync(join(tmpdir(), 'atrium-program-'));
    const file = join(folder, 'call.mjs');
    writeFileSync(file, program);
    const { appId, key, secret } = fixture;
    const env = { PATH: process.env['PATH'], ORIGIN: testServer.url, APP: String(appId), KEY: key, SECRET: secret };
    const run = async (...args: readonly string[]) => runWith({}, ...args);
    const runWith = async (more: Readonly<Record<string, string>>, ...args: readonly string[]) =>
      (await promisify(execFile)(process.execPath, [file, ...args], { env: { ...env, ...more } })).stdout.trim();
    const listed = await run('GET', '/orders/list', 'page=2');
    expect(listed).toBe('200 {"code":1,"data":{"method":"GET","url":"/Order/list?page=2","body":""}}');
    expect(await run('GET', '/orders/list', "page=x&who=O'Neil (é)*!")).toMatch(/^422 .*whole number/);
    expect(await run('POST', '/orders/add', '', '{"n":1}')).toMatch(/^200 .*"body":"\{\\"n\\":1\}"/);
    expect(await run('GET', '/orders/none')).toMatch(/^404 /);
    expect(await run('POST', '/orders/try', '', '{}')).toMatch(/^403 .*only answers test calls/);
    expect(await runWith({ TEST: '1' }, 'POST', '/orders/try', '', '{}')).toMatch(/^200 /);
    rmSync(folder, { recursive: true });
  });

  it.each(['en', 'zh-cn'])('the worked example in %s is right, and every step is written', async (lang) => {
    const { html, text, signature } = await chapter(lang);
    expect(text.split('\n')).toHaveLength(8);
    expect(createHmac('sha256', 'example-secret').update(text).digest('hex')).toBe(signature);
    const [open = ''] = html.split('<section id="webhooks">', 1);
    expect(open.match(/<li>/g)).toHaveLength(10);
    expect(html).not.toMatch(/pages\.(?:open|webhooks)|\{\{/);
    expect(unescape(html)).toContain('x-open-signature');
  });

  it('lists the online interfaces for readers with the permission', async () => {
    const { data: _data, text } = await root.get('/openapi.json');
    const document = JSON.parse(text) as { readonly 'x-open-interfaces': readonly Record<string, unknown>[] };
    expect(document['x-open-interfaces']).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          address: `/open/${fixture.appId}/orders/list`,
          isSigned: true,
          methods: ['GET', 'HEAD'],
        }),
      ]),
    );
    const clerk = await limitedAdmin(testServer, ['app/index'], 'all');
    expect((JSON.parse((await clerk.get('/openapi.json')).text) as typeof document)['x-open-interfaces']).toEqual([]);
  });

  it('try-out: sends a signed call and shows request, text and response', async () => {
    const { id } = await fixture.addInterface({ url: '/try', route: { item: 'admin', is_login: 1, is_auth: 1 } });
    const { code, data } = await root.post('/admin/app_plugin_version_api/call', {
      id,
      method: 'GET',
      query: 'b=2&a=1',
    });
    expect(code).toBe(1);
    expect(data.request).toMatchObject({ method: 'GET', path: `/open/${fixture.appId}/try`, query: 'a=1&b=2' });
    expect(data.canonical.split('\n').slice(0, 4)).toEqual([
      'ATRIUM-HMAC-SHA256',
      'GET',
      `/open/${fixture.appId}/try`,
      'a=1&b=2',
    ]);
    expect(createHmac('sha256', fixture.secret).update(String(data.canonical)).digest('hex')).toBe(
      data.request.headers['x-open-signature'],
    );
    expect(data.answer).toMatchObject({ status: 200, body: expect.stringContaining('"url":"/try?a=1&b=2"') });
    expect(upstream.received.at(-1)?.headers).toMatchObject({ 'x-open-admin': String(root.id) });
    expect(JSON.stringify(data)).not.toContain(root.token);
    const refused = await root.post('/admin/app_plugin_version_api/call', { id, method: 'GET', isTest: true });
    expect(refused.data.answer).toMatchObject({
      status: 403,
      body: expect.stringContaining('doesn’t answer test calls'),
    });
  });

  it('try-out: needs the node, and a member interface the token of a member', async () => {
    const { id } = await fixture.addInterface({ url: '/mine', route: { item: 'api', is_login: 1 } });
    const clerk = await limitedAdmin(testServer, ['app_plugin_version_api/index'], 'all');
    const body = { id, method: 'GET' };
    expect((await clerk.post('/admin/app_plugin_version_api/call', body)).code).toBe(403);
    expect((await root.post('/admin/app_plugin_version_api/call', body)).data.answer.status).toBe(401);
    const { token: memberToken } = await member(testServer);
    expect((await root.post('/admin/app_plugin_version_api/call', { ...body, memberToken })).data.answer.status).toBe(
      200,
    );
  });

  // @spec P3-028
  // @spec P3-029
  // @spec P3-053
  // @spec P3-195
  it('service, upstream and route ids name what the gateway has', async () => {
    const { routeId } = await fixture.addInterface({ url: '/named' });
    const { data } = await root.get('/admin/app/gateway', { id: String(fixture.appId) });
    const { row } = (await root.get('/admin/app/edit', { id: String(fixture.appId) })).data;
    expect(data.service.id).toMatch(/^service_/);
    expect([data.service.id, data.upstream.id]).toEqual([row.service_id, row.upstream_id]);
    expect(data.upstream).toMatchObject({ state: 'closed', url: upstream.url });
    expect(data.state).toBe('online');
    expect(data.routes.map((route: { id: string }) => route.id)).toContain(routeId);
    const clerk = await limitedAdmin(testServer, ['app/index', 'app_plugin_version_api/index'], 'all');
    expect((await clerk.get('/admin/app/gateway', { id: String(fixture.appId) })).data.upstream.url).toBeUndefined();
    const blind = await limitedAdmin(testServer, ['app/index'], 'all');
    expect((await blind.get('/admin/app/gateway', { id: String(fixture.appId) })).data.routes).toEqual([]);
  });

  it('the state of an app that the gateway does not serve is offline; an app that does not exist is missing', async () => {
    const state = async () => (await root.get('/admin/app/gateway', { id: String(fixture.appId) })).data;
    const parents = [
      ['app', fixture.appId],
      ['enterprise', fixture.companyId],
    ] as const;
    for (const [entity, id] of parents) {
      expect((await root.post(`/admin/${entity}/edit`, { id, status: 0 })).code).toBe(1);
      expect(await state()).toMatchObject({ state: 'offline', service: null, upstream: null, routes: [] });
      expect((await root.post(`/admin/${entity}/edit`, { id, status: 1 })).code).toBe(1);
      expect((await state()).state).toBe('online');
    }
    expect((await root.get('/admin/app/gateway', { id: '999999' })).status).toBe(404);
  });
});
