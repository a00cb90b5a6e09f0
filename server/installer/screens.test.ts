/** Screens of modules come and go with their module: menu rules, permissions and programs. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { guest, limitedAdmin, superAdmin, type ApiResponse, type Caller } from '../testing/callers';
import { CODE_TRUSTING_ENV, packFiles, uploadModule } from '../testing/modulePackages';
import { sampleDialects } from '../testing/sampleDialects';
import { startTestServer, type TestServer } from '../testing/testServer';

type Row = Readonly<Record<string, unknown>>;

const PROGRAM = "export const mount = (element) => { element.textContent = 'Here'; };\n";
const screen = (name: string, title: string) => ({
  name,
  title: { en: title, 'zh-cn': `${title}页` },
  icon: 'chart',
  menu: 'content',
});
const pack = (version: string, names: readonly string[]) =>
  packFiles(
    { uid: 'front-desk', version, permissions: ['screens'], screens: names.map((name) => screen(name, name)) },
    Object.fromEntries(names.map((name) => [`screens/${name}.mjs`, PROGRAM])),
  );

describe.each(sampleDialects())('screens of modules on %s', (database) => {
  let server: TestServer;
  let admin: Caller;
  let clerk: Caller;
  beforeAll(async () => {
    server = await startTestServer({ database, env: CODE_TRUSTING_ENV });
    admin = await superAdmin(server);
    clerk = await limitedAdmin(server, ['news/index']);
  });
  afterAll(() => server.close());

  const settle = async (response: ApiResponse) => {
    expect(response.code).toBe(1);
    await server.jobs.settled();
    const { row } = (await admin.get('/admin/job/edit', { id: String(response.data.job) })).data;
    expect([row.status, row.error]).toEqual(['success', '']);
  };
  const flatten = (menus: readonly Row[]): readonly Row[] =>
    menus.flatMap((node) => [node, ...flatten(node['children'] as readonly Row[])]);
  const components = async (caller: Caller) =>
    flatten((await caller.get('/admin/Index/index')).data.menus)
      .map(({ component }) => (typeof component === 'string' ? component : ''))
      .filter((component) => component.startsWith('module/'));
  const loadGroup = async (caller: Caller): Promise<number> =>
    Number((await admin.get('/admin/admin/edit', { id: String(caller.id) })).data.row.group_arr[0]);
  const groupRules = async () =>
    (await admin.get('/admin/admin_group/edit', { id: String(await loadGroup(clerk)) })).data.row.rules;
  const change = (state: 0 | 1) => admin.post('/admin/module/changeState', { uid: 'front-desk', state });
  const BOARD = 'module/front-desk/1.0.0/board';

  it('the review shows the programs; a screen without a program, or the other way round, is no package', async () => {
    const { data } = await uploadModule(admin, pack('1.0.0', ['board', 'queue']));
    const review = (await admin.get('/admin/module/review', { id: String(data.id) })).data;
    expect(review.code.map(({ path }: Row) => path)).toEqual(['screens/board.mjs', 'screens/queue.mjs']);
    const manifest = { uid: 'half', permissions: ['screens'], screens: [screen('board', 'Board')] };
    expect(() => packFiles(manifest, {})).toThrow('module.invalid');
    expect(() => packFiles({ ...manifest, screens: [] }, { 'screens/board.mjs': PROGRAM })).toThrow('module.invalid');
    expect(() => packFiles({ ...manifest, permissions: [] }, { 'screens/board.mjs': PROGRAM })).toThrow(
      'module.invalid',
    );
  });

  it('installed, it is in the menu of those who have the permission, and its program is a script', async () => {
    await settle(await admin.post('/admin/module/install', { uid: 'front-desk' }));
    expect(await components(admin)).toEqual([BOARD, 'module/front-desk/1.0.0/queue']);
    expect(await components(clerk)).toEqual([]);
    const group = await loadGroup(clerk);
    await admin.post('/admin/admin_group/edit', { id: group, rules: ['news/index', 'screen.front_desk.board/index'] });
    expect(await components(clerk)).toEqual([BOARD]);
    const program = await guest(server).send('GET', '/storage/modules/front-desk/1.0.0/board.mjs');
    expect([
      program.status,
      program.headers.get('content-type'),
      program.headers.get('x-content-type-options'),
    ]).toEqual([...[200, 'text/javascript', 'nosniff']]);
  });

  it('disabled, it is gone; enabled, it is back as staff left it', async () => {
    const rules = (await admin.get('/admin/menu_rule/index', { quick_search: 'screen.front_desk.board' })).data.list;
    const { id } = rules.find(({ name }: Row) => name === 'screen.front_desk.board');
    expect((await admin.post('/admin/menu_rule/edit', { id, title: 'Our board' })).code).toBe(1);
    await settle(await change(0));
    for (const caller of [admin, clerk]) expect(await components(caller)).toEqual([]);
    await settle(await change(1));
    expect(await components(clerk)).toEqual([BOARD]);
    const menus = flatten((await admin.get('/admin/Index/index')).data.menus);
    expect(menus.find(({ component }) => component === BOARD)?.['title']).toBe('Our board');
  });

  it('updated, it opens the new version, and a screen that is gone takes its permission along', async () => {
    await admin.post('/admin/admin_group/edit', {
      id: await loadGroup(clerk),
      rules: ['news/index', 'screen.front_desk.board/index', 'screen.front_desk.queue/index'],
    });
    await uploadModule(admin, pack('1.1.0', ['board', 'wall']));
    await settle(await admin.post('/admin/module/update', { uid: 'front-desk' }));
    expect(await components(admin)).toEqual(['module/front-desk/1.1.0/board', 'module/front-desk/1.1.0/wall']);
    expect(await components(clerk)).toEqual(['module/front-desk/1.1.0/board']);
    expect(await groupRules()).not.toContain('screen.front_desk.queue/index');
  });

  it('a failure of the installation brings rules and permissions back', async () => {
    await uploadModule(admin, pack('1.2.0', ['wall']));
    const failpoints = server.services.env.failpoints as string[];
    failpoints.push('job_after_screens:throw');
    const response = await admin.post('/admin/module/update', { uid: 'front-desk' });
    await server.jobs.settled();
    failpoints.length = 0;
    expect((await admin.get('/admin/job/edit', { id: String(response.data.job) })).data.row.status).toBe('failed');
    expect(await components(admin)).toEqual(['module/front-desk/1.1.0/board', 'module/front-desk/1.1.0/wall']);
    expect(await groupRules()).toContain('screen.front_desk.board/index');
    await admin.post('/admin/module/discard', { uid: 'front-desk' });
  });

  it('uninstalled, nothing of it is left', async () => {
    await settle(await admin.post('/admin/module/uninstall', { uid: 'front-desk', rows: 'delete' }));
    expect(await components(admin)).toEqual([]);
    expect(await groupRules()).toEqual(['news/index']);
    expect((await guest(server).send('GET', '/storage/modules/front-desk/1.1.0/board.mjs')).status).toBe(404);
  });
});
