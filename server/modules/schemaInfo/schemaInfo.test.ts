/** Descriptions of tables: only those that the caller may list, in its language, and no system tables. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { guest, limitedAdmin, superAdmin, type Caller } from '../../testing/callers';
import { startTestServer, type TestServer } from '../../testing/testServer';

describe('the description of a table', () => {
  let testServer: TestServer;
  let root: Caller;
  beforeAll(async () => {
    testServer = await startTestServer();
    root = await superAdmin(testServer);
  });
  afterAll(() => testServer.close());

  it('returns its key, its titles, or the columns of the information schema', async () => {
    expect((await root.get('/admin/ajax/getTablePk', { table: 'news' })).data).toEqual({ pk: 'id' });
    const { pk, fieldList } = (await root.get('/admin/ajax/getTableFieldList', { table: 'news', clean: '1' })).data;
    expect([pk, fieldList.title, fieldList.create_time]).toEqual(['id', 'Title', 'Created']);
    // Columns that only the engine uses have a definition and no title to choose.
    for (const hidden of ['revision', 'delete_time']) expect(Object.keys(fieldList)).not.toContain(hidden);
    const bare = (await root.get('/admin/ajax/getTableFieldList', { table: 'config', clean: '0' })).data.fieldList;
    expect(bare.name).toEqual({
      COLUMN_NAME: 'name',
      COLUMN_TYPE: 'varchar(60)',
      DATA_TYPE: 'varchar',
      IS_NULLABLE: 'NO',
      COLUMN_KEY: 'UNI',
      COLUMN_DEFAULT: null,
      COLUMN_COMMENT: 'Variable name',
    });
    expect(bare.id).toMatchObject({ COLUMN_KEY: 'PRI', DATA_TYPE: 'bigint' });
    expect(Object.keys(bare)).toContain('revision');
    const labels = await fetch(`${testServer.url}/admin/ajax/getTableFieldList?table=news`, {
      headers: { server: 'true', batoken: root.token, 'think-lang': 'zh-cn' },
    });
    expect(((await labels.json()) as { data: typeof bare }).data.fieldList.title).toBe('标题');
  });

  // @case T7.14
  it('is refused without list permission, and for system tables', async () => {
    const editor = await limitedAdmin(testServer, ['user/index']);
    const visibleFields = (await editor.get('/admin/ajax/getTableFieldList', { table: 'user' })).data.fieldList;
    expect(Object.keys(visibleFields)).toContain('nickname');
    for (const hidden of ['password', 'mobile', 'email', 'money'])
      expect(Object.keys(visibleFields)).not.toContain(hidden);
    for (const table of [
      'news',
      'session',
      'access_token',
      'change_log',
      'no_such',
      '__proto__',
      'user;drop',
      'notice',
    ])
      for (const path of ['getTablePk', 'getTableFieldList'])
        expect([table, (await editor.get(`/admin/ajax/${path}`, { table })).status]).toEqual([table, 404]);
    expect((await root.get('/admin/ajax/getTablePk', { table: 'session' })).status).toBe(404);
    for (const query of [{}, { table: '' }, { table: 'news', clean: '2' }] as const)
      expect((await root.get('/admin/ajax/getTableFieldList', query)).status).toBe(400);
    expect((await guest(testServer).get('/admin/ajax/getTablePk', { table: 'news' })).code).toBe(302);
  });
});
