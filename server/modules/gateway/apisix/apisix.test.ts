/** The driver of Apache APISIX against a stand-in for its Admin API, which checks references as the real one does but forwards no calls. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { superAdmin, type Caller } from '../../../testing/callers';
import { startApisixAdmin, type ApisixAdmin } from '../../../testing/fakes/apisixAdmin';
import { createGatewayFixture, type GatewayFixture } from '../../../testing/gatewayFixture';
import { waitForValue } from '../../../testing/terminalHarness';
import { sampleDialects } from '../../../testing/sampleDialects';
import { startTestServer, type TestServer } from '../../../testing/testServer';
import { isOwnObject } from './apisixObjects';
import { printApisixYaml } from './printApisixYaml';
import { loadApisixObjects } from './syncApisix';

const PUBLIC_URL = 'https://office.example.com';

describe.each(sampleDialects())('the driver of APISIX on %s', (database) => {
  let admin: ApisixAdmin;
  let testServer: TestServer;
  let root: Caller;
  let fixture: GatewayFixture;
  beforeAll(async () => {
    admin = await startApisixAdmin();
    testServer = await startTestServer({
      database,
      env: { GATEWAY: 'apisix', APISIX_ADMIN_URL: admin.url, APISIX_ADMIN_KEY: admin.key, PUBLIC_URL },
    });
    root = await superAdmin(testServer);
    fixture = await createGatewayFixture(root, testServer, { rate_limit: 90 });
  });
  afterEach(() => {
    admin.fails = () => false;
  });
  afterAll(async () => {
    await testServer.close();
    await admin.close();
  });
  const sync = () => testServer.apisix?.sync();
  const ids = (kind: string) => [...(admin.objects[kind]?.keys() ?? [])].sort();
  const getBody = (kind: string, id: string) => admin.objects[kind]?.get(id);
  const loadRow = async (entity: string, id: number) =>
    (await root.get(`/admin/${entity}/edit`, { id: String(id) })).data.row;
  const edit = (entity: string, id: number, change: object) => root.post(`/admin/${entity}/edit`, { id, ...change });

  // @spec P3-028
  // @spec P3-029
  // @spec P3-053
  it('an online interface creates its upstream, service and route, whose names contain the ids of the rows', async () => {
    const { id } = await fixture.addInterface({ url: '/orders', definition: { is_test: 0, method: 2 } });
    const routeId = await waitForValue(async () => (await loadRow('app_plugin_version_api', id)).route_id ?? undefined);
    const app = await loadRow('app', fixture.appId);
    expect([ids('upstreams'), ids('services'), ids('routes')]).toEqual([
      [app.upstream_id],
      [app.service_id],
      [routeId],
    ]);
    expect(getBody('upstreams', app.upstream_id)).toMatchObject({
      type: 'roundrobin',
      scheme: 'https',
      nodes: { 'office.example.com:443': 1 },
    });
    expect(getBody('services', app.service_id)).toMatchObject({
      upstream_id: app.upstream_id,
      plugins: { 'limit-count': { count: 90, time_window: 60 } },
    });
    expect(getBody('routes', routeId)).toMatchObject({
      service_id: app.service_id,
      methods: ['GET', 'HEAD'],
      status: 1,
      uris: [`/open/${fixture.appId}/orders`, expect.stringMatching(/^\/open\/\d+\/[0-9a-f]{13}$/)],
    });
  });

  it('changes are applied, and objects of offline interfaces are deleted', async () => {
    const { id, hash } = await fixture.addInterface({ url: '/hidden', definition: { is_test: 0, hash_type: 2 } });
    await sync();
    const { route_id: routeId } = await loadRow('app_plugin_version_api', id);
    expect(getBody('routes', routeId)?.['uris']).toEqual([`/open/${fixture.appId}/${hash}`]);
    await edit('app', fixture.appId, { rate_limit: 30 });
    await sync();
    const { service_id: serviceId } = await loadRow('app', fixture.appId);
    expect(getBody('services', serviceId)).toMatchObject({ plugins: { 'limit-count': { count: 30 } } });
    await edit('app_plugin_version_api', id, { route_status: 0 });
    expect((await loadRow('app_plugin_version_api', id)).route_status).toBe(0);
    await sync();
    expect(getBody('routes', routeId)).toBeUndefined();
    expect((await loadRow('app_plugin_version_api', id)).route_id).toBeNull();
  });

  it('nothing is written while everything is in sync, and foreign objects stay', async () => {
    admin.objects['routes']?.set('foreign', { id: 'foreign', uri: '/x', labels: { managed_by: 'atrium-00000000' } });
    await sync();
    admin.requests.length = 0;
    await sync();
    expect(admin.requests.map(({ method }) => method)).toEqual(['GET', 'GET', 'GET']);
    expect(getBody('routes', 'foreign')).toBeDefined();
    admin.objects['routes']?.delete('foreign');
  });

  it('objects that were deleted or changed in APISIX are restored', async () => {
    const [routeId = ''] = ids('routes');
    admin.objects['routes']?.delete(routeId);
    const [serviceId = ''] = ids('services');
    admin.objects['services']?.set(serviceId, { ...getBody('services', serviceId), plugins: {} });
    await sync();
    expect(ids('routes')).toContain(routeId);
    expect(getBody('services', serviceId)).toHaveProperty('plugins.limit-count');
  });

  it('a failure half way leaves only ids of what exists, and the next run completes it', async () => {
    admin.fails = ({ method, path }) => method === 'PUT' && path.includes('/routes/');
    const other = await createGatewayFixture(root, testServer);
    const { id } = await other.addInterface({ url: '/late' });
    await sync();
    const app = await loadRow('app', other.appId);
    expect([ids('upstreams').includes(app.upstream_id), ids('services').includes(app.service_id)]).toEqual([
      true,
      true,
    ]);
    expect(await loadRow('app_plugin_version_api', id)).toMatchObject({ route_status: 1, route_id: null });
    const { data } = await root.get('/admin/app/gateway', { id: String(other.appId) });
    expect(data).toMatchObject({ driver: 'apisix', apisix: { failures: [expect.stringContaining('500')] } });
    admin.fails = () => false;
    await sync();
    expect(ids('routes')).toContain((await loadRow('app_plugin_version_api', id)).route_id);
    admin.fails = ({ method, path }) => method === 'DELETE' && path.includes('/services/');
    await root.post('/admin/app_plugin_version_api/del', { ids: [id] });
    await sync();
    // The service is still there, and with it the upstream that it uses.
    expect(await loadRow('app', other.appId)).toMatchObject({
      upstream_id: app.upstream_id,
      service_id: app.service_id,
    });
    admin.fails = () => false;
    await sync();
    expect(await loadRow('app', other.appId)).toMatchObject({ upstream_id: null, service_id: null });
    expect(
      [ids('upstreams'), ids('services')].flat().filter((one) => [app.upstream_id, app.service_id].includes(one)),
    ).toEqual([]);
  });

  it('changes no id while APISIX does not respond, and reports it', async () => {
    const before = await loadRow('app', fixture.appId);
    admin.fails = () => true;
    await sync();
    expect(await loadRow('app', fixture.appId)).toMatchObject({ upstream_id: before.upstream_id });
    expect(testServer.apisix?.state().failures).toEqual([expect.stringContaining('list upstreams: 500')]);
  });

  it('prints the same objects as a file for the standalone mode', async () => {
    const objects = await loadApisixObjects({ ...testServer, apps: testServer.gateway.apps, publicUrl: PUBLIC_URL });
    expect(objects.every(({ body }) => isOwnObject(body, PUBLIC_URL))).toBe(true);
    const text = printApisixYaml(objects);
    expect(text.endsWith('\n#END\n')).toBe(true);
    expect(text).toMatch(/^upstreams:\n {2}- "id": "atrium-[0-9a-f]{8}-upstream-\d+"\n {4}"type": "roundrobin"\n/);
    expect(text).toContain(`\n    "uris":\n      - "/open/${fixture.appId}/orders"\n`);
    expect(text).toContain('\n    "nodes":\n      "office.example.com:443": 1\n');
    expect(printApisixYaml([])).toBe('upstreams: []\nservices: []\nroutes: []\n#END\n');
  });
});
