/** Older clients add, edit, enable, disable and delete admins, groups and rules. Tests the effect elsewhere: who can sign in, and which permissions remain. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Body } from '../../testing/callers';
import { createCompatClient, DIALECTS, searchQuery, type CompatClient } from '../../testing/compat/compatClient';
import { startTestServer, testDialects, type TestServer } from '../../testing/testServer';

const PASSWORD = 'quiet-river-42';
interface TreeNode {
  readonly id: number;
  readonly name: string;
  readonly children?: readonly TreeNode[];
}
const flatten = (nodes: readonly TreeNode[]): readonly TreeNode[] =>
  nodes.flatMap((node) => [node, ...flatten(node.children ?? [])]);

describe.each(testDialects())('admins, groups and rules in older clients on %s', (database) => {
  let testServer: TestServer;
  beforeAll(async () => {
    testServer = await startTestServer({ database });
  });
  afterAll(() => testServer.close());

  describe.each(DIALECTS)('in the %s dialect', (dialect) => {
    let client: CompatClient;
    const rulePage = dialect === 'first' ? '/admin/auth.menu/' : '/admin/auth.rule/';
    /** A remote select of the first client has text, one of the second numbers. */
    const asChosen = (id: number): number | string => (dialect === 'first' ? String(id) : id);
    beforeAll(async () => {
      client = createCompatClient(testServer, dialect);
      await client.signIn();
    });
    const search = (field: string, val: string) => searchQuery(dialect, [{ field, operator: 'LIKE', val }]);
    const find = async (page: string, field: string, val: string): Promise<readonly Body[]> =>
      (await client.get(`${page}index?page=1&limit=10&${search(field, val)}`)).data.list;
    const open = async (page: string, id: number): Promise<Body> => (await client.get(`${page}edit?id=${id}`)).data.row;
    const add = async (page: string, body: Body): Promise<number> => {
      const { code, msg, data } = await client.post(`${page}add`, body);
      expect([page, code, msg]).toEqual([page, 1, expect.any(String)]);
      return data.row.id as number;
    };
    /** The cell of a list sends the id and the field alone. */
    const turn = async (page: string, id: number, status: string): Promise<void> => {
      const { code, msg, data } = await client.post(`${page}edit`, { id, status });
      expect([page, status, code, msg]).toEqual([page, status, 1, expect.any(String)]);
      expect(String(data.row.status)).toBe(status);
    };
    const remove = async (page: string, id: number): Promise<void> => {
      expect((await client.del(`${page}del`, [id])).code).toBe(1);
      expect((await client.get(`${page}edit?id=${id}`)).status).toBe(404);
    };
    const getRuleId = async (page: string, name: string): Promise<number> =>
      flatten((await client.get(`${page}index`)).data.list).find((rule) => rule.name === name)?.id ?? 0;
    const addAdmin = async (username: string, group: number): Promise<number> => {
      const person = { username, nickname: username, email: '', mobile: '', avatar: '', motto: '' };
      const draft = { ...person, group_arr: [asChosen(group)], password: PASSWORD, status: '1' };
      return add('/admin/auth.admin/', draft);
    };
    const addNewsGroup = async (name: string): Promise<number> => {
      const rules = [await getRuleId(rulePage, 'news'), await getRuleId(rulePage, 'news/index')];
      return add('/admin/auth.group/', { name, pid: asChosen(1), rules, status: '1' });
    };
    const signInAs = async (username: string) => {
      const other = createCompatClient(testServer, dialect);
      return { other, ...(await other.signIn({ username, password: PASSWORD })) };
    };

    it('admins: adds one, who can sign in until it is switched off or deleted', async () => {
      const page = '/admin/auth.admin/';
      const username = `staff_${dialect}`;
      const group = await addNewsGroup(`Staff ${dialect}`);
      const id = await addAdmin(username, group);
      const [listed] = await find(page, 'username', username);
      expect(listed).toMatchObject({ id, username, group_name_arr: [`Staff ${dialect}`] });
      const { other, code } = await signInAs(username);
      expect([code, (await other.get('/admin/news/index')).code]).toEqual([1, 1]);
      await turn(page, id, '0');
      expect((await other.get('/admin/news/index')).code).toBe(302);
      expect((await signInAs(username)).code).toBe(0);
      await turn(page, id, '1');
      expect((await signInAs(username)).code).toBe(1);
      await remove(page, id);
      expect(await find(page, 'username', username)).toEqual([]);
      expect((await signInAs(username)).code).toBe(0);
      // Nobody switches off or deletes the own account.
      const own = await client.post(`${page}edit`, { id: 1, status: '0' });
      expect([own.code, (await client.del(`${page}del`, [1])).code]).not.toContain(1);
      expect((await client.get(`${page}index`)).code).toBe(1);
    });

    it('role groups: one that is switched off gives no permission', async () => {
      const page = '/admin/auth.group/';
      const group = await addNewsGroup(`Readers ${dialect}`);
      const id = await addAdmin(`reader_${dialect}`, group);
      const { other } = await signInAs(`reader_${dialect}`);
      const read = async () => (await other.get('/admin/news/index')).code;
      expect(await read()).toBe(1);
      await turn(page, group, '0');
      expect(await read()).toBe(403);
      await turn(page, group, '1');
      expect(await read()).toBe(1);
      await remove('/admin/auth.admin/', id);
      await remove(page, group);
    });

    it('member groups and rules: edits and switches decide the menu of their members', async () => {
      const [page, rules] = ['/admin/user.group/', '/admin/user.rule/'];
      const overview = await getRuleId(rules, 'account/overview');
      const profile = await getRuleId(rules, 'account/profile');
      const group = await add(page, { name: `Guests ${dialect}`, rules: [overview], status: '1' });
      const username = `guest_${dialect}`;
      const draft = { username, nickname: 'Guest', group_id: asChosen(group), status: 'enable', password: PASSWORD };
      await add('/admin/user.user/', draft);
      const visitor = createCompatClient(testServer, dialect);
      const form = { tab: 'login', username, password: PASSWORD, keep: false };
      visitor.useToken('member', (await visitor.post('/api/user/checkIn', form)).data.userInfo.token);
      const names = async () => (await visitor.openMemberCenter()).entries.map(({ name }) => name);
      expect(await names()).toEqual(['account/overview']);
      const edited = await client.post(`${page}edit`, { ...(await open(page, group)), rules: [overview, profile] });
      expect([edited.code, edited.data.row.rules]).toEqual([1, [overview, profile]]);
      expect(await names()).toEqual(['account/overview', 'account/profile']);
      await turn(rules, profile, '0');
      expect(await names()).toEqual(['account/overview']);
      await turn(rules, profile, '1');
      expect(await names()).toEqual(['account/overview', 'account/profile']);
      await turn(page, group, '0');
      const center = dialect === 'first' ? '/api/user/index' : '/api/index/index?requiredLogin=1';
      expect(JSON.stringify((await visitor.get(center)).data ?? {})).not.toContain('account/overview');
      await turn(page, group, '1');
      expect(await names()).toEqual(['account/overview', 'account/profile']);
    });

    it('recycle and sensitive rules: an edit, and a rule that is switched off records nothing', async () => {
      const kinds = [
        ['/admin/security.dataRecycle/', '/admin/security.dataRecycleLog/', 'data'],
        ['/admin/security.sensitiveData/', '/admin/security.sensitiveDataLog/', 'after'],
      ] as const;
      const fields = [{ name: 'title', value: 'Title' }];
      for (const [page, log, column] of kinds) {
        const isSensitive = column === 'after';
        const draft = { name: 'News', data_table: 'news', controller: 'news', primary_key: 'id', status: '1' };
        const id = await add(page, { ...draft, ...(isSensitive ? { data_fields: [], fields } : {}) });
        const shown = await open(page, id);
        const form = { ...shown, name: `News ${dialect}`, ...(isSensitive ? { fields } : {}) };
        const edited = await client.post(`${page}edit`, form);
        expect([edited.code, edited.data.row.name, edited.data.row.data_table]).toEqual([1, form.name, 'news']);
        const act = async (title: string): Promise<number> => {
          const news = (await client.post('/admin/news/add', { title: 'Draft', content: '<p>x</p>' })).data.id;
          expect((await client.post('/admin/news/edit', { id: news, title })).code).toBe(1);
          if (!isSensitive) expect((await client.del('/admin/news/del', [news])).code).toBe(1);
          return (await find(log, column, title)).length;
        };
        expect(await act(`Recorded ${dialect}`)).toBe(1);
        await turn(page, id, '0');
        expect(await act(`Unseen ${dialect}`)).toBe(0);
        await turn(page, id, '1');
        expect(await act(`Again ${dialect}`)).toBe(1);
        await remove(page, id);
      }
    });

    it('the log of admins is sorted by its columns', async () => {
      const time = dialect === 'first' ? 'createtime' : 'create_time';
      for (const field of ['id', time, 'username']) {
        const read = async (direction: string): Promise<readonly unknown[]> => {
          const query = `page=1&limit=20&order=${field},${direction}`;
          const { code, data } = await client.get(`/admin/auth.adminLog/index?${query}`);
          expect([field, direction, code]).toEqual([field, direction, 1]);
          return (data.list as readonly Body[]).map((row) => row[field]);
        };
        const [up, down] = [await read('asc'), await read('desc')];
        expect([field, up]).toEqual([field, [...up].sort(compare)]);
        expect([field, down]).toEqual([field, [...down].sort(compare).reverse()]);
        expect([field, compare(up[0], down[0])]).toEqual([field, -1]);
      }
    });

    it('an unknown query key is refused on every page', async () => {
      for (const page of ['user.user', 'auth.admin', 'auth.group', 'auth.adminLog', 'routine.attachment', 'crud.Log']) {
        const { status, code } = await client.get(`/admin/${page}/index?page=1&limit=10&no_such_key=1`);
        expect([page, status, code]).toEqual([page, 400, 400]);
      }
      // Keys that these clients send with any request are known.
      expect((await client.get('/admin/user.user/index?page=1&uuid=x&lang=en&server=1&isTree=true')).code).toBe(1);
    });
  });
});

const compare = (a: unknown, b: unknown): number => {
  const [left, right] = typeof a === 'number' ? [a, Number(b)] : [String(a).toLowerCase(), String(b).toLowerCase()];
  return left < right ? -1 : Number(left > right);
};
