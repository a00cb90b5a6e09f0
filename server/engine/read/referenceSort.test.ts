/** Lists ordered by a column of a referenced row: only what the actor may read decides the order. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { AnyEntity } from '../../../common/entity/entity';
import { limitedAdmin, member, superAdmin, type Caller } from '../../testing/callers';
import { createLiveStaffActor } from '../../testing/live/liveHarness';
import { startTestServer, testDialects, type TestServer } from '../../testing/testServer';
import { sortSql } from './referenceSort';

type Row = Readonly<Record<string, unknown>>;

describe.each(testDialects())('an order by a column of a reference on %s', (database) => {
  let testServer: TestServer;
  let root: Caller;
  beforeAll(async () => {
    testServer = await startTestServer({ database, seed: 'demo' });
    root = await superAdmin(testServer);
  });
  afterAll(() => testServer.close());

  const getEntity = (name: string): AnyEntity => {
    const entity = testServer.services.registry.get(name);
    if (entity === undefined) throw new Error(`no ${name}`);
    return entity;
  };
  const list = (caller: Caller, entity: string, order: string, more: Readonly<Record<string, string>> = {}) =>
    caller.get(`/admin/${entity}/index`, { order, limit: '100', ...more });
  const listAll = async (entity: string, order: string): Promise<readonly Row[]> => {
    const rows: Row[] = [];
    for (let page = 1; ; page += 1) {
      const { data } = await list(root, entity, order, { page: String(page) });
      rows.push(...(data.list as readonly Row[]));
      if (rows.length >= data.total) return rows;
    }
  };

  it('sorts all pages by the stored value, then by the next key and the id', async () => {
    const groups = await testServer.services.db.rows<{ id: number; name: string }>('SELECT id, name FROM `user_group`');
    const names = new Map(groups.map(({ id, name }) => [Number(id), name.toLowerCase()]));
    for (const [direction, sign] of [
      ['asc', 1],
      ['desc', -1],
    ] as const) {
      const rows = await listAll('user', `group_id.name,${direction};username,asc`);
      const getKey = (row: Row): string => names.get(Number(row['group_id'])) ?? '';
      const expected = [...rows].sort((a, b) => {
        const order = getKey(a) < getKey(b) ? -1 : getKey(a) > getKey(b) ? 1 : 0;
        return order === 0 ? (String(a['username']) < String(b['username']) ? -1 : 1) : sign * order;
      });
      expect(new Set(rows.map(getKey)).size).toBeGreaterThan(1);
      expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
      expect(rows.map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
    }
  });

  it('sorts a deep page as the pages before it', async () => {
    const { db } = testServer.services;
    // A page from the thousandth row on reads the index first.
    const [row = {}] = await db.rows<object>('SELECT * FROM `news` WHERE delete_time IS NULL LIMIT 1');
    const names = Object.keys(row).flatMap((name) => (name === 'id' ? [] : `\`${name}\``));
    const copy = `INSERT INTO \`news\` (${names.join()}) SELECT ${names.join()} FROM \`news\` WHERE delete_time IS NULL`;
    for (let rows = 1; rows < 1100; rows *= 2) await db.transact((tx) => tx.run(`${copy} LIMIT ${rows}`));
    const shown = await list(root, 'news', 'admin_id.username,asc;id,asc', { page: '11' });
    const sql =
      'SELECT n.id FROM `news` AS n LEFT JOIN `admin` AS a ON a.id = n.admin_id WHERE n.delete_time IS NULL ORDER BY a.username_n, n.id LIMIT 100 OFFSET 1000';
    const expected = await db.rows<{ id: number }>(sql);
    expect(expected).toHaveLength(100);
    expect((shown.data.list as readonly Row[]).map(({ id }) => id)).toEqual(expected.map(({ id }) => Number(id)));
  }, 60_000);

  it('a deleted row counts as none', async () => {
    const { id: group } = (await root.post('/admin/user_group/add', { name: 'Zulu', rules: [], status: 1 })).data;
    const { id } = await member(testServer);
    const set = (sql: string, params: readonly number[]) =>
      testServer.services.db.transact((tx) => tx.run(sql, [...params]));
    await set('UPDATE `user` SET group_id = ? WHERE id = ?', [group, id]);
    expect((await list(root, 'user', 'group_id.name,desc')).data.list[0]).toMatchObject({ id });
    await set('UPDATE `user_group` SET delete_time = 5 WHERE id = ?', [group]);
    expect((await list(root, 'user', 'group_id.name,asc')).data.list[0]).toMatchObject({ id });
  });

  it('is refused for columns that the caller may not read, for lists of the past, and beyond one reference', async () => {
    const partly = await limitedAdmin(testServer, ['user/index'], 'all');
    for (const field of ['group_id.name', 'mobile.x'])
      expect((await list(partly, 'user', `${field},asc`)).status).toBe(400);
    const readable = await limitedAdmin(testServer, ['user/index', 'user_group/index'], 'all');
    expect((await list(readable, 'user', 'group_id.name,asc')).code).toBe(1);
    for (const field of [
      'user_id.password',
      'user_id.group_id.name',
      'money.x',
      'user_id.no_such',
      'user_id.__proto__',
    ])
      expect([field, (await list(root, 'user_money_log', `${field},asc`)).status]).toEqual([field, 400]);
    for (const order of ['group_id.name,up', 'group_id.name,asc,desc', Array(5).fill('group_id.name,asc').join(';')])
      expect([order, (await list(root, 'user', order)).status]).toEqual([order, 400]);
    const past = { asOf: String(Math.floor(Date.now() / 1000) - 1) };
    expect((await list(root, 'news', 'admin_id.username,asc', past)).status).toBe(400);
  });

  it('reads the referenced row within the scope of the caller', () => {
    const { registry, db } = testServer.services;
    const actor = createLiveStaffActor(7, ['webhook/index', 'webhook_delivery/index'], { scope: [7] });
    const source = { registry, dialect: db.dialect, actor };
    const { sql, params } = sortSql(source, getEntity('webhook_delivery'), [{ field: 'webhook_id.title', dir: 'asc' }]);
    expect([sql, params]).toEqual([expect.stringMatching(/admin_id` IN \(\?\)/), [7]]);
  });
});
