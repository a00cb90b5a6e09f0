/** Query plans of a booking: every row is found by an index, whatever the size of the tables. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { superAdmin, member, type Caller } from '../../testing/callers';
import { observeStatements, type ObservedStatement } from '../../testing/database/observeStatements';
import { testDialects, startTestServer, type TestServer } from '../../testing/testServer';

/** Tables that grow with every booking. */
const LONG = ['user_money_log', 'change_log', 'admin_log', 'mutation_log'];
const ENTRIES = 200;

describe.each(testDialects())('the statements of a booking on %s', (database) => {
  let testServer: TestServer;
  let root: Caller;
  let mia: Caller;
  let isRecording = false;
  const statements: ObservedStatement[] = [];
  const spy = observeStatements(({ sql, params }) => {
    if (isRecording && /^\s*select/i.test(sql)) statements.push({ sql: sql.replace(/FOR UPDATE\s*$/, ''), params });
  });

  beforeAll(async () => {
    testServer = await startTestServer({ database, wrapDb: spy });
    root = await superAdmin(testServer);
    mia = await member(testServer);
    const other = await member(testServer);
    const list = Array.from({ length: 20 }, () => ({ user_id: other.id, money: '0.01', memo: 'Many' }));
    for (let booked = 0; booked < ENTRIES; booked += list.length)
      expect((await root.post('/admin/user_money_log/batchAdd', { list })).code).toBe(1);
    if (testServer.services.db.dialect === 'mariadb')
      await testServer.services.db.rows(`ANALYZE TABLE ${LONG.join(', ')}`);
  });
  afterAll(() => testServer.close());

  /** Large tables that a statement scans completely. */
  const readWhole = async ({ sql, params }: ObservedStatement): Promise<readonly string[]> => {
    const { db } = testServer.services;
    if (db.dialect === 'mariadb') {
      const plan = await db.rows<{ table: string; type: string }>(`EXPLAIN ${sql}`, params);
      return plan.filter(({ type }) => type === 'ALL' || type === 'index').map(({ table }) => table);
    }
    const plan = await db.rows<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`, params);
    return plan.flatMap(({ detail }) => /^SCAN (\w+)/.exec(detail)?.slice(1) ?? []);
  };
  /** The tables behind the aliases of a plan. */
  const named = (sql: string, name: string) =>
    new RegExp(`(?:FROM|JOIN)\\s+\`?(\\w+)\`?\\s+(?:AS\\s+)?${name}\\b`, 'i').exec(sql)?.[1] ?? name;

  it('booking: scans no large table completely', async () => {
    const entry = { user_id: mia.id, money: '1.00', memo: 'Refund for order 88' };
    expect((await root.post('/admin/user_money_log/add', entry)).code).toBe(1);
    isRecording = true;
    // The cache does not know the member's deductions within the hour yet.
    const body = { ...entry, money: '-0.50', _mid: 'one-key' };
    expect((await root.post('/admin/user_money_log/add', body)).code).toBe(1);
    isRecording = false;
    expect(statements.filter(({ sql }) => sql.includes('user_money_log')).length).toBeGreaterThanOrEqual(2);
    for (const part of ['`idem`', 'AS booked']) expect(statements.some(({ sql }) => sql.includes(part))).toBe(true);
    for (const statement of statements) {
      const whole = (await readWhole(statement)).map((name) => named(statement.sql, name));
      expect({ sql: statement.sql, whole: whole.filter((table) => LONG.includes(table)) }).toEqual({
        sql: statement.sql,
        whole: [],
      });
    }
  });
});
