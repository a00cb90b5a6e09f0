/** Searches of columns that older clients display as other texts than the stored ones: they find the displayed text, also by `=` and `<>`. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createCompatClient, DIALECTS, searchQuery, type CompatClient } from '../../testing/compat/compatClient';
import { startTestServer, testDialects, type TestServer } from '../../testing/testServer';

interface Row {
  readonly id: number;
  readonly title: string;
  readonly icon: string | null;
  readonly component: string | null;
  readonly data_table: string;
  readonly data_field: string;
  readonly data_comment: string;
  readonly username: string;
  readonly table: { readonly name: string };
  readonly children?: readonly Row[];
}
const flatten = (rows: readonly Row[]): readonly Row[] => rows.flatMap((row) => [row, ...flatten(row.children ?? [])]);

describe.each(testDialects())('searches by the displayed text on %s', (database) => {
  let testServer: TestServer;
  beforeAll(async () => {
    testServer = await startTestServer({ database, seed: 'demo' });
  });
  afterAll(() => testServer.close());

  describe.each(DIALECTS)('in the %s dialect', (dialect) => {
    let english: CompatClient;
    let chinese: CompatClient;
    beforeAll(async () => {
      [english, chinese] = [createCompatClient(testServer, dialect), createCompatClient(testServer, dialect, 'zh-cn')];
      await english.signIn();
      await chinese.signIn();
    });
    const search = (client: CompatClient, page: string, query: string, number = 1) =>
      client.get(`/admin/${page}/index?page=${number}&limit=200&${query}`);
    const list = async (client: CompatClient, page: string, query = ''): Promise<readonly Row[]> => {
      const rows: Row[] = [];
      for (let number = 1; ; number += 1) {
        const { code, msg, data } = await search(client, page, query, number);
        expect([query, code, msg]).toEqual([query, 1, msg]);
        rows.push(...flatten(data.list));
        if (data.list.length === 0 || rows.length >= data.total) return rows;
      }
    };
    const find = (client: CompatClient, page: string, [field, operator, val]: readonly [string, string, string]) =>
      list(client, page, searchQuery(dialect, [{ field, operator, val }]));
    const listIds = (rows: readonly Row[]) => rows.map(({ id }) => id).sort((a, b) => a - b);

    it.each(['auth.Rule', 'user.Rule'])('%s: titles and icons, in both languages', async (page) => {
      for (const client of [english, chinese]) {
        const all = await list(client, page);
        for (const column of ['title', 'icon'] as const) {
          const shown = all.find((row) => (row[column] ?? '') !== '')?.[column] ?? '';
          const withValue = all.filter((row) => (row[column] ?? '') !== '');
          const same = listIds(withValue.filter((row) => row[column] === shown));
          const others = listIds(withValue.filter((row) => row[column] !== shown));
          for (const operator of ['=', 'eq', 'IN'])
            expect(listIds(await find(client, page, [column, operator, shown]))).toEqual(same);
          for (const operator of ['<>', 'ne', 'NOT IN'])
            expect(listIds(await find(client, page, [column, operator, shown]))).toEqual(others);
          const part = shown.slice(1);
          const containing = withValue.filter((row) => row[column]?.toLowerCase().includes(part.toLowerCase()));
          expect(listIds(await find(client, page, [column, 'LIKE', part]))).toEqual(listIds(containing));
          // A stored value that is not shown is none, and no value is no condition.
          expect(await find(client, page, [column, '=', 'no such text'])).toEqual([]);
          expect(listIds(await find(client, page, [column, '<>', 'no such text']))).toEqual(listIds(withValue));
          expect(listIds(await find(client, page, [column, '=', '']))).toEqual(listIds(all));
        }
      }
    });

    it('a file that no screen of ours has is found nowhere, and the error does not speak of storing', async () => {
      for (const [page, file] of [
        ['auth.Rule', '/src/views/backend/own/page.vue'],
        ['user.Rule', '/src/views/frontend/user/own.vue'],
      ] as const) {
        const withFile = listIds((await list(english, page)).filter(({ component }) => (component ?? '') !== ''));
        for (const operator of ['=', 'IN', 'LIKE'])
          expect(await find(english, page, ['component', operator, file])).toEqual([]);
        for (const operator of ['<>', 'NOT IN'])
          expect(listIds(await find(english, page, ['component', operator, file]))).toEqual(withFile);
        const range = await search(
          english,
          page,
          searchQuery(dialect, [{ field: 'component', operator: 'RANGE', val: `${file},${file}` }]),
        );
        expect([range.status, range.msg]).toEqual([400, expect.not.stringContaining('stored')]);
      }
      const files = ['/src/views/backend/auth/group/index.vue', '/src/views/backend/dashboard.vue'];
      const found = await find(english, 'auth.Rule', ['component', 'IN', files.join(',')]);
      expect(found.map(({ component }) => component).sort()).toEqual(files);
      const nav = await search(
        english,
        'user.Rule',
        searchQuery(dialect, [{ field: 'type', operator: '=', val: 'nav' }]),
      );
      expect([nav.status, nav.msg]).toEqual([400, expect.stringContaining('filter')]);
    });

    it('the admin log: titles in the language of the reader', async () => {
      const page = 'auth.AdminLog';
      for (const [client, title, other] of [
        [english, 'Sign-in', '登录'],
        [chinese, '登录', 'Sign-in'],
      ] as const) {
        const all = await list(client, page);
        const same = listIds(all.filter((row) => row.title === title));
        // Entries of both writers.
        expect(same.length).toBeGreaterThan(1);
        expect(listIds(await find(client, page, ['title', '=', title]))).toEqual(same);
        const others = listIds(all.filter((row) => row.title !== title));
        expect(listIds(await find(client, page, ['title', '<>', title]))).toEqual(others);
        const containing = all.filter((row) => row.title.includes(title.slice(1)));
        expect(listIds(await find(client, page, ['title', 'LIKE', `%${title.slice(1)}%`]))).toEqual(
          listIds(containing),
        );
        for (const key of ['quickSearch', 'quick_search']) {
          const quick = (text: string) => list(client, page, `${key}=${encodeURIComponent(text)}`);
          expect(listIds(await quick(title))).toEqual(listIds(all.filter((row) => row.title.includes(title))));
          const [writer = ''] = all.flatMap((row) => (row.title === title ? [row.username] : []));
          const byWriter = all.filter((row) => row.title.includes(title) && row.username === writer);
          expect(listIds(await quick(`${title} ${writer}`))).toEqual(listIds(byWriter));
          expect(await quick(`${title} nobody`)).toEqual([]);
          expect(listIds(await quick(String(same[0])))).toContain(same[0]);
          expect((await quick(other)).filter((row) => row.title === title)).toEqual([]);
        }
        expect(await find(client, page, ['title', 'LIKE', other])).toEqual([]);
      }
    });

    it('the log of sensitive data: the label of the field, which depends on the table', async () => {
      const rules = '/admin/security.sensitiveData/';
      const ids: number[] = [];
      for (const table of ['user_group', 'menu_rule']) {
        const fields = (table === 'user_group' ? ['name', 'rules'] : ['name']).map((name) => ({ name, value: '' }));
        const draft = { name: `Labels ${table} ${dialect}`, data_table: table, controller: table, status: '1', fields };
        const added = await english.post(`${rules}add`, draft);
        expect([added.code, added.msg]).toEqual([1, expect.any(String)]);
        ids.push(added.data.row?.id ?? added.data.id);
      }
      const screen = (await list(english, 'user.Rule')).find(({ component }) => (component ?? '') !== '');
      const group = (await english.post('/admin/user.group/add', { name: `Old ${dialect}`, rules: [], status: '1' }))
        .data;
      const rule = (
        await english.post('/admin/auth.rule/add', { title: 'T', name: `old_${dialect}`, type: 'menu_dir' })
      ).data;
      const groupId = group.row?.id ?? group.id;
      const ruleId = rule.row?.id ?? rule.id;
      expect(
        (await english.post('/admin/user.group/edit', { id: groupId, name: `New ${dialect}`, rules: [screen?.id] }))
          .code,
      ).toBe(1);
      expect((await english.post('/admin/auth.rule/edit', { id: ruleId, name: `new_${dialect}` })).code).toBe(1);
      const page = 'security.SensitiveDataLog';
      for (const [client, count] of [
        [english, 1],
        [chinese, 2],
      ] as const) {
        const all = await list(client, page);
        const labels = new Set(all.map((row) => row.data_comment));
        // A label stands for one field of both tables in English only.
        const names = all.filter((row) => row.data_field === 'name').map((row) => row.data_comment);
        expect(new Set(names).size).toBe(count);
        for (const label of labels) {
          const same = listIds(all.filter((row) => row.data_comment === label));
          const others = listIds(all.filter((row) => row.data_comment !== label));
          expect([label, listIds(await find(client, page, ['data_comment', '=', label]))]).toEqual([label, same]);
          expect([label, listIds(await find(client, page, ['data_comment', '<>', label]))]).toEqual([label, others]);
          const part = listIds(all.filter((row) => row.data_comment.toLowerCase().includes(label.toLowerCase())));
          expect([label, listIds(await find(client, page, ['data_comment', 'LIKE', label]))]).toEqual([label, part]);
        }
        expect(await find(client, page, ['data_comment', 'LIKE', 'no such label'])).toEqual([]);
      }
      expect(
        (await find(english, page, ['data_comment', 'LIKE', 'Permissions'])).map((row) => row.data_field),
      ).toContain('rules');
      expect((await english.del(`${rules}del`, ids)).code).toBe(1);
    });

    it('the log of the designer: the name of the table', async () => {
      const [shown] = await list(english, 'crud.Log');
      const name = shown?.table.name ?? '';
      for (const [operator, val] of [
        ['LIKE', name.slice(1)],
        ['=', name],
      ] as const) {
        const found = await find(english, 'crud.Log', ['table', operator, val]);
        expect(found.map(({ table }) => table.name)).toContain(name);
        expect(found.every(({ table }) => table.name.includes(val))).toBe(true);
      }
      expect(await find(english, 'crud.Log', ['table', 'LIKE', 'no such table'])).toEqual([]);
      const names = (await list(english, 'crud.Log', 'order=table,asc')).map(({ table }) => table.name);
      expect(names).toEqual([...names].sort());
    });
  });
});
