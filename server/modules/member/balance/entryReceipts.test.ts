/** Members never receive the stored id of a ledger entry, neither in responses nor in frames. */
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { member, superAdmin } from '../../../testing/callers';
import { connectLiveClient } from '../../../testing/live/liveClient';
import { sampleDialects } from '../../../testing/sampleDialects';
import { startTestServer, type TestServer } from '../../../testing/testServer';

/** Stored ids start here, so that a leak is recognizable. */
const FIRST = 7_340_000;
const LEAK = /73400\d\d/;
const TABLES = ['user_money_log', 'user_score_log'] as const;

async function startIdsAt({ services: { db } }: TestServer): Promise<void> {
  await db.transact(async (tx) => {
    for (const table of TABLES)
      if (db.dialect === 'mariadb') await tx.run(`ALTER TABLE \`${table}\` AUTO_INCREMENT = ${FIRST}`);
      else await tx.run('INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)', [table, FIRST]);
  });
}

describe.each(sampleDialects())('ids of ledger entries on %s', (database) => {
  it('ids of entries are not sent to members, who identify entries by their number in the account', async () => {
    const testServer = await startTestServer({ database });
    try {
      await startIdsAt(testServer);
      const [root, mia, other] = [await superAdmin(testServer), await member(testServer), await member(testServer)];
      const createLedgerEntry = async (id: number, money: string) => {
        const body = {
          user_id: id,
          money,
          memo: 'Order',
          reference: 'Till 3',
          _mid: `till-${money.replace('.', '_')}-${id}`,
        };
        return (await root.post('/admin/user_money_log/add', body)).data;
      };
      const client = await connectLiveClient(`${testServer.url}/member`, mia.token, {});
      const list = {
        k: 'list',
        e: 'user_money_log',
        where: { all: [] },
        sort: [{ field: 'id', dir: 'desc' }],
      } as const;
      await client.subscribe('list', list);
      await client.subscribe('row', { k: 'row', e: 'user_money_log', id: 2 });
      await client.subscribe('old', { ...list, where: { field: 'id', op: '<=', value: 1 } });
      const first = await createLedgerEntry(mia.id, '5.00');
      expect(String(first.id)).toMatch(LEAK);
      for (let index = 1; index <= 4; index += 1) await createLedgerEntry(other.id, `${index}.00`);
      await createLedgerEntry(mia.id, '6.00');
      expect((await root.post('/admin/user_money_log/reverse', { id: first.id, memo: 'Twice' })).code).toBe(1);
      expect((await root.post('/admin/user_score_log/add', { user_id: mia.id, score: 5, memo: 'Gift' })).code).toBe(1);
      expect((await mia.post('/api/account/dailyCheckIn')).code).toBe(1);
      const responses = [
        await mia.get('/api/account/balance'),
        await mia.get('/api/account/integral'),
        await mia.get('/api/account/overview'),
        await mia.get('/api/user_money_log/index', { quick_search: 'till 3' }),
        await mia.get('/api/user_money_log/index', { select: '1', initValue: '2' }),
        await mia.get('/api/user_money_log/edit', { id: '2' }),
        await mia.get('/api/user_score_log/index'),
        await mia.get('/api/notice/index'),
        await mia.post('/api/account/seen', { money: '6.00', score: 10 }),
      ];
      for (const { code, text } of responses) {
        expect(code).toBe(1);
        expect(text).not.toMatch(LEAK);
      }
      const numbers = (rows: readonly { readonly id: number; readonly n: number }[]) =>
        rows.map(({ id, n }) => [id, n]);
      expect(numbers(responses[0]?.data.list)).toEqual([[3, 3], [2, 2], [1, 1]]); // prettier-ignore
      expect(responses[0]?.data.list.map((row: Record<string, unknown>) => row['counterpart'])).toEqual([1, null, 3]);
      const [back, , taken] = responses[0]?.data.list ?? [];
      expect([back.counterpart_receipt, taken.counterpart_receipt]).toEqual([taken.receipt, back.receipt]);
      expect(numbers(responses[3]?.data.list)).toEqual([[2, 2], [1, 1]]); // prettier-ignore
      expect(responses[5]?.data.row).toMatchObject({ id: 2, n: 2, money: '6.00' });
      const before = { 'search[0][field]': 'id', 'search[0][operator]': '<=', 'search[0][val]': '2' };
      expect(numbers((await mia.get('/api/account/balance', before)).data.list)).toEqual([[2, 2], [1, 1]]); // prettier-ignore
      expect((await mia.get('/api/user_money_log/edit', { id: String(first.id) })).status).toBe(404);
      const ids = () => client.frames.flatMap(({ c = [] }) => c).map((change) => [change.op, change.id]);
      for (let tries = 0; ids().length < 5 && tries < 100; tries += 1) await sleep(50);
      expect(ids().sort()).toEqual([['enter', 1], ['enter', 1], ['enter', 2], ['enter', 2], ['enter', 3]].sort()); // prettier-ignore
      expect(client.raw.join('\n')).not.toMatch(LEAK);
      expect(client.raw.join('\n')).not.toContain('till-');
      client.close();
      // Staff receive stored ids.
      expect((await root.get('/admin/user_money_log/index')).text).toMatch(LEAK);
    } finally {
      await testServer.close();
    }
  });
});
