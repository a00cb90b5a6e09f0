/** Only super admins in person reach the designer: its routes, the older clients' calls, its rows and its live topics. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { isDeepStrictEqual } from 'node:util';
import { crudDesign } from '../../../common/entities/crudDesign';
import { crudDesignField } from '../../../common/entities/crudDesignField';
import { crudRecord } from '../../../common/entities/crudRecord';
import { permissionActions } from '../../../common/entity/permissionKeys';
import type { Route } from '../../engine/http/routeRegistry';
import { guest, limitedAdmin, member, superAdmin, type Caller } from '../../testing/callers';
import { connectLiveClient } from '../../testing/live/liveClient';
import { allPermissions } from '../../testing/matrix/matrixActors';
import { startTestServer, type TestServer } from '../../testing/testServer';

const ROWS: readonly string[] = [crudDesign.name, crudDesignField.name, crudRecord.name];
/** The designer's own routes, and all routes of designs and their fields. */
const isDesignerRoute = ({ path, entity }: Route): boolean =>
  path.startsWith('/admin/crud.Crud/') || (entity !== undefined && ROWS.includes(entity.name));

describe('the designer', () => {
  let server: TestServer;
  let admin: Caller;
  let routes: readonly Route[];
  let callers: Readonly<Record<string, Caller>>;
  beforeAll(async () => {
    server = await startTestServer({ settings: { captcha: 'never' } });
    admin = await superAdmin(server);
    await admin.post('/admin/crud_design/start', { from: 'blank', table_name: 'parcel' });
    routes = server.routes.routes().filter(isDesignerRoute);
    callers = {
      guest: guest(server),
      'a member': await member(server),
      'an admin without nodes': await limitedAdmin(server, []),
      'an admin with all nodes': await limitedAdmin(server, allPermissions(server), 'all'),
      'an admin with invented nodes': await limitedAdmin(server, ['crud_design/apply', 'crud.Crud/generate'], 'all'),
    };
  });
  afterAll(() => server.close());

  const getBody = (path: string) =>
    path.endsWith('/start')
      ? { from: 'blank', table_name: 'stolen' }
      : { id: 1, ids: [1], confirm: 'parcel', table: 'news' };
  const ask = (caller: Caller, { method, path }: Route) =>
    method === 'GET' ? caller.get(path, { id: '1', table: 'news' }) : caller.post(path, getBody(path));

  it('has the routes that this test knows', () => {
    const paths = routes.map(({ path }) => path);
    expect(paths.filter((path) => path.startsWith('/admin/crud.Crud/'))).toHaveLength(8);
    for (const action of ['preview', 'code', 'tables', 'start', 'apply', 'index', 'add', 'edit', 'del'])
      expect(paths).toContain(`/admin/crud_design/${action}`);
    for (const action of ['index', 'code', 'rollback', 'remove', 'reinstate'])
      expect(paths).toContain(`/admin/crud_record/${action}`);
  });

  it.each(['guest', 'a member', 'an admin without nodes', 'an admin with all nodes', 'an admin with invented nodes'])(
    'refuses %s on every route, and nothing changes',
    async (name) => {
      const caller = callers[name] ?? admin;
      const dump = () =>
        Promise.all([...ROWS, 'job'].map((table) => server.services.db.rows(`SELECT * FROM ${table}`)));
      const before = await dump();
      for (const route of routes) {
        const { code } = await ask(caller, route);
        expect([route.path, code]).toEqual([route.path, name === 'guest' || name === 'a member' ? 302 : 403]);
      }
      expect(isDeepStrictEqual(await dump(), before)).toBe(true);
    },
  );

  it('has no permission that a role group could get', () => {
    for (const entity of [crudDesign, crudDesignField, crudRecord]) expect(permissionActions(entity)).toEqual([]);
  });

  it('refuses an API token of a super admin on every route', async () => {
    const end = Math.floor(server.services.clock.now() / 1000) + 86_400;
    const scopes = ['news/index'];
    const created = await admin.post('/admin/api_token/add', { name: 'Program', scopes, expire_time: end });
    const { token } = (await admin.post('/admin/api_token/show', { id: created.data.row.id })).data;
    const headers = { batoken: token as string, 'content-type': 'application/json' };
    expect((await admin.send('GET', '/admin/news/index', { headers })).code).toBe(1);
    for (const { method, path } of routes) {
      const body = method === 'POST' ? { body: JSON.stringify(getBody(path)) } : {};
      const { code } = await admin.send(method, path, { headers, ...body });
      expect([path, code]).toEqual([path, 403]);
    }
  });

  it('designs are sent only to people who may read them', async () => {
    const caller = callers['an admin with all nodes'] ?? admin;
    const client = await connectLiveClient(`${server.url}/admin`, caller.token, {});
    for (const e of ROWS)
      await expect(client.subscribe(e, { k: 'list', e, where: { all: [] }, sort: [] })).rejects.toThrow();
    await admin.post('/admin/crud_design/edit', { id: 1, remark: 'a secret plan' });
    await caller.get('/admin/Index/index');
    expect(client.raw.join('')).not.toContain('secret plan');
    client.close();
  });
});
