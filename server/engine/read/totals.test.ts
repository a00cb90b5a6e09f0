/** Totals of lists with thousands of rows: counted once, then kept by a counter that follows every change. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { superAdmin, type Caller } from '../../testing/callers';
import { createStatementRecorder } from '../../testing/database/statementRecorder';
import { testDialects, startTestServer, type TestServer } from '../../testing/testServer';

const ROWS = 6_000;
const NUMBERS = {
  sqlite: `(WITH RECURSIVE n(seq) AS (SELECT 1 UNION ALL SELECT seq + 1 FROM n WHERE seq < ${ROWS}) SELECT seq FROM n)`,
  mariadb: `seq_1_to_${ROWS}`,
};

describe.each(testDialects())('totals of thousands of rows on %s', (database) => {
  const counted = createStatementRecorder();
  let testServer: TestServer;
  let root: Caller;
  beforeAll(async () => {
    testServer = await startTestServer({ database, wrapDb: counted.wrap });
    const { db } = testServer.services;
    await db.transact((tx) =>
      tx.run(
        'INSERT INTO `solution` (title, title_n, status, weigh, create_time, update_time) ' +
          `SELECT 'straw', 'straw', seq % 2, seq, 1700000000, 1700000000 FROM ${NUMBERS[db.dialect]} AS numbers`,
      ),
    );
    root = await superAdmin(testServer);
  });
  afterAll(() => testServer.close());

  const published = { limit: '10', 'search[0][field]': 'status', 'search[0][val]': '1' };
  const total = async () => (await root.get('/admin/solution/index', published)).data.total;
  const asksToCount = async () => {
    const statements = await counted.record(total);
    return statements.some((sql) => /COUNT\(\*\).*`solution`/s.test(sql));
  };

  it('totals do not run COUNT again for a repeated query, and follow every change', async () => {
    expect(await total()).toBe(ROWS / 2);
    await total();
    await total();
    expect(await asksToCount()).toBe(false);
    const { data } = await root.post('/admin/solution/add', { title: 'One', content: '<p>More</p>', status: 1 });
    expect(await total()).toBe(ROWS / 2 + 1);
    await root.post('/admin/solution/edit', { id: data.id, status: 0 });
    expect(await total()).toBe(ROWS / 2);
    expect(await asksToCount()).toBe(false);
  });

  it('count another query separately', async () => {
    const hidden = { ...published, 'search[0][val]': '0' };
    expect((await root.get('/admin/solution/index', hidden)).data.total).toBe(ROWS / 2 + 1);
  });
});
