/** Error messages for older clients where they have no dialog of their own: an order, a member with a balance, a group below itself. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { limitedAdmin, member, superAdmin, type Body } from '../../testing/callers';
import { createCompatClient, DIALECTS, type CompatClient } from '../../testing/compat/compatClient';
import { startTestServer, testDialects, type TestServer } from '../../testing/testServer';

describe.each(testDialects())('error messages for older clients on %s', (database) => {
  let testServer: TestServer;
  beforeAll(async () => {
    testServer = await startTestServer({ database });
  });
  afterAll(() => testServer.close());

  describe.each(DIALECTS)('in the %s dialect', (dialect) => {
    let client: CompatClient;
    beforeAll(async () => {
      client = createCompatClient(testServer, dialect);
      await client.signIn();
    });

    // @covers fault compat.unsortable
    it('an order by a computed column is refused, and one by a joined or own column is used', async () => {
      for (const [page, field] of [
        ['user.user', 'group.password'],
        ['user.user', 'nickname_text'],
        ['routine.attachment', 'suffix'],
      ] as const) {
        const { status, code, msg } = await client.get(`/admin/${page}/index?page=1&order=${field},desc`);
        expect([status, code, msg]).toEqual([400, 400, expect.stringContaining(`“${field}”`)]);
      }
      expect((await client.get('/admin/user.user/index?page=1&order=id,desc;')).code).toBe(1);
      const joined = ['user.user group.name', 'user.moneyLog user.nickname', 'user.scoreLog user.username'];
      joined.push('routine.attachment admin.nickname', 'security.dataRecycleLog recycle.name');
      joined.push('security.dataRecycleLog admin.nickname', 'security.sensitiveDataLog sensitive.name');
      for (const one of joined) {
        const [page, field] = one.split(' ');
        expect([one, (await client.get(`/admin/${page}/index?page=1&order=${field},desc`)).code]).toEqual([one, 1]);
      }
      // An admin who may not read the other list gets the sentence.
      const caller = await limitedAdmin(testServer, ['user/index'], 'all');
      const limited = createCompatClient(testServer, dialect);
      limited.useToken('admin', caller.token);
      const { status, msg } = await limited.get('/admin/user.user/index?page=1&order=group.name,asc');
      expect([status, msg]).toEqual([400, expect.stringContaining('“group.name”')]);
      expect((await client.get('/admin/user.user/index?page=1&order=no_such,asc')).status).toBe(400);
    });

    // @covers fault compat.holds_money
    it('a member with a balance: the address where it can be deleted', async () => {
      const { id } = await member(testServer);
      expect((await client.post('/admin/user.moneyLog/add', { user_id: id, money: '2.50', memo: 'Gift' })).code).toBe(
        1,
      );
      const refused = await client.del('/admin/user.user/del', [id]);
      expect([refused.status, refused.code]).toEqual([200, 0]);
      expect(refused.msg).toContain('Nothing was deleted');
      expect(refused.msg).toContain(`${testServer.url}/admin/user`);
      expect((await client.get(`/admin/user.user/edit?id=${id}`)).code).toBe(1);
      // Our own client opens its dialog.
      const plain = await (await superAdmin(testServer)).send('DELETE', `/admin/user/del?ids[]=${id}`);
      expect(plain.msg).toContain('Confirm each amount');
    });

    // @covers fault compat.booking_approval, fault compat.booking_day
    it('a booking that needs another admin: the address where the approval is requested', async () => {
      const { id } = await member(testServer);
      const setLimit = async (name: string, value: number | '') => {
        const saved = await client.post('/admin/routine.config/edit', { [name]: value });
        expect([name, saved.code, saved.data?.fields]).toEqual([name, 1, undefined]);
      };
      const booking = { user_id: id, money: '150.00', memo: 'Large' };
      for (const [name, sentence] of [
        ['ledger_second_money', 'need approval from another admin'],
        ['ledger_clerk_day_money', 'exceeds your daily limit'],
      ] as const) {
        await setLimit(name, 100);
        const { status, code, msg } = await client.post('/admin/user.moneyLog/add', booking);
        expect([status, code, msg]).toEqual([200, 0, expect.stringContaining(sentence)]);
        expect(msg).toContain(`${testServer.url}/admin/user`);
        const plain = await (await superAdmin(testServer)).post('/admin/user_money_log/add', booking);
        expect([plain.code, plain.msg.includes('http'), plain.data.secondPerson]).toEqual([0, false, true]);
        await setLimit(name, '');
      }
      expect((await client.post('/admin/user.moneyLog/add', booking)).code).toBe(1);
    });

    it('a group below itself: the parent is refused, also with other rules in the same form', async () => {
      const page = '/admin/auth.group/';
      const create = async (name: string, pid: number, rules: readonly string[]) =>
        (await client.post(`${page}add`, { name: `${name} ${dialect}`, pid, rules, status: '1' })).data.id as number;
      const id = await create('Upper', 1, ['news/index', 'news/edit']);
      const lower = await create('Lower', id, ['news/index']);
      for (const [pid, sentence] of [
        [id, 'An item can’t be its own parent'],
        [lower, 'An item under this one can’t be its parent'],
      ] as const) {
        for (const more of [{}, { rules: ['news/index', 'news/edit', 'news/add'] }]) {
          const { code, msg, data } = await client.post(`${page}edit`, { id, pid: String(pid), ...more });
          expect([code, msg]).toEqual([0, `Parent group: ${sentence}`]);
          expect(data.fields).toEqual({ pid: sentence });
        }
      }
      const rulePage = dialect === 'first' ? '/admin/auth.menu/' : '/admin/auth.rule/';
      const [rule] = (await client.get(`${rulePage}index`)).data.list;
      const refused = await client.post(`${rulePage}edit`, { ...rule, pid: rule.id });
      expect(refused.msg).toBe('Parent rule: An item can’t be its own parent');
    });

    it('a group with a permission that its parent lacks: names the parent, as the plain route does', async () => {
      const page = '/admin/auth.group/';
      const upper = { name: `Few ${dialect}`, pid: 1, rules: ['news/index'], status: '1' };
      const { id } = (await client.post(`${page}add`, upper)).data;
      const draft = { name: `More ${dialect}`, pid: id, rules: ['news/index', 'news/edit'] };
      const sentence = 'The parent group doesn’t have all of these permissions.';
      const sent = await client.post(`${page}add`, { ...draft, status: '1' });
      expect([sent.code, sent.msg, sent.data.fields]).toEqual([
        ...[0, expect.stringContaining(sentence), { rules: sentence }],
      ]);
      const plain = await (await superAdmin(testServer)).post('/admin/admin_group/add', { ...draft, status: 1 });
      expect([plain.code, plain.msg]).toEqual([0, sentence]);
      const chinese = createCompatClient(testServer, dialect, 'zh-cn');
      await chinese.signIn();
      expect((await chinese.post(`${page}add`, draft)).msg).toContain('上级角色组没有其中的部分权限。');
    });

    it('a new setting and a row of a log contain no revision', async () => {
      const settings = dialect === 'first' ? '/admin/routine.config/' : '/admin/routine.Config/';
      const item = {
        name: `extra_${dialect}`,
        title: 'Extra',
        type: 'string',
        group: 'basics',
        content: 'key1=value1',
      };
      const added = await client.post(`${settings}add`, { ...item, rule: '', extend: '', tip: '', weigh: 0 });
      expect(added).toMatchObject({ code: 1, data: { row: { name: item.name } } });
      await client.post('/admin/security.dataRecycle/add', { name: 'Groups', data_table: 'user_group' });
      const group = await client.post('/admin/user.group/add', { name: `Kept ${dialect}`, rules: [], status: '1' });
      expect((await client.del('/admin/user.group/del', [group.data.id])).code).toBe(1);
      const [log] = (await client.get('/admin/security.dataRecycleLog/index?page=1')).data.list;
      const info = await client.get(`/admin/security.dataRecycleLog/info?id=${log.id}`);
      expect(info.data.row.data).toMatchObject({ name: `Kept ${dialect}` });
      expect(JSON.stringify([added.data, group.data, info.data])).not.toContain('"revision"');
    });

    it('the form of a booking shows the member only to an admin who can book and read members', async () => {
      const { id } = await member(testServer);
      const open = async (rules: readonly string[], ledger: string) => {
        const caller = await limitedAdmin(testServer, rules, 'all');
        const limited = createCompatClient(testServer, dialect);
        limited.useToken('admin', caller.token);
        return limited.get(`/admin/user.${ledger}/add?userId=${id}`);
      };
      for (const [ledger, field] of [
        ['moneyLog', 'money'],
        ['scoreLog', 'score'],
      ] as const) {
        const node = ledger === 'moneyLog' ? 'user_money_log' : 'user_score_log';
        expect((await open([`${node}/add`], ledger)).data.user).toEqual({ id });
        const { code, data } = await open([`${node}/add`, 'user/index'], ledger);
        expect([code, data.user.id, typeof data.user.nickname, data.user.status]).toEqual([1, id, 'string', 'enable']);
        expect(Object.keys(data.user).sort()).toEqual(['avatar', 'id', 'nickname', 'status', 'username']);
        // A balance has its own permission.
        const cashier = (await open([`${node}/add`, 'user/index', 'user/see_money'], ledger)).data.user;
        expect(Number(cashier[field])).toBe(0);
        expect((await open(['user/index', `${node}/index`], ledger)).code).toBe(403);
      }
    });

    // @covers fault compat.rule_type
    // @covers fault compat.client_file
    it('rules: icons of the client, and a sentence for types and files that only the client has', async () => {
      const page = '/admin/user.rule/';
      const draft = {
        type: 'menu_dir',
        title: 'Icons',
        name: `icons_${dialect}`,
        icon: 'fa fa-star',
        pid: 0,
        status: '1',
        extend: 'none',
        keepalive: 0,
      };
      const added = await client.post(`${page}add`, draft);
      expect([added.code, added.data.row.icon]).toEqual([1, 'fa fa-star']);
      const [tree] = (await client.get(`${page}index`)).data.list.filter(({ name }: Body) => name === 'account');
      expect(tree.icon).toBe('fa fa-circle-o');
      // What the client was shown instead of the stored icon is not written.
      expect((await client.post(`${page}edit`, { ...tree, remark: `By ${dialect}` })).code).toBe(1);
      const [stored] = await testServer.services.db.rows('SELECT icon FROM `user_rule` WHERE id = ?', [tree.id]);
      expect(stored).toEqual({ icon: 'account_circle' });
      for (const type of ['nav', 'nav_user_menu', 'button']) {
        const { code, msg, data } = await client.post(`${page}add`, { ...draft, type, name: `${draft.name}/x` });
        expect([code, msg, Object.keys(data.fields)]).toEqual([0, expect.stringContaining('no buttons'), ['type']]);
      }
      const rulePage = dialect === 'first' ? '/admin/auth.menu/' : '/admin/auth.rule/';
      const own = { ...draft, type: 'menu', menu_type: 'tab', name: `file_${dialect}`, component: '/src/views/x.vue' };
      for (const rules of [page, rulePage]) {
        const { code, msg, data } = await client.post(`${rules}add`, own);
        expect([code, msg]).toEqual([0, expect.stringContaining('a file of your client')]);
        expect(Object.keys(data.fields)).toEqual(['component']);
      }
      const [target] = (await client.get(`${rulePage}index`)).data.list.filter(({ type }: Body) => type === 'menu_dir');
      expect((await client.post(`${rulePage}edit`, { id: target.id, icon: 'fa fa-leaf' })).code).toBe(1);
      const { data } = await client.openConsole();
      expect(data.menus.find(({ id }: Body) => id === target.id).icon).toBe('fa fa-leaf');
    });

    it('the terminal settings need no password of the last minutes', async () => {
      testServer.advanceClock(301_000);
      expect((await client.post('/admin/ajax/changeTerminalConfig', { manager: 'npm' })).code).toBe(1);
      await client.signIn();
    });
  });
});
