/** Searches of texts that are shown but not stored: choices, titles of rules; and columns that cannot be searched. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { permissionActions } from '../../../common/entity/permissionKeys';
import { limitedAdmin, member, type ApiResponse } from '../../testing/callers';
import { createCompatClient, DIALECTS, searchQuery, type CompatClient } from '../../testing/compat/compatClient';
import { startTestServer, testDialects, type TestServer } from '../../testing/testServer';

interface RuleNode {
  readonly title: string;
  readonly name: string;
  readonly type: string;
  readonly children?: readonly RuleNode[];
}
const flatten = (nodes: readonly RuleNode[]): readonly RuleNode[] =>
  nodes.flatMap((node) => [node, ...flatten(node.children ?? [])]);

describe.each(testDialects())('searches of older clients on %s', (database) => {
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
    const find = (page: string, field: string, val: string, from = client) =>
      from.get(`/admin/${page}/index?page=1&limit=100&${searchQuery(dialect, [{ field, operator: 'LIKE', val }])}`);

    it('a choice is found by its label, its name and its shown value', async () => {
      const { id } = await member(testServer);
      await client.post('/admin/user.user/edit', { id, status: 'disable' });
      for (const text of ['Disable', 'disabled', '%disable%']) {
        const { list } = (await find('user.user', 'status', text)).data;
        expect(list.map((row: { id: number }) => row.id)).toContain(id);
        expect(list.every(({ status }: { status: string }) => status === 'disable')).toBe(true);
      }
      const chinese = createCompatClient(testServer, dialect, 'zh-cn');
      await chinese.signIn();
      expect((await find('user.user', 'status', '禁用', chinese)).data.list.length).toBeGreaterThan(0);
      expect((await find('user.user', 'status', 'no such status')).data.list).toEqual([]);
      const types = flatten((await find('auth.rule', 'type', 'button')).data.list);
      expect(types.length).toBeGreaterThan(0);
      expect((await find('user.user', 'money', 'no number')).data.list).toEqual([]);
    });

    const findAll = (page: string, items: readonly (readonly [string, string])[], quick = '') => {
      const search = items.map(([field, val]) => ({ field, operator: 'LIKE', val }));
      return client.get(
        `/admin/${page}/index?page=1&limit=100&quickSearch=${encodeURIComponent(quick)}&${searchQuery(dialect, search)}`,
      );
    };
    const listIds = (response: ApiResponse): readonly number[] =>
      response.data.list.map(({ id }: { id: number }) => id).sort((a: number, b: number) => a - b);

    it('percent signs: around a text they have no meaning, alone they find all rows with a value', async () => {
      for (const memo of [`50% ${dialect}`, `500 ${dialect}`]) {
        const booked = await client.post('/admin/user.scoreLog/add', { user_id: 80, score: 1, memo });
        expect([booked.code, booked.msg]).toEqual([1, expect.any(String)]);
      }
      const listMemos = async (text: string): Promise<readonly string[]> =>
        (await find('user.scoreLog', 'memo', text)).data.list.map(({ memo }: { memo: string }) => memo);
      expect(await listMemos(`50% ${dialect}`)).toEqual([`50% ${dialect}`]);
      expect(await listMemos(`%0 ${dialect}%`)).toEqual([`500 ${dialect}`]);
      const { list, total } = (await client.get('/admin/user.user/index?limit=100')).data;
      const inGroups = list.filter(({ group_id: group }: { group_id: unknown }) => Number(group) > 0).length;
      for (const [field, count] of [
        ['status', total],
        ['nickname', total],
        ['money', total],
        ['group.name', inGroups],
      ] as const)
        expect([field, (await find('user.user', field, '%')).data.total]).toEqual([field, count]);
    });

    it('every condition on columns of JSON counts, besides the quick search', async () => {
      const page = '/admin/security.sensitiveData/';
      const rule = await client.post(`${page}add`, {
        name: `Mottos ${dialect}`,
        data_table: 'user_group',
        controller: 'user_group',
        status: '1',
        fields: [{ name: 'name', value: 'Name' }],
      });
      expect(rule.code).toBe(1);
      const rules = (field: string) => find('security.sensitiveData', 'data_fields', field);
      for (const text of ['name', 'NAME', '%name%']) expect(listIds(await rules(text))).toContain(rule.data.id);
      expect(listIds(await rules('no such field'))).toEqual([]);
      const group = await client.post('/admin/user.group/add', { name: `Ab ${dialect}`, rules: [], status: '1' });
      expect([group.code, group.msg]).toEqual([1, expect.any(String)]);
      for (const name of [`Bé ${dialect}`, `Cd ${dialect}`])
        expect(await client.post('/admin/user.group/edit', { id: group.data?.id, name })).toMatchObject({ code: 1 });
      const log = 'security.sensitiveDataLog';
      const changes = async (before: string, after: string) =>
        (
          await findAll(log, [
            ['before', before],
            ['after', after],
          ])
        ).data.total;
      expect([
        await changes(`ab ${dialect}`, `Bé ${dialect}`),
        await changes(`Ab ${dialect}`, `Cd ${dialect}`),
      ]).toEqual([1, 0]);
      expect(await changes(`bé ${dialect}`, `cd ${dialect}`)).toBe(1);
      expect((await client.del(page + 'del', [rule.data.id])).code).toBe(1);
    });

    it('the log of admins is searched in its details, together with the quick search', async () => {
      const nickname = `Details ${dialect}`;
      const { id } = await member(testServer);
      expect((await client.post('/admin/user.user/edit', { id, nickname })).code).toBe(1);
      const found = (await find('auth.adminLog', 'data', nickname)).data.list;
      expect(found.length).toBeGreaterThan(0);
      expect(found.every(({ data }: { data: string }) => data.includes(nickname))).toBe(true);
      expect((await findAll('auth.adminLog', [['data', nickname]], 'no such title')).data.list).toEqual([]);
      const foundRows = await findAll('auth.adminLog', [
        ['data', nickname],
        ['data', 'no such value'],
      ]);
      expect(foundRows.data.list).toEqual([]);
      expect((await find('auth.adminLog', 'data', 'no such value')).data.list).toEqual([]);
    });

    it.each(['moneyLog', 'scoreLog'])('the quick search of %s finds the member', async (log) => {
      const { list } = (await client.get(`/admin/user.${log}/index?limit=100`)).data;
      const [{ user, user_id: userId }] = list;
      for (const text of [user.username, user.nickname.toUpperCase()]) {
        const quick = (await findAll(`user.${log}`, [], text)).data.list as readonly { user_id: number }[];
        expect(quick.map((entry) => entry.user_id)).toContain(userId);
      }
      const own = (await findAll(`user.${log}`, [], String(list[0].id))).data.list;
      expect(own.map(({ id }: { id: number }) => id)).toContain(list[0].id);
      expect((await findAll(`user.${log}`, [], 'no such member')).data.list).toEqual([]);
      const blind = createCompatClient(testServer, dialect);
      const entity = log === 'moneyLog' ? 'user_money_log' : 'user_score_log';
      blind.useToken('admin', (await limitedAdmin(testServer, [`${entity}/index`], 'all')).token);
      const hidden = await blind.get(`/admin/user.${log}/index?quickSearch=${user.username}`);
      expect([hidden.code, hidden.data.list]).toEqual([1, []]);
      // A search on what may not be read is refused as if the field were unknown.
      for (const field of ['user.nickname', 'user.username', 'user.password'])
        expect([field, (await find(`user.${log}`, field, 'x', blind)).status]).toEqual([field, 400]);
    });

    it('texts that our lists do not search are found by what is shown, and by no one who may not read them', async () => {
      const { id } = await member(testServer);
      const motto = `Aims ${dialect} 50%`;
      expect((await client.post('/admin/user.user/edit', { id, motto })).code).toBe(1);
      expect(listIds(await find('user.user', 'motto', `AIMS ${dialect} 50`))).toEqual([id]);
      expect(listIds(await find('user.user', 'motto', `aims_${dialect}`))).toEqual([]);
      const address = String((await client.get(`/admin/user.user/edit?id=${id}`)).data.row.last_login_ip);
      for (const field of ['last_login_ip', 'lastloginip'])
        expect([field, listIds(await find('user.user', field, address.slice(1)))]).toContainEqual(
          expect.arrayContaining([id]),
        );
      const [file] = (await client.get('/admin/routine.attachment/index?limit=1')).data.list;
      for (const field of ['storage', 'sha1']) {
        const part = String(file[field]).slice(1, 5);
        expect([field, listIds(await find('routine.attachment', field, part))]).toContainEqual(
          expect.arrayContaining([file.id]),
        );
      }
      const rules = flatten((await find('auth.rule', 'component', 'auth/group/index')).data.list);
      expect(rules.map(({ name }) => name)).toContain('admin_group');
      const limited = createCompatClient(testServer, dialect);
      limited.useToken('admin', (await limitedAdmin(testServer, ['user/index'], 'all')).token);
      expect((await find('user.user', 'last_login_ip', address, limited)).status).toBe(400);
    });

    it('the value of a fuzzy search is a text: lists and objects are refused', async () => {
      for (const field of ['username', 'motto', 'status', 'money', 'group.name'])
        for (const val of [{ a: 'b' }, ['b']]) {
          const condition = encodeURIComponent(JSON.stringify({ field, operator: 'LIKE', val }));
          const { status } = await client.get(`/admin/user.user/index?search[]=${condition}`);
          expect([field, val, status]).toEqual([field, val, 400]);
        }
    });

    it('a column that cannot be searched is refused, without an empty list', async () => {
      const columns: readonly (readonly [string, string])[] = [
        ['routine.attachment', 'suffix'],
        ['routine.attachment', 'full_url'],
        ['auth.admin', 'password'],
        ['auth.admin', 'group_name_arr'],
        ['auth.group', 'rules'],
        ['user.user', 'no_such'],
      ];
      for (const [page, field] of columns) expect([field, (await find(page, field, 'x')).status]).toEqual([field, 400]);
    });

    it.each(['en', 'zh-cn'] as const)('rules are found by the titles that are shown in %s', async (lang) => {
      const reader = createCompatClient(testServer, dialect, lang);
      await reader.signIn();
      const title = { en: 'Role groups', 'zh-cn': '角色组' }[lang];
      for (const query of [`quickSearch=${encodeURIComponent(title)}`, `quick_search=${encodeURIComponent(title)}`]) {
        const { list } = (await reader.get(`/admin/auth.rule/index?${query}`)).data;
        expect(flatten(list).map((rule) => rule.title)).toContain(title);
      }
      const { list } = (await find('auth.rule', 'title', title, reader)).data;
      expect(flatten(list).map((rule) => rule.title)).toContain(title);
      expect((await find('auth.rule', 'title', 'no such title', reader)).data.list).toEqual([]);
      const [shown] = flatten((await reader.get('/admin/user.rule/index')).data.list);
      const rules = (await find('user.rule', 'title', shown?.title ?? '', reader)).data.list;
      expect(flatten(rules).map((rule) => rule.title)).toContain(shown?.title);
    });

    it.each(['en', 'zh-cn'] as const)(
      'no button of the rights tree has a raw action as its title in %s',
      async (lang) => {
        const reader = createCompatClient(testServer, dialect, lang);
        await reader.signIn();
        const buttons = flatten((await reader.get('/admin/auth.rule/index')).data.list).filter(
          ({ type }) => type === 'button',
        );
        expect(buttons.length).toBeGreaterThan(100);
        const actions = new Set(testServer.services.registry.all.flatMap((entity) => permissionActions(entity)));
        expect(buttons.filter(({ title }) => actions.has(title)).map(({ name }) => name)).toEqual([]);
      },
    );
  });
});
