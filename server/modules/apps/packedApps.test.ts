/** Packaging from the screen of an app: the packed app runs at its address and talks to the installation, until it is stopped. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { limitedAdmin, sendRequest, superAdmin, type Caller } from '../../testing/callers';
import { createGatewayFixture, type GatewayFixture } from '../../testing/gatewayFixture';
import { listTasks, waitForValue } from '../../testing/terminalHarness';
import { sampleDialects } from '../../testing/sampleDialects';
import { startTestServer, type TestServer } from '../../testing/testServer';

const STATUS = { notPackaged: 0, packaging: 1, running: 2, failed: 3 };

describe.each(sampleDialects())('packed apps on %s', (database) => {
  let testServer: TestServer;
  let root: Caller;
  let fixture: GatewayFixture;
  beforeAll(async () => {
    testServer = await startTestServer({ database });
    root = await superAdmin(testServer);
    fixture = await createGatewayFixture(root, testServer, {
      ...{ title: 'Harbour <Board>', title_en: 'Board of the harbour', info: 'Ships & piers', info_en: 'Ships' },
    });
    const definition = { access_token: 0, is_test: 1, method: 2, return_str: '{"code":1,"data":{"percent":60}}' };
    await fixture.addInterface({ url: '/progress', definition });
    await fixture.addInterface({ url: '/secret', definition: { ...definition, access_token: 1 } });
  });
  afterAll(() => testServer.close());

  const row = async () => (await root.get('/admin/app/edit', { id: String(fixture.appId) })).data.row;
  const get = (path: string, options = {}) => sendRequest(`${testServer.url}/apps/${fixture.appId}${path}`, options);
  const packages = () => {
    const folder = join(testServer.env.dataDir, 'packages', `app-${fixture.appId}`);
    return existsSync(folder) ? readdirSync(folder) : [];
  };
  const packageApp = async (caller = root) => {
    const response = await caller.post('/admin/app/package', { id: fixture.appId });
    expect([response.code, response.msg]).toEqual([1, 'Packaging has started.']);
    await waitForValue(async () => ((await row()).container_id === response.data.task ? true : undefined), 60_000);
    return String(response.data.task);
  };

  it('an app that was never packaged has no page and cannot be stopped', async () => {
    const page = await get('/', { headers: { 'accept-language': 'en' } });
    expect([page.status, page.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
    expect(page.text).toContain('This app isn’t running');
    expect((await root.post('/admin/app/stop', { id: fixture.appId })).msg).toBe('This app is not running.');
  });

  // @spec P2-055
  // @spec P3-026
  // @spec P3-027
  // @spec P3-031
  // @spec P4-041
  it('runs after its packaging, started by a person who has the permission for the app', async () => {
    const clerk = await limitedAdmin(testServer, ['app/index', 'app/package'], 'all');
    const outsider = await limitedAdmin(testServer, ['app/index', 'app/edit'], 'all');
    expect((await outsider.post('/admin/app/package', { id: fixture.appId })).code).toBe(403);
    const container = await packageApp(clerk);
    expect(await row()).toMatchObject({
      running_status: STATUS.running,
      container_name: `app-${fixture.appId}`,
      container_id: container,
      install_time: expect.any(Number),
    });
    expect(packages()).toEqual([container]);
    const [task] = (await listTasks(root)).filter(({ uuid }) => uuid === container);
    expect(task).toMatchObject({ command: 'app.package', exit_code: 0 });
    const page = await get('/');
    expect([page.status, page.text.includes('<title>Harbour &#60;Board&#62;</title>')]).toEqual([200, true]);
    expect(page.headers.get('content-security-policy')).toContain("script-src 'self'");
    expect(page.headers.get('x-content-type-options')).toBe('nosniff');
    expect((await get('', { redirect: 'manual' })).headers.get('location')).toBe(`/apps/${fixture.appId}/`);
    const etag = page.headers.get('etag') ?? '';
    expect((await get('/', { headers: { 'if-none-match': etag } })).status).toBe(304);
    expect((await get('/', { method: 'POST' })).status).toBe(405);
  });

  it('a packed app has what a browser needs to call the interfaces with simple authentication, and nothing else', async () => {
    const { headers, text } = await get('/data.json');
    expect(headers.get('content-type')).toContain('application/json');
    const data = JSON.parse(text);
    expect(data).toMatchObject({
      id: fixture.appId,
      title: 'Harbour <Board>',
      title_en: 'Board of the harbour',
      info: 'Ships & piers',
      info_en: 'Ships',
      key: fixture.key,
    });
    expect(data.interfaces).toEqual([
      { name: 'Interface', info: '/progress', path: '/progress', method: 'GET', isTest: true, parameters: [] },
    ]);
    expect(text).not.toContain(fixture.secret);
    const [{ path }] = data.interfaces;
    const call = await sendRequest(`${testServer.url}/open/${data.id}${path}`, {
      headers: { 'x-open-key': data.key, 'x-open-test': '1' },
    });
    expect([call.status, call.data]).toEqual([200, { percent: 60 }]);
    const script = await get('/app.js');
    expect(script.headers.get('content-type')).toContain('text/javascript');
    expect(script.text).not.toMatch(/innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\(/);
  });

  it.each([
    '/app.json',
    '/manifest.json',
    '/../app-1.zip',
    '/..%2fmanifest.json',
    '/%2e%2e/x',
    '/web/index.html',
    '/a/b',
  ])('serves no other file: %s', async (path) => {
    expect((await get(path)).status).toBe(404);
  });

  it('follows the app: disabled it is closed, packaged again it has the new data', async () => {
    const before = String((await row()).container_id);
    await root.post('/admin/app/edit', { id: fixture.appId, status: 0 });
    expect((await get('/')).status).toBe(404);
    await root.post('/admin/app/edit', { id: fixture.appId, status: 1, title: 'Harbour Two' });
    expect((await get('/')).text).toContain('Harbour &#60;Board&#62;');
    const container = await packageApp();
    expect(container).not.toBe(before);
    expect((await get('/')).text).toContain('<title>Harbour Two</title>');
    await waitForValue(() => (packages().length === 1 ? true : undefined));
    expect(packages()).toEqual([container]);
  });

  it('a packaging that fails keeps the earlier package running, and the container names it', async () => {
    const { container_id: before } = await row();
    const picture = '/storage/lost.webp';
    await testServer.services.db.transact((tx) =>
      tx.run('UPDATE `app` SET content = ? WHERE id = ?', [`<img src="${picture}">`, fixture.appId]),
    );
    await root.post('/admin/app/package', { id: fixture.appId });
    await waitForValue(async () => ((await row()).running_status === STATUS.failed ? true : undefined), 60_000);
    expect((await row()).container_id).toBe(before);
    expect((await get('/')).status).toBe(200);
    await testServer.services.db.transact((tx) =>
      tx.run('UPDATE `app` SET content = NULL WHERE id = ?', [fixture.appId]),
    );
  });

  it('stops: no page, no package, and nothing in the columns of the container', async () => {
    const { service_id: service } = await row();
    const response = await root.post('/admin/app/stop', { id: fixture.appId });
    expect([response.code, response.msg]).toEqual([1, 'Stop app: done']);
    expect(await row()).toMatchObject({
      running_status: STATUS.notPackaged,
      container_name: null,
      container_id: null,
      install_time: null,
      service_id: service,
    });
    expect((await get('/')).status).toBe(404);
    await waitForValue(() => (packages().length === 0 ? true : undefined));
    expect((await root.get('/admin/terminal/archive', { id: String(fixture.appId) })).status).toBe(404);
    await packageApp();
    expect((await get('/')).status).toBe(200);
  });

  it('packages nothing while the terminal is turned off', async () => {
    const closed = await startTestServer({ database, env: { TERMINAL: '0' } });
    const admin = await superAdmin(closed);
    const { appId } = await createGatewayFixture(admin, closed);
    expect((await admin.post('/admin/app/package', { id: appId })).msg).toContain('turned off on this server');
    expect((await admin.get('/admin/app/edit', { id: String(appId) })).data.row.running_status).toBe(0);
    await closed.close();
  });
});
