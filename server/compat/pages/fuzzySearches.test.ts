/** Searches of texts that are shown but not stored: choices, titles of rules; and columns that cannot be searched. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { permissionActions } from '../../../common/entity/permissionKeys';
import { member } from '../../testing/callers';
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

    it('a column that cannot be searched is refused, not answered by an empty list', async () => {
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
