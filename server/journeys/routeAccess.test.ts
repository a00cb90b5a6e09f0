/** Every route of the registry, called by every kind of caller: the responses must match the route's access declaration. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { listCompatNames } from '../compat/compatNames';
import { createRouteRegistry, type Method, type Route } from '../engine/http/routeRegistry';
import { seedContext } from '../db/seeds/base';
import { guest, limitedAdmin, member, superAdmin, type ApiResponse, type Caller } from '../testing/callers';
import { connectLiveClient } from '../testing/live/liveClient';
import { startTestServer, type TestServer } from '../testing/testServer';

type AccessVerdict = 'sign in' | 'denied' | 'let in';
let testServer: TestServer;
let routes: readonly Route[];
beforeAll(async () => {
  testServer = await startTestServer({ seed: 'demo' });
  routes = testServer.routes.routes();
});
afterAll(() => testServer.close());

const getVerdict = ({ code }: ApiResponse): AccessVerdict =>
  code === 302 ? 'sign in' : code === 403 ? 'denied' : 'let in';
const ask = (caller: Caller, { method, path }: Pick<Route, 'method' | 'path'>): Promise<ApiResponse> =>
  method === 'GET'
    ? caller.get(path)
    : caller.send(method, path, { body: '{}', headers: { 'content-type': 'application/json' } });

/** The verdict that the declaration of a route demands for a kind of caller. */
function expectedVerdict(
  route: Route,
  callerKind: 'guest' | 'member' | 'admin without permissions' | 'super',
): AccessVerdict {
  if (route.access === 'guest') return 'let in';
  const isInsider =
    route.realm === 'admin'
      ? callerKind === 'super' || callerKind === 'admin without permissions'
      : callerKind === 'member';
  if (!isInsider) return 'sign in';
  const refusesAll = route.entity?.spec.base === 'log' && route.path.endsWith('/del');
  if (refusesAll) return 'denied';
  return callerKind === 'admin without permissions' && (route.permission !== undefined || route.access === 'super')
    ? 'denied'
    : 'let in';
}

describe('the route registry', () => {
  it('has no route without an access declaration', () => {
    expect(routes.length).toBeGreaterThan(80);
    for (const { access, permission, path, realm } of routes) {
      expect(['guest', 'member', 'admin', 'super']).toContain(access);
      if (path.startsWith('/admin/') && access !== 'guest') expect(realm).toBe('admin');
      if (path.startsWith('/api/')) expect(realm).toBe('member');
      if (permission !== undefined) expect(access).toBe('admin');
    }
  });

  it('refuses a route without access, a duplicate route, and a path in another spelling', () => {
    const validRoute = {
      method: 'GET',
      path: '/admin/x/index',
      realm: 'admin',
      access: 'admin',
      query: [],
      body: 'none',
      tokenScope: 'any',
      summary: '',
      handler: async () => ({}),
    } as const;
    const open = (route: object) => () => createRouteRegistry().add({ ...validRoute, ...route });
    expect(open({})).not.toThrow();
    expect(open({ tokenScope: undefined })).toThrow('API token');
    expect(open({ access: undefined })).toThrow('who may call');
    expect(open({ path: '/admin//x' })).toThrow('canonical');
    expect(open({ realm: 'member' })).toThrow('realm');
    expect(open({ access: 'guest', permission: 'x/index' })).toThrow('permission');
    const routes = createRouteRegistry();
    routes.add(validRoute);
    expect(() => routes.add({ ...validRoute, path: '/Admin/X/Index' })).toThrow('twice');
  });

  it('requires a permission key of every entity route under /admin, except where everybody is refused, has only own rows or must be a super admin', () => {
    const routesWithoutNode = routes.filter(
      ({ path, permission, entity }) => path.startsWith('/admin/') && entity && permission === undefined,
    );
    const others = routesWithoutNode.filter(
      ({ entity, access }) => entity?.spec.personal !== true && access !== 'super',
    );
    const refused = others.every(({ path, entity }) => entity?.spec.base === 'log' && path.endsWith('/del'));
    expect([others.length > 0, others.length < routesWithoutNode.length, refused]).toEqual([true, true, true]);
  });
});

describe('every route', () => {
  it('treats guests, members, admins without permissions and super admins as it declares', async () => {
    const callers = {
      guest: guest(testServer),
      member: await member(testServer),
      'admin without permissions': await limitedAdmin(testServer, []),
      super: await superAdmin(testServer),
    } as const;
    const cells = routes
      .filter(({ ignoresToken }) => !ignoresToken)
      .flatMap((route) =>
        (Object.keys(callers) as (keyof typeof callers)[]).map((callerKind) => ({ route, who: callerKind })),
      );
    for (const { route, who: callerKind } of cells) {
      const response = await ask(callers[callerKind], route);
      const cell = `${route.method} ${route.path} as ${callerKind}`;
      expect(`${cell}: ${getVerdict(response)}`).toBe(`${cell}: ${expectedVerdict(route, callerKind)}`);
      expect([cell, response.status < 500]).toEqual([cell, true]);
    }
  }, 60_000);

  it('opens with exactly its own permission key, at once when the group gets it, and closes at once when the group loses it', async () => {
    const caller = await limitedAdmin(testServer, []);
    const [admin] = await testServer.services.db.rows<{ group_arr: string }>(
      'SELECT group_arr FROM `admin` WHERE id = ?',
      [caller.id],
    );
    const [group] = JSON.parse(admin?.group_arr ?? '[]') as number[];
    const entity = testServer.services.registry.get('admin_group');
    if (!entity || group === undefined) throw new Error('no group');
    const give = (rules: readonly string[]) =>
      testServer.writer.update(seedContext(testServer.services), entity, { id: group, rules });
    const permissions = [...new Set(routes.flatMap(({ permission }) => permission ?? []))];
    for (const permission of permissions) {
      await give([permission]);
      const own = routes.filter((route) => route.permission === permission);
      const others = routes
        .filter((route) => route.permission !== undefined && route.permission !== permission)
        .slice(0, 5);
      for (const route of own)
        expect([permission, route.path, getVerdict(await ask(caller, route))]).toEqual([
          permission,
          route.path,
          'let in',
        ]);
      for (const route of others)
        expect([permission, route.path, getVerdict(await ask(caller, route))]).toEqual([
          permission,
          route.path,
          'denied',
        ]);
    }
    await give([]);
    for (const route of routes.filter(({ permission }) => permission !== undefined).slice(0, 10))
      expect(getVerdict(await ask(caller, route))).toBe('denied');
  }, 60_000);

  it('grants a group no more than the group above it holds', async () => {
    const root = await superAdmin(testServer);
    const above = await root.post('/admin/admin_group/add', {
      name: 'Above',
      rules: ['news/index', 'news/edit'],
      data_scope: 'all',
    });
    const below = await root.post('/admin/admin_group/add', {
      name: 'Below',
      pid: above.data.id,
      rules: ['news/index'],
      data_scope: 'all',
    });
    const draft = {
      username: 'nested_one',
      nickname: 'Nested One',
      password: 'nested-horse-1',
      group_arr: [below.data.id],
    };
    expect((await root.post('/admin/admin/add', draft)).code).toBe(1);
    const { data } = await guest(testServer).post('/admin/Index/login', draft);
    const list = () =>
      guest(testServer).send('GET', '/admin/news/index', { headers: { batoken: data.userInfo.token } });
    expect((await list()).code).toBe(1);
    expect((await root.post('/admin/admin_group/edit', { id: above.data.id, rules: ['navigation/index'] })).code).toBe(
      1,
    );
    expect((await list()).code).toBe(403);
  });

  it('shows an admin with own rows only these, in the list and by id', async () => {
    const caller = await limitedAdmin(testServer, ['news/index', 'news/edit', 'news/add', 'news/del']);
    expect((await caller.get('/admin/news/index')).data).toMatchObject({ list: [], total: 0 });
    const foreignResponse = await caller.get('/admin/news/edit', { id: '1' });
    const absentResponse = await caller.get('/admin/news/edit', { id: '999999' });
    expect([foreignResponse.status, foreignResponse.text.replace(/"time":\d+/, '')]).toEqual([
      404,
      absentResponse.text.replace(/"time":\d+/, ''),
    ]);
    expect((await caller.post('/admin/news/edit', { id: 1, title: 'Mine now' })).status).toBe(404);
    expect((await caller.post('/admin/news/del', { ids: [1] })).status).toBe(404);
    const added = await caller.post('/admin/news/add', { title: 'My own', content: '<p>Mine</p>' });
    expect(added.data.row.admin_id).toBe(caller.id);
    expect((await caller.get('/admin/news/index')).data.total).toBe(1);
  });

  it('omits masked columns from lists, rows and responses to writes', async () => {
    const caller = await limitedAdmin(testServer, ['enterprise/index', 'enterprise/edit'], 'all');
    const root = await superAdmin(testServer);
    const { data } = await caller.get('/admin/enterprise/index');
    expect(data.list[0]).not.toHaveProperty('contact_number');
    expect((await root.get('/admin/enterprise/index')).data.list[0]).toHaveProperty('contact_number');
    const { id } = data.list[0];
    expect((await caller.get('/admin/enterprise/edit', { id: String(id) })).data.row).not.toHaveProperty(
      'contact_number',
    );
    const written = await caller.post('/admin/enterprise/edit', {
      id,
      address: 'Elsewhere',
      contact_number: '13800000000',
    });
    expect(written.data.row).not.toHaveProperty('contact_number');
    expect(written.data.ignored).toEqual(['contact_number']);
    expect((await root.get('/admin/admin/index')).text).not.toContain('argon2');
  });
});

/** Responses in the older dialect, grouped and flat. */
const OTHER_FORM: ReadonlySet<string> = new Set(['/admin/routine.config/index', '/admin/routine.config/edit']);
describe('alias routes', () => {
  it('reach the same routes', async () => {
    const root = await superAdmin(testServer);
    for (const route of routes.filter(({ entity, method }) => entity && method === 'GET'))
      for (const alias of listCompatNames(route.entity?.name ?? '')) {
        const path = route.path.replace(/^\/(admin|api)\/[a-z_]+/, (_whole, base: string) => `/${base}/${alias}`);
        if (OTHER_FORM.has(route.path) || OTHER_FORM.has(path.toLowerCase())) continue;
        expect(testServer.routes.find(path.toLowerCase())?.get(route.method)).toBe(route);
      }
    expect((await root.get('/admin/auth.adminLog/index')).code).toBe(1);
    expect((await root.get('/admin/auth.Admin/index')).data.total).toBe(
      (await root.get('/admin/admin/index')).data.total,
    );
    expect((await guest(testServer).get('/admin/auth.group/index')).code).toBe(302);
    expect((await root.get('/admin/auth.nothing/index')).status).toBe(404);
  });

  it('accept the older dialect of lists, forms and deletions', async () => {
    const root = await superAdmin(testServer);
    const add = await root.post('/admin/news_category/add', { name: 'Dialect', weigh: '3', unknown_key: 1 });
    expect([add.code, add.data.ignored]).toEqual([1, ['unknown_key']]);
    const query = new URLSearchParams([
      ['search[]', JSON.stringify({ field: 'name', operator: 'LIKE', val: 'dial' })],
      ['order', 'id,desc'],
      ['quickSearch', 'dialect'],
    ]);
    expect((await root.get(`/admin/news_category/index?${String(query)}`)).data.total).toBe(1);
    expect(
      (await root.post('/admin/news_category/edit', { id: String(add.data.id), status: '0' })).data.row.status,
    ).toBe(0);
    const deletion = await root.send('DELETE', `/admin/news_category/del?ids[]=${add.data.id}`);
    expect(deletion.code).toBe(1);
    expect((await root.get('/admin/news_category/edit', { id: String(add.data.id) })).status).toBe(404);
    expect((await root.get('/admin/Dashboard/dashboard')).data).toMatchObject({ remark: '' });
  });
});

describe('bootstrap', () => {
  it('returns the console its menu, permissions and settings', async () => {
    const { data } = await (await superAdmin(testServer)).get('/admin/index/index');
    expect(data.adminInfo).toMatchObject({ super: true });
    expect(data.menus.map(({ title }: { title: string }) => title)).toEqual([
      'overview',
      ...['site', 'content', 'product', 'enterprise', 'plugin', 'request', 'users', 'auth', 'routine', 'security'],
      'developer',
    ]);
    expect(data.permissions['/admin/news']).toEqual([
      '/admin/news/index',
      '/admin/news/add',
      '/admin/news/edit',
      '/admin/news/sortable',
      '/admin/news/del',
      '/admin/news/restore',
      '/admin/news/purge',
      '/admin/news/suggest',
    ]);
    expect(data.siteConfig).toMatchObject({ siteName: 'Atrium', upload: { mode: 'local' } });
    expect(data.terminal).toEqual({ installServicePort: '8000', npmPackageManager: 'pnpm' });
    expect(data.entities.admin.readable).not.toContain('password');
    expect(data.entities.admin.writable).toContain('password');
  });

  it('returns a limited admin only the screens it may open, without empty folders', async () => {
    const { data } = await (
      await limitedAdmin(testServer, ['news/index', 'enterprise/index'])
    ).get('/admin/Index/index');
    const names = data.menus.flatMap(({ children }: { children: { name: string }[] }) =>
      children.map(({ name }) => name),
    );
    expect(names).toEqual(['news', 'enterprise']);
    expect(Object.keys(data.permissions)).toEqual(['/admin/dashboard', '/admin/news', '/admin/enterprise']);
    expect(Object.keys(data.entities).sort()).toEqual(['data_import', 'enterprise', 'news', 'notice', 'preference']);
  });

  it('returns the same permissions fingerprint as the socket, which changes with the menu and with permissions', async () => {
    const root = await superAdmin(testServer);
    const clerk = await limitedAdmin(testServer, ['news/index']);
    const reader = await member(testServer);
    const loadFingerprint = async (caller: Caller, space: 'admin' | 'member') => {
      const { data } = await caller.get(space === 'admin' ? '/admin/Index/index' : '/api/user/index');
      const client = await connectLiveClient(`${testServer.url}/${space}`, caller.token, {});
      const proof = await client.auth(caller.token);
      client.close();
      expect([space, proof.ok && proof.rights]).toEqual([space, data.rights]);
      return String(data.rights);
    };
    const loadAll = async () => [
      await loadFingerprint(root, 'admin'),
      await loadFingerprint(clerk, 'admin'),
      await loadFingerprint(reader, 'member'),
    ];
    const before = await loadAll();
    expect([new Set(before).size, await loadAll()]).toEqual([3, before]);
    const link = { type: 'menu', menu_type: 'link', title: 'Mark', name: 'mark', url: '/', weigh: 1 };
    const { id } = (await root.post('/admin/menu_rule/add', link)).data;
    const after = await loadAll();
    expect(after.map((mark, index) => mark === before[index])).toEqual([false, false, true]);
    await root.post('/admin/menu_rule/del', { ids: [id] });
    expect((await loadAll()).filter((mark) => before.includes(mark) || after.includes(mark))).toEqual([before[2]]);
  });

  it('keeps the changes of staff to the menu and adds only missing rules', async () => {
    const root = await superAdmin(testServer);
    const { data } = await root.get('/admin/menu_rule/index');
    const rule = data.list.find(({ name }: { name: string }) => name === 'news');
    await root.post('/admin/menu_rule/edit', { id: rule.id, title: 'Our news', weigh: 999 });
    const { seedMenuRules } = await import('../modules/bootstrap/menuRules');
    expect(await seedMenuRules(testServer.services, testServer.writer)).toBe(0);
    const reread = await root.get('/admin/menu_rule/edit', { id: String(rule.id) });
    expect(reread.data.row).toMatchObject({ title: 'Our news', weigh: 999 });
  });

  it('returns guests the site and members their own data', async () => {
    const open = await guest(testServer).get('/api/index/index');
    expect(open.data).toMatchObject({ openMemberCenter: true, site: { siteName: 'Atrium' } });
    expect(Object.keys(open.data.entities).sort()).toEqual([
      ...['article', 'banner', 'device', 'hardware', 'home_block', 'navigation', 'news', 'news_case'],
      ...['news_category', 'page', 'plugin', 'plugin_category', 'plugin_function', 'plugin_version'],
      ...['product', 'showcase', 'solution'],
    ]);
    const reader = await member(testServer);
    const { data } = await reader.get('/api/user/index');
    expect(data.userInfo).toMatchObject({ id: reader.id, money: '0.00', score: 0 });
    expect(
      (await guest(testServer).get('/api/news/index')).data.list.every(
        ({ status }: { status: number }) => status === 1,
      ),
    ).toBe(true);
  });
});

describe('OpenAPI', () => {
  it('describes every route once, with valid references, for signed-in admins only', async () => {
    expect((await guest(testServer).get('/openapi.json')).code).toBe(302);
    const { text } = await (await superAdmin(testServer)).get('/openapi.json');
    const document = JSON.parse(text) as {
      openapi: string;
      paths: Record<string, Partial<Record<string, { operationId: string; responses: object }>>>;
      components: { schemas: Record<string, object> };
    };
    expect(document.openapi).toBe('3.1.0');
    const documentedRoutes = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method} ${path}`),
    );
    expect(documentedRoutes.sort()).toEqual(
      routes.map(({ method, path }) => `${method.toLowerCase() as Lowercase<Method>} ${path}`).sort(),
    );
    const ids = Object.values(document.paths).flatMap((methods) =>
      Object.values(methods).map((operation) => operation?.operationId),
    );
    expect(new Set(ids).size).toBe(ids.length);
    for (const [, name = ''] of text.matchAll(/"#\/components\/schemas\/(\w+)"/g))
      expect(document.components.schemas).toHaveProperty(name);
  });
});
