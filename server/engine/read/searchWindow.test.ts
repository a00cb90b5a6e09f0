/** Lists of large tables: the response contains the searched range and the number of rows, and the last page is as fast as the first. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { LIMITS } from '../../../common/limits';
import { superAdmin, type Caller } from '../../testing/callers';
import { createStatementRecorder } from '../../testing/database/statementRecorder';
import { testDialects, startTestServer, type TestServer } from '../../testing/testServer';

const ROWS = LIMITS.exactTotalRows + 50;
const NUMBERS = {
  sqlite: `(WITH RECURSIVE n(seq) AS (SELECT 1 UNION ALL SELECT seq + 1 FROM n WHERE seq < ${ROWS}) SELECT seq FROM n)`,
  mariadb: `seq_1_to_${ROWS}`,
};
/** The oldest row and the newest one have the same name. */
async function fill({ services }: TestServer): Promise<void> {
  const { db } = services;
  const name = `CASE WHEN seq IN (1, ${ROWS}) THEN 'needle' ELSE 'straw' END`;
  await db.transact((tx) =>
    tx.run(
      'INSERT INTO `solution` (title, title_n, status, weigh, create_time, update_time) ' +
        `SELECT ${name}, ${name}, seq % 2, seq, 1700000000, 1700000000 FROM ${NUMBERS[db.dialect]} AS numbers`,
    ),
  );
}

describe.each(testDialects())('lists of large tables on %s', (database) => {
  const counted = createStatementRecorder();
  let testServer: TestServer;
  let root: Caller;
  beforeAll(async () => {
    testServer = await startTestServer({ database, wrapDb: counted.wrap });
    await fill(testServer);
    root = await superAdmin(testServer);
  });
  afterAll(() => testServer.close());
  const list = async (query: Readonly<Record<string, string>>, action = 'index') =>
    (await root.get(`/admin/solution/${action}`, query)).data;
  const getIds = (data: { readonly list: readonly { readonly id: number }[] }) => data.list.map(({ id }) => id);

  it('large tables are searched in their newest rows, which the response reports, and in all rows on request', async () => {
    const near = await list({ quick_search: 'Needle' });
    expect(getIds(near)).toEqual([ROWS]);
    expect(near.searched).toEqual({ newest: LIMITS.searchedNewestRows, from: ROWS - LIMITS.searchedNewestRows + 1 });
    const far = await list({ quick_search: 'needle', search_all: 'true', order: 'id,asc' });
    expect(getIds(far)).toEqual([1, ROWS]);
    expect(far).not.toHaveProperty('searched');
    expect(await list({ quick_search: 'needle' }, 'select')).toMatchObject({ total: 1, searched: near.searched });
    const file = await root.get('/admin/solution/export', { quick_search: 'needle', columns: 'id' });
    expect(file.text.trim().split(/\r?\n/)).toHaveLength(2);
  });

  it('have an exact total above the cap, and a last page', async () => {
    const first = await list({ limit: '10' });
    expect(first).toMatchObject({ total: ROWS });
    expect(first).not.toHaveProperty('total_capped');
    const createResponse = await root.post('/admin/solution/add', { title: 'One more', content: '<p>More</p>' });
    expect(await list({ limit: '10' })).toMatchObject({ total: ROWS + 1 });
    const pages = Math.ceil((ROWS + 1) / 20);
    const lastPage = await list({ limit: '20', order: 'weigh,asc', page: String(pages) });
    const reversedFirstPage = await list({ limit: '20', order: 'weigh,desc', page: '1' });
    expect(getIds(lastPage)).toEqual(
      getIds(reversedFirstPage)
        .slice(0, (ROWS + 1) % 20 || 20)
        .reverse(),
    );
    const pageBeyondEnd = await list({ limit: '20', order: 'weigh,asc', page: String(pages + 5) });
    expect(pageBeyondEnd).toMatchObject({ list: [], total: ROWS + 1 });
    await root.post('/admin/solution/del', { ids: [createResponse.data.id] });
    expect(await list({ limit: '10' })).toMatchObject({ total: ROWS });
  });

  it('read a deep page by id in the order of the primary key, without sorting the table', async () => {
    const { db } = testServer.services;
    await db.rows(database === 'mariadb' ? 'ANALYZE TABLE `solution`' : 'SELECT 1 AS one');
    const statements = await counted.record(() => list({ limit: '20', order: 'id,desc', page: '2500' }));
    const deep = statements.find((sql) => sql.includes('page_id')) ?? '';
    const plan = await db.rows<Record<string, unknown>>(
      `${database === 'mariadb' ? 'EXPLAIN' : 'EXPLAIN QUERY PLAN'} ${deep.replace('?', '20').replace('?', '50000')}`,
    );
    const inner =
      database === 'mariadb' ? plan.filter(({ select_type: type }) => type === 'DERIVED') : plan.slice(0, 1);
    expect(inner.length).toBe(1);
    expect(JSON.stringify(inner)).not.toMatch(/filesort|TEMP B-TREE/);
  });

  it('count the rows of a filter up to the cap', async () => {
    const half = await list({ limit: '10', 'search[0][field]': 'status', 'search[0][val]': '1' });
    expect(half).toMatchObject({ total: ROWS / 2 });
  });
});
