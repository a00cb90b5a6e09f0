/** The lists of tables, columns and connections that forms of older clients choose from. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { guest, limitedAdmin } from '../../testing/callers';
import { createCompatClient, DIALECTS, type CompatClient } from '../../testing/compat/compatClient';
import { startTestServer, testDialects, type TestServer } from '../../testing/testServer';

const CONNECTIONS = '/admin/ajax/getDatabaseConnectionList';

describe.each(testDialects())('lists of tables for older clients on %s', (database) => {
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
    const connection = dialect === 'first' ? '' : '&connection=';
    const listColumns = async (table: string) =>
      (await client.get(`/admin/ajax/getTableFieldList?table=${table}&clean=1${connection}`)).data.fieldList;

    it('columns: those of the table, and none that only the engine uses', async () => {
      for (const table of ['user', 'news', 'admin_group']) {
        const names = Object.keys(await listColumns(table));
        expect(names).toEqual(expect.arrayContaining(['id', 'create_time', 'status']));
        for (const hidden of ['revision', 'delete_time', 'live']) expect(names).not.toContain(hidden);
        expect(names.filter((name) => name.endsWith('_n'))).toEqual([]);
      }
    });

    it('database connections: for those who may design only, as the tables of our designer', async () => {
      const { code, data } = await client.get(`${CONNECTIONS}?quickSearch=`);
      expect([code, data.list]).toEqual([1, [{ key: '', type: database, database: '***' }]]);
      const clerk = await limitedAdmin(testServer, ['crud_record/index', 'recycle_rule/add', 'news/index'], 'all');
      const limited = createCompatClient(testServer, dialect);
      limited.useToken('admin', clerk.token);
      const plain = await clerk.get('/admin/crud_design/tables');
      const refused = await limited.get(CONNECTIONS);
      expect([refused.status, refused.code, refused.data]).toEqual([403, 403, plain.data]);
      expect([plain.status, plain.code]).toEqual([403, 403]);
      expect((await limited.get('/admin/ajax/getTableList')).data.list).toMatchObject([
        { table: 'crud_record' },
        { table: 'news' },
      ]);
      expect((await guest(testServer).get(CONNECTIONS)).code).toBe(302);
    });
  });
});
