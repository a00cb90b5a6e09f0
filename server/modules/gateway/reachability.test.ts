/** Reachability of online interfaces: the state that staff see agrees with the response of the gateway, whichever parent is off or deleted. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { MAX_REACHABILITY_IDS } from '../../../common/protocol/reachability';
import { limitedAdmin, superAdmin, type Caller } from '../../testing/callers';
import { startUpstreamServer, type UpstreamServer } from '../../testing/fakes/upstreamServer';
import { callGateway } from '../../testing/gatewayCaller';
import { createGatewayFixture, type GatewayFixture } from '../../testing/gatewayFixture';
import { connectLiveClient } from '../../testing/live/liveClient';
import { waitUntil } from '../../testing/live/presenceClient';
import { startTestServer, testDialects, type TestServer } from '../../testing/testServer';

/** A call of an app that is off has no valid key. */
const isOfApp = (reason: string) => /^(app|enterprise)_/.test(reason);
const PATH = '/admin/app_plugin_version_api/reachability';

describe.each(testDialects())('reachability of interfaces on %s', (database) => {
  let testServer: TestServer;
  let root: Caller;
  let upstream: UpstreamServer;
  let fixture: GatewayFixture;
  let callable: { readonly id: number; readonly versionApiId: number } | undefined;
  let ids: { readonly id: number; readonly versionApiId: number; readonly definitionId: number | null };
  beforeAll(async () => {
    upstream = await startUpstreamServer();
    testServer = await startTestServer({ database, env: { PRIVATE_HOSTS: upstream.host } });
    root = await superAdmin(testServer);
    fixture = await createGatewayFixture(root, testServer, { upstream_url: upstream.url });
    ids = await fixture.addInterface({ url: '/harbors', definition: { is_test: 0, method: 0 } });
  });
  afterAll(async () => {
    await testServer.close();
    await upstream.close();
  });

  const shown = async (by = root, id = ids.id) => (await by.get(PATH, { ids: String(id) })).data.list;
  const loadStatus = async (path = '/harbors') => (await callGateway(testServer.url, fixture, { path })).status;
  const edit = async (entity: string, id: number, changes: object) =>
    expect((await root.post(`/admin/${entity}/edit`, { id, ...changes })).code).toBe(1);
  /** Changes a row as an older version could have stored it. */
  const store = async (entity: string, id: number, changes: Readonly<Record<string, string>>) => {
    const [[name, value] = ['', '']] = Object.entries(changes);
    await testServer.services.db.transact((tx) =>
      tx.run(`UPDATE \`${entity}\` SET ${name} = ? WHERE id = ?`, [value, id]),
    );
    testServer.gateway.onCommittedChanges(undefined);
  };
  const getRow = (entity: string) =>
    ({
      app: fixture.appId,
      enterprise: fixture.companyId,
      plugin_version_api: ids.versionApiId,
      api_definition: Number(ids.definitionId),
    })[entity] ?? ids.id;

  it.each([
    ['app', { status: 0 }, 'app_off'],
    ['enterprise', { status: 0 }, 'enterprise_off'],
    ['app_plugin_version_api', { status: 0 }, 'disabled'],
    ['plugin_version_api', { status: 0 }, 'version_off'],
    ['plugin_version_api', { route_status: 0 }, 'version_offline'],
    ['api_definition', { status: 0 }, 'definition_off'],
  ])('%s %p: the gateway does not serve it, and staff see the reason', async (entity, off, reason) => {
    expect([await loadStatus(), await shown()]).toEqual([200, [{ id: ids.id, reason: null }]]);
    await edit(entity, getRow(entity), off);
    expect([await loadStatus(), await shown()]).toEqual([isOfApp(reason) ? 401 : 404, [{ id: ids.id, reason }]]);
    await edit(entity, getRow(entity), { status: 1, ...(entity === 'plugin_version_api' ? { route_status: 1 } : {}) });
    expect([await loadStatus(), await shown()]).toEqual([200, [{ id: ids.id, reason: null }]]);
  });

  it.each([
    ['app', 'app_deleted'],
    ['enterprise', 'enterprise_deleted'],
    ['plugin_version_api', 'version_deleted'],
    ['api_definition', 'definition_deleted'],
  ])('a deleted %s: the gateway does not serve it, and staff see the reason', async (entity, reason) => {
    // The API refuses to delete a row that others use; older databases may have such rows.
    const setDeleted = async (time: number | null) => {
      const params = [time, getRow(entity)];
      await testServer.services.db.transact((tx) =>
        tx.run(`UPDATE \`${entity}\` SET delete_time = ? WHERE id = ?`, params),
      );
      testServer.gateway.onCommittedChanges(undefined);
    };
    await setDeleted(1);
    expect([await loadStatus(), await shown()]).toEqual([isOfApp(reason) ? 401 : 404, [{ id: ids.id, reason }]]);
    await setDeleted(null);
    expect([await loadStatus(), await shown()]).toEqual([200, [{ id: ids.id, reason: null }]]);
  });

  it('an interface of a hidden plugin is served, and staff see a note', async () => {
    const [plugin] = await testServer.services.db.rows<{ id: number }>(
      'SELECT id FROM plugin ORDER BY id DESC LIMIT 1',
    );
    await edit('plugin', Number(plugin?.id), { status: 0 });
    expect([await loadStatus(), await shown()]).toEqual([200, [{ id: ids.id, reason: null, note: 'plugin_hidden' }]]);
    await edit('plugin', Number(plugin?.id), { status: 1 });
    expect(await shown()).toEqual([{ id: ids.id, reason: null }]);
  });

  it('of two interfaces with one address, the gateway serves the newer one', async () => {
    const older = await fixture.addInterface({ url: '/older', route: { url: '/quays', item: 'soa' } });
    const newer = await fixture.addInterface({ url: '/quays' });
    expect(await shown(root, older.id)).toEqual([{ id: older.id, reason: 'address_taken' }]);
    expect(await shown(root, newer.id)).toEqual([{ id: newer.id, reason: null }]);
    await callGateway(testServer.url, fixture, { path: '/quays' });
    expect(upstream.received.at(-1)?.headers['x-open-route']).toBe(newer.routeId);
    await edit('app_plugin_version_api', newer.id, { route_status: 0 });
    expect(await shown(root, older.id)).toEqual([{ id: older.id, reason: null }]);
  });

  it.each(['/x?y=1', '/%2e%2e/x', '/../x', 'shared', '//x', '/a b', '/'])(
    'the URL %s, which no call can have, is refused at its field; an older row says so',
    async (url) => {
      callable ??= await fixture.addInterface({ url: '/callable' });
      const made = callable;
      for (const [entity, id] of Object.entries({
        app_plugin_version_api: made.id,
        plugin_version_api: made.versionApiId,
      })) {
        const { code, data } = await root.post(`/admin/${entity}/edit`, { id, url });
        expect([code, data.fields]).toEqual([0, { url: expect.any(String) }]);
      }
      await store('app_plugin_version_api', made.id, { url });
      const isCallable = url === 'shared' || url === '//x';
      expect(await shown(root, made.id)).toEqual([{ id: made.id, reason: isCallable ? null : 'address_invalid' }]);
    },
  );

  it('a class that leaves the path of the upstream is refused at its field; an older row says so', async () => {
    const wrong = { api_class: '../admin/x' };
    const id = Number(ids.definitionId);
    const { code, data } = await root.post('/admin/api_definition/edit', { id, ...wrong });
    expect([code, data?.fields]).toEqual([0, { api_class: expect.any(String) }]);
    await store('api_definition', id, wrong);
    expect([await loadStatus(), await shown()]).toEqual([404, [{ id: ids.id, reason: 'class_invalid' }]]);
    await edit('api_definition', id, { api_class: 'Order/list' });
  });

  it('an interface of an app without an upstream is not reachable, unless it returns an example', async () => {
    const { url } = upstream;
    await edit('app', fixture.appId, { upstream_url: '' });
    expect([await loadStatus(), await shown()]).toEqual([502, [{ id: ids.id, reason: 'no_upstream' }]]);
    await edit('api_definition', Number(ids.definitionId), { is_test: 1, return_str: '{}' });
    expect(await shown()).toEqual([{ id: ids.id, reason: null }]);
    await edit('api_definition', Number(ids.definitionId), { is_test: 0 });
    await edit('app', fixture.appId, { upstream_url: url });
  });

  it('reachability is not read for offline interfaces, nor by people who may not see them', async () => {
    const made = await fixture.addInterface({ url: '/sheds' });
    await edit('app_plugin_version_api', made.id, { route_status: 0 });
    expect(await shown(root, made.id)).toEqual([]);
    expect((await (await limitedAdmin(testServer, ['app/index'])).get(PATH, { ids: String(ids.id) })).code).toBe(403);
    const reader = await limitedAdmin(testServer, ['app_plugin_version_api/index'], 'all');
    expect(await shown(reader)).toEqual([{ id: ids.id, reason: null }]);
    const manyIds = Array.from({ length: MAX_REACHABILITY_IDS + 1 }, (_none, at) => at + 1).join(',');
    expect((await root.get(PATH, { ids: manyIds })).status).toBe(400);
  });

  it('a changed parent is announced only to people who may see interfaces', async () => {
    const blind = await limitedAdmin(testServer, ['app/index'], 'all');
    const [seeing, other] = [
      await connectLiveClient(`${testServer.url}/admin`, root.token, {}),
      await connectLiveClient(`${testServer.url}/admin`, blind.token, {}),
    ];
    const events = (raw: readonly string[]) => raw.filter((packet) => packet.includes('["gateway"]')).length;
    await waitUntil(() => events(seeing.raw) === 1, 'event 1');
    await edit('enterprise', fixture.companyId, { status: 0 });
    await waitUntil(() => events(seeing.raw) === 2, 'event 2');
    expect((await shown())[0].reason).toBe('enterprise_off');
    await edit('enterprise', fixture.companyId, { status: 1 });
    await waitUntil(() => events(seeing.raw) === 3, 'event 3');
    // The note of a hidden plugin; its other columns decide nothing.
    const [hidden] = await testServer.services.db.rows<{ id: number }>(
      'SELECT id FROM plugin ORDER BY id DESC LIMIT 1',
    );
    await edit('plugin', Number(hidden?.id), { keyword: 'harbor' });
    await edit('plugin', Number(hidden?.id), { status: 0 });
    await waitUntil(() => events(seeing.raw) === 4, 'event 4');
    expect((await shown())[0].note).toBe('plugin_hidden');
    await edit('plugin', Number(hidden?.id), { status: 1 });
    await waitUntil(() => events(seeing.raw) === 5, 'event 5');
    expect(events(other.raw)).toBe(0);
    for (const client of [seeing, other]) client.close();
  });
});
