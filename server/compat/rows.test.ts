/** Lists and forms of older clients, page by page: list, search, sort, add, edit, delete, switch and drag. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { seedContext } from '../db/seeds/base';
import { limitedAdmin } from '../testing/callers';
import {
  createCompatClient,
  DIALECTS,
  searchQuery,
  type CompatClient,
  type Dialect,
} from '../testing/compat/compatClient';
import { startTestServer, testDialects, type TestServer } from '../testing/testServer';

const TIMES: Readonly<Record<Dialect, Readonly<Record<string, string>>>> = {
  first: { create: 'createtime', lastLogin: 'lastlogintime', lastUpload: 'lastuploadtime' },
  second: { create: 'create_time', lastLogin: 'last_login_time', lastUpload: 'last_upload_time' },
};
interface TreeNode {
  readonly id: number;
  readonly name: string;
  readonly type: string;
  readonly children: readonly TreeNode[];
}
const flatten = (nodes: readonly TreeNode[]): readonly TreeNode[] =>
  nodes.flatMap((node) => [node, ...flatten(node.children)]);

describe.each(testDialects())('the pages of older clients on %s', (database) => {
  let testServer: TestServer;
  beforeAll(async () => {
    testServer = await startTestServer({ database, seed: 'demo' });
  });
  afterAll(() => testServer.close());

  describe.each(DIALECTS)('in the %s dialect', (dialect) => {
    let client: CompatClient;
    beforeAll(async () => {
      client = createCompatClient(testServer, dialect);
      await client.signIn();
    });
    const row = async (path: string, id: number) => (await client.get(`${path}edit?id=${id}`)).data.row;
    const list = async (path: string, query = '') => (await client.get(`${path}index?page=1&limit=10${query}`)).data;
    const search = (field: string, operator: string, val: string) =>
      `&${searchQuery(dialect, [{ field, operator, val }])}`;
    const columns = TIMES[dialect];

    it('members: adds, finds, edits, switches and deletes one', async () => {
      const username = `compat_${dialect}`;
      const draft = {
        username,
        nickname: 'Compat',
        group_id: 1,
        gender: 1,
        status: 'enable',
        password: 'compat-horse-7',
      };
      const added = await client.post('/admin/user.user/add', { ...draft, money: '', score: '', avatar: '' });
      expect([added.code, added.msg]).toEqual([1, expect.any(String)]);
      const { list: found } = await list('/admin/user.user/', search('username', 'LIKE', username));
      expect(found).toHaveLength(1);
      expect(found[0]).toMatchObject({ username, status: 'enable', group: { name: 'Members' } });
      expect(found[0]).not.toHaveProperty('revision');
      expect(typeof found[0][columns['create'] ?? '']).toBe('number');
      const { id } = found[0];
      // The client sends back the whole row, with what it shows.
      const before = await row('/admin/user.user/', id);
      expect(before.avatar).toBe(`${testServer.url}/static/images/avatar.png`);
      const edited = await client.post('/admin/user.user/edit', { ...before, nickname: 'Renamed' });
      expect([edited.code, edited.data.row.nickname, edited.data.row.avatar]).toEqual([1, 'Renamed', before.avatar]);
      const [stored] = await testServer.services.db.rows<{ avatar: string | null; nickname: string }>(
        'SELECT avatar, nickname FROM `user` WHERE id = ?',
        [id],
      );
      expect([stored?.avatar ?? '', stored?.nickname]).toEqual(['', 'Renamed']);
      const disabled = await client.post('/admin/user.user/edit', { id, status: 'disable' });
      expect([disabled.code, disabled.data.row.status]).toEqual([1, 'disable']);
      expect(
        (await list('/admin/user.user/', search('status', '=', 'disable'))).list.map((node: TreeNode) => node.id),
      ).toContain(id);
      expect((await client.del('/admin/user.user/del', [id])).code).toBe(1);
      expect((await list('/admin/user.user/', search('id', 'LIKE', String(id)))).list).toEqual([]);
    });

    it('the default picture is no picture: in a new row, with an idempotency key, and while somebody else sets one', async () => {
      for (const [page, form] of [
        ['/admin/user.user/', { group_id: 1, status: 'enable' }],
        ['/admin/auth.Admin/', { group_arr: [1], status: 1 }],
      ] as const) {
        const username = `pic_${page.length}_${dialect}`;
        const picture = '/static/images/avatar.png';
        const draft = { username, nickname: 'Picture', password: 'compat-horse-7', ...form };
        const added = await client.post(`${page}add`, { ...draft, avatar: `${testServer.url}${picture}` });
        expect([page, added.code, added.data?.fields]).toEqual([page, 1, undefined]);
        const { id } = added.data;
        const stored = async (): Promise<string | null | undefined> => {
          const sql = `SELECT avatar FROM \`${page.includes('user') ? 'user' : 'admin'}\` WHERE id = ?`;
          return (await testServer.services.db.rows<{ avatar: string | null }>(sql, [id]))[0]?.avatar;
        };
        expect((await stored()) ?? '').toBe('');
        const shown = await row(page, id);
        const headers = { 'content-type': 'application/json', 'idempotency-key': `picture-${username}` };
        const body = JSON.stringify({ id, nickname: 'Once', avatar: shown.avatar });
        for (let sent = 0; sent < 2; sent += 1)
          expect((await client.send('POST', `${page}edit`, { body, headers })).code).toBe(1);
        for (const avatar of [shown.avatar, picture, `http://other.example${picture}`])
          expect((await client.post(`${page}edit`, { id, avatar })).code).toBe(1);
        expect((await stored()) ?? '').toBe('');
        const { list: files } = await list('/admin/routine.attachment/', search('mimetype', 'LIKE', 'image'));
        const own = await client.post(`${page}edit`, { id, avatar: files[0].full_url });
        expect([own.code, await stored()]).toEqual([1, files[0].url]);
        // The form that was opened before still shows the default picture.
        const lateEdit = await client.post(`${page}edit`, { ...shown, nickname: 'Late' });
        expect([lateEdit.code, lateEdit.data.row.nickname, await stored()]).toEqual([1, 'Late', files[0].url]);
        expect((await client.send('POST', `${page}edit`, { body, headers })).code).toBe(1);
        expect((await client.post(`${page}edit`, { id, avatar: '' })).code).toBe(1);
        expect((await stored()) ?? '').toBe('');
      }
    });

    it('the last write wins, and its history names both values', async () => {
      const page = '/admin/user.user/';
      const [one] = (await list(page)).list;
      const [first, second] = [await row(page, one.id), await row(page, one.id)];
      expect((await client.post(`${page}edit`, { ...first, motto: `First ${dialect}` })).code).toBe(1);
      expect((await client.post(`${page}edit`, { ...second, motto: `Second ${dialect}`, revision: 1 })).code).toBe(1);
      expect((await row(page, one.id)).motto).toBe(`Second ${dialect}`);
      const { data } = await client.get(`/admin/user/history?id=${one.id}`);
      expect(JSON.stringify(data)).toContain(`First ${dialect}`);
    });

    it('searches and sorts by the columns that it shows, joined ones included', async () => {
      const { create = '', lastLogin = '', lastUpload = '' } = columns;
      const byGroup = await list('/admin/user.user/', search('group.name', 'LIKE', 'Partner'));
      expect(byGroup.list.length).toBeGreaterThan(0);
      expect(byGroup.list.every(({ group }: { group: { name: string } }) => group.name === 'Partners')).toBe(true);
      expect((await list('/admin/user.user/', search('group.name', 'LIKE', 'no such group'))).list).toEqual([]);
      const sorted = await list('/admin/user.user/', `&order=${create},asc`);
      expect(sorted.list[0][create]).toBeLessThanOrEqual(sorted.list[1][create]);
      expect((await client.get(`/admin/auth.admin/index?order=${lastLogin},desc`)).code).toBe(1);
      const range = search(create, 'RANGE', '2020-01-01 00:00:00,2035-01-01 00:00:00');
      expect((await list('/admin/user.user/', range)).total).toBeGreaterThan(10);
      const files = await list('/admin/routine.attachment/', `&order=${lastUpload},desc`);
      expect(files.list[0]).toMatchObject({
        suffix: 'webp',
        full_url: `${testServer.url}${files.list[0].url}`,
        admin: { nickname: '' },
      });
      expect((await list('/admin/routine.attachment/', search('user.nickname', 'LIKE', 'nobody'))).list).toEqual([]);
      const entries = await list('/admin/user.moneyLog/', search('user.nickname', 'LIKE', 'Hana Sato'));
      expect(entries.list[0].user).toEqual({ username: 'member080', nickname: 'Hana Sato' });
      expect(
        (await client.get('/admin/user.user/index?initKey=user.id&initValue=80&select=true')).data.list[0],
      ).toMatchObject({
        nickname_text: 'member080(ID:80)',
      });
      const unknown = await client.get(`/admin/user.user/index?page=1${search('no_such', '=', '1')}`);
      expect(unknown.status).toBe(400);
    });

    it('the log of admins: details as text, and fuzzy searches of ids', async () => {
      const { list: entries } = await list('/admin/auth.adminLog/');
      expect(typeof JSON.parse(entries[0].data)).toBe('object');
      const { id, admin_id: adminId } = entries[0];
      expect((await list('/admin/auth.adminLog/', search('id', 'LIKE', String(id)))).list).toHaveLength(1);
      expect((await list('/admin/auth.adminLog/', search('admin_id', 'LIKE', String(adminId)))).total).toBeGreaterThan(
        0,
      );
      expect(
        (await list('/admin/auth.adminLog/', search('data', 'LIKE', entries[0].data.slice(0, 40)))).total,
      ).toBeGreaterThan(0);
      expect((await client.del('/admin/auth.adminLog/del', [id])).code).toBe(403);
    });

    it('a booking: shows the member, then adds the entry', async () => {
      for (const [page, field, amount] of [
        ['moneyLog', 'money', '1.50'],
        ['scoreLog', 'score', 3],
      ] as const) {
        const { data } = await client.get(`/admin/user.${page}/add?userId=80`);
        expect(data.user).toMatchObject({ id: 80, username: 'member080', [field]: expect.anything() });
        const booked = await client.post(`/admin/user.${page}/add`, { user_id: 80, [field]: amount, memo: 'Compat' });
        expect([page, booked.code]).toEqual([page, 1]);
        // The page of a member shows its entries, the newest first.
        const { list: entries } = await list(`/admin/user.${page}/`, search('user_id', '=', '80'));
        expect(entries[0]).toMatchObject({ user_id: 80, memo: 'Compat', user: { username: 'member080' } });
        expect(Number((await client.get(`/admin/user.${page}/add?userId=80`)).data.user[field])).toBe(
          Number(data.user[field]) + Number(amount),
        );
      }
      expect((await client.get('/admin/user.moneyLog/add?userId=999999')).status).toBe(404);
    });

    it('role groups: a tree with summaries, rules as ids both ways, and the own groups', async () => {
      const page = '/admin/auth.group/';
      const { list: groups, group } = await list(page);
      expect(group).toEqual([1]);
      expect(groups[0]).toMatchObject({ id: 1, rules: 'Super admin' });
      expect(groups[0].children.length).toBeGreaterThan(1);
      const rulePage = dialect === 'first' ? '/admin/auth.menu/' : '/admin/auth.rule/';
      const rules = flatten((await client.get(`${rulePage}index`)).data.list);
      const getId = (name: string) => rules.find((rule) => rule.name === name)?.id ?? 0;
      const checked = [getId('menu/content'), getId('news'), getId('news/index'), getId('news/edit')];
      const name = `Compat ${dialect}`;
      const added = await client.post(`${page}add`, { name, pid: '1', rules: checked, status: '1' });
      expect([added.code, added.data.row?.rules]).toEqual([1, [getId('news/index'), getId('news/edit')]]);
      const { id } = added.data.row;
      const [stored] = await testServer.services.db.rows<{ rules: string }>(
        'SELECT rules FROM `admin_group` WHERE id = ?',
        [id],
      );
      expect(JSON.parse(stored?.rules ?? '')).toEqual(['news/index', 'news/edit']);
      const edited = await client.post(`${page}edit`, {
        ...(await row(page, id)),
        rules: [...checked, getId('news/add')],
      });
      expect(edited.data.row.rules).toEqual([getId('news/index'), getId('news/edit'), getId('news/add')]);
      const listed = flatten((await list(page)).list).find((node) => node.id === id);
      expect(listed).toMatchObject({ rules: expect.stringContaining('2 more') });
      const all = await client.post(`${page}edit`, { id, rules: rules.map((rule) => rule.id) });
      expect(all.data.row.rules).toEqual(['*']);
      expect((await client.post(`${page}edit`, { id, rules: [999_999] })).data.fields).toEqual({
        rules: expect.stringContaining('999999'),
      });
      expect((await client.del(`${page}del`, [id])).code).toBe(1);
    });

    it('member groups: rules as ids both ways', async () => {
      const page = '/admin/user.group/';
      const rules = flatten((await client.get('/admin/user.rule/index')).data.list);
      const getId = (name: string) => rules.find((rule) => rule.name === name)?.id ?? 0;
      const checked = [getId('account'), getId('account/overview')];
      const added = await client.post(`${page}add`, { name: `Compat ${dialect}`, rules: checked, status: '1' });
      expect([added.code, added.data.row?.rules]).toEqual([1, [getId('account/overview')]]);
      expect((await client.del(`${page}del`, [added.data.row.id])).code).toBe(1);
    });

    it('trees: children, options with indented titles, a rule without a parent, and dragging', async () => {
      const page = '/admin/user.rule/';
      const tree = (await client.get(`${page}index`)).data.list;
      expect(tree[0].children.map((node: TreeNode) => node.name)).toContain('account/overview');
      const { options } = (await client.get(`${page}index?isTree=true&select=true`)).data;
      expect(options[1].title).toMatch(/^├ /);
      expect(
        (await client.get(`${page}index?isTree=true&select=true&initKey=id&initValue=0`)).data.options.length,
      ).toBe(options.length);
      const draft = {
        type: 'menu_dir',
        title: 'Extra',
        name: `extra_${dialect}`,
        weigh: '',
        pid: dialect === 'first' ? '' : 0,
        status: '1',
        extend: 'none',
        icon: 'fa fa-circle-o',
        keepalive: 0,
      };
      const added = await client.post(`${page}add`, draft);
      expect([added.code, typeof added.data.row?.weigh, added.data.row?.pid]).toEqual([1, 'number', null]);
      const { id } = added.data.row;
      const wholeRow = await row(page, id);
      const edited = await client.post(`${page}edit`, { ...wholeRow, title: 'Extra 2', pid: 0 });
      expect([edited.code, edited.data.row?.title]).toEqual([1, 'Extra 2']);
      const target = tree[0].id;
      const roots = async () => (await client.get(`${page}index`)).data.list.map((node: TreeNode) => node.id);
      const order = await roots();
      const sorted = await client.post(
        `${page}sortable`,
        dialect === 'first' ? { id, targetId: target } : { move: id, target, order: 'weigh,desc', direction: 'up' },
      );
      expect(sorted.code).toBe(1);
      expect(await roots()).toEqual([...order].reverse());
      expect((await client.del(`${page}del`, [id])).code).toBe(1);
    });

    it('menu rules: adds one without a weight, finds its entry, drags, edits and deletes it', async () => {
      const page = dialect === 'first' ? '/admin/auth.menu/' : '/admin/auth.rule/';
      const name = `compat/${dialect}`;
      const added = await client.post(`${page}add`, {
        type: 'menu',
        title: 'Compat',
        name,
        path: name,
        icon: 'fa fa-circle-o',
        menu_type: 'tab',
        url: '',
        component: '/src/views/backend/auth/group/index.vue',
        keepalive: 0,
        extend: 'none',
        remark: '',
        weigh: '',
        pid: dialect === 'first' ? '' : 0,
        status: '1',
      });
      expect([added.code, added.data.row?.pid, typeof added.data.row?.weigh]).toEqual([1, null, 'number']);
      const { id } = added.data.row;
      const loadEntry = async () => (await client.openConsole()).entries.find((entry) => entry.name === name);
      expect(await loadEntry()).toMatchObject({
        title: 'Compat',
        component: '/src/views/backend/auth/group/index.vue',
      });
      // The rule of the product keeps the name of the screen: a client has one route of each name.
      const { routes } = await client.openConsole();
      expect([routes.get('auth/group')?.id === id, routes.get(name)?.id]).toEqual([false, id]);
      const roots = async () => (await client.get(`${page}index`)).data.list.map((node: TreeNode) => node.id);
      const [target] = await roots();
      const drag =
        dialect === 'first' ? { id, targetId: target } : { move: id, target, order: 'weigh,desc', direction: 'up' };
      expect((await client.post(`${page}sortable`, drag)).code).toBe(1);
      expect((await roots())[0]).toBe(id);
      const edited = await client.post(`${page}edit`, { ...(await row(page, id)), title: 'Compat 2', pid: 0 });
      expect([edited.code, edited.data.row?.title]).toEqual([1, 'Compat 2']);
      expect((await client.post(`${page}edit`, { id, status: '0' })).code).toBe(1);
      expect(await loadEntry()).toBeUndefined();
      expect((await client.del(`${page}del`, [id])).code).toBe(1);
    });

    it('menu rules: titles are translated, and an edit stores only changed fields', async () => {
      const page = dialect === 'first' ? '/admin/auth.menu/' : '/admin/auth.rule/';
      const rules = flatten((await client.get(`${page}index`)).data.list);
      const id = rules.find(({ name }) => name === 'admin_group')?.id ?? 0;
      const before = await row(page, id);
      expect(before).toMatchObject({ title: 'Role groups', component: '/src/views/backend/auth/group/index.vue' });
      expect((await client.post(`${page}edit`, { ...before, remark: `Note ${dialect}` })).code).toBe(1);
      const [stored] = await testServer.services.db.rows(
        'SELECT title, component, remark FROM `menu_rule` WHERE id = ?',
        [id],
      );
      expect(stored).toEqual({ title: 'admin_group', component: 'admin_group', remark: `Note ${dialect}` });
    });

    it('admins: the names of the groups, and an edit of the whole row', async () => {
      const page = '/admin/auth.admin/';
      const { list: admins } = await list(page);
      const one = admins.find(({ id }: TreeNode) => id !== 1);
      expect(one.group_name_arr.length).toBeGreaterThan(0);
      const edited = await client.post(`${page}edit`, {
        ...(await row(page, one.id)),
        motto: `By ${dialect}`,
        password: '',
      });
      expect([edited.code, edited.data.row?.motto]).toEqual([1, `By ${dialect}`]);
    });

    it('recycle and sensitive rules and their logs: joined names, details, restore and rollback', async () => {
      const { list: logs } = await list('/admin/security.dataRecycleLog/', search('data_table', 'LIKE', 'news'));
      expect(logs[0]).toMatchObject({
        recycle: { name: 'News 新闻', controller_as: 'news' },
        admin: { nickname: expect.any(String) },
      });
      expect(logs[0].admin.nickname).not.toBe('');
      const { row: info } = (await client.get(`/admin/security.dataRecycleLog/info?id=${logs[0].id}`)).data;
      expect([typeof info.data, info.recycle.name]).toEqual(['object', logs[0].recycle.name]);
      const changes = (await list('/admin/security.sensitiveDataLog/', search('data_field', '=', 'mobile'))).list;
      expect(changes[0]).toMatchObject({
        data_comment: 'Mobile',
        sensitive: { name: expect.stringContaining('Members') },
      });
      const rule = await row('/admin/security.sensitiveData/', 1);
      expect(rule.data_fields).toMatchObject({ username: 'Username', mobile: 'Mobile' });
      const fields = ['username', 'email'].map((name) => ({ name, value: rule.data_fields[name] ?? 'Email' }));
      const edited = await client.post('/admin/security.sensitiveData/edit', {
        ...rule,
        data_fields: ['username', 'email'],
        fields,
      });
      expect([edited.code, Object.keys(edited.data.row?.data_fields ?? {})]).toEqual([1, ['username', 'email']]);
      await client.post('/admin/security.sensitiveData/edit', {
        id: 1,
        fields: Object.keys(rule.data_fields).map((name) => ({ name, value: '' })),
      });
      const choices = (await client.get('/admin/security.dataRecycle/add')).data;
      expect([choices.tables.news, choices.controllers.news]).toEqual(['News', 'News']);
      // A rule names the controller as the client spells it, or as our form does.
      for (const controller of ['auth.Group', 'admin_group']) {
        const draft = { name: `Groups ${dialect}`, data_table: 'admin_group', controller };
        const added = await client.post('/admin/security.dataRecycle/add', draft);
        expect([added.code, added.data?.row?.controller_as]).toEqual([1, 'admin_group']);
        await client.del('/admin/security.dataRecycle/del', [added.data.row.id]);
      }
      const unknown = { name: 'Unknown', data_table: 'admin_group', controller: 'auth.Nothing' };
      expect((await client.post('/admin/security.dataRecycle/add', unknown)).data.fields).toHaveProperty('controller');
      expect(
        (await client.get(`/admin/security.dataRecycle/index?page=1${search('connection', 'LIKE', 'x')}`)).data.list,
      ).toEqual([]);
    });

    it('the designer’s log and the module store: tables with names, and installed modules', async () => {
      const { list: records } = await list('/admin/crud.Log/');
      expect(records[0]).toMatchObject({ table: { name: records[0].table_name }, fields: [] });
      expect((await list('/admin/crud.Log/', search('table_name', 'LIKE', 'market'))).total).toBeGreaterThan(0);
      expect((await client.get('/admin/module/index')).data.installed).toEqual([]);
      const store = dialect === 'first' ? '/api/v2.store/' : '/api/v6.store/';
      const { rows, category } = (await client.get(`${store}modules?order=&activeTab=all&installed[0][uid]=x`)).data;
      expect([rows, category[0].id]).toEqual([[], 'all']);
      expect((await client.get(`${store}info?uid=x`)).data.info.type).toBe('local');
    });

    it('can do nothing that the REST route refuses', async () => {
      const caller = await limitedAdmin(testServer, ['user/index', 'user/edit'], 'all');
      const limited = createCompatClient(testServer, dialect);
      limited.useToken('admin', caller.token);
      for (const path of ['auth.group/index', 'auth.rule/index', 'user.group/index', 'user.moneyLog/index'])
        expect([path, (await limited.get(`/admin/${path}`)).code]).toEqual([path, 403]);
      expect((await limited.post('/admin/user.user/add', { username: 'nobody', status: 'enable' })).code).toBe(403);
      expect((await limited.del('/admin/user.user/del', [80])).code).toBe(403);
      expect((await limited.post('/admin/auth.group/edit', { id: 1, rules: [1] })).code).toBe(403);
      const visibleRow = (await limited.get('/admin/user.user/edit?id=80')).data.row;
      expect(visibleRow).not.toHaveProperty('mobile');
      const { code, data } = await limited.post('/admin/user.user/edit', {
        ...visibleRow,
        money: '99.00',
        createtime: 5,
        id: 80,
      });
      expect([code, data.ignored]).toEqual([1, expect.arrayContaining(['money', 'createtime'])]);
      const guest = createCompatClient(testServer, dialect);
      expect((await guest.get('/admin/user.moneyLog/add?userId=80')).code).toBe(302);
    });
  });

  it('keeps rules of a group that no stored rule has', async () => {
    const entity = testServer.services.registry.get('admin_group');
    if (entity === undefined) throw new Error('no groups');
    const draft = { name: 'Older', rules: ['gone/index', 'news/index'], data_scope: 'all', pid: 1 };
    const { id } = await testServer.writer.create(seedContext(testServer.services), entity, draft);
    const client = createCompatClient(testServer, 'second');
    await client.signIn();
    const shown = (await client.get(`/admin/auth.group/edit?id=${id}`)).data.row;
    expect(shown.rules).toHaveLength(1);
    const tree = flatten((await client.get('/admin/auth.rule/index')).data.list);
    const added = tree.find(({ name }) => name === 'news/edit')?.id;
    await client.post('/admin/auth.group/edit', { ...shown, rules: [...shown.rules, added] });
    const [stored] = await testServer.services.db.rows<{ rules: string }>(
      'SELECT rules FROM `admin_group` WHERE id = ?',
      [id],
    );
    expect(JSON.parse(stored?.rules ?? '')).toEqual(['news/index', 'news/edit', 'gone/index']);
  });
});
