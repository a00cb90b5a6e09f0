/** Reconciliation as a background job: reports progress, lists findings by member, and changes nothing. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { limitedAdmin, member, superAdmin, type Caller } from '../../testing/callers';
import { sampleDialects } from '../../testing/sampleDialects';
import { startTestServer, type TestServer } from '../../testing/testServer';

describe.each(sampleDialects())('reconciliation on %s', (database) => {
  let testServer: TestServer;
  let root: Caller;
  let mia: Caller;
  let noah: Caller;
  beforeAll(async () => {
    testServer = await startTestServer({ database });
    root = await superAdmin(testServer);
    [mia, noah] = [await member(testServer), await member(testServer)];
    for (const { id } of [mia, noah])
      for (const money of ['10.00', '-2.50', '4.00'])
        expect((await root.post('/admin/user_money_log/add', { user_id: id, money, memo: 'Order' })).code).toBe(1);
  });
  afterAll(() => testServer.close());

  const reconcile = async (body: Readonly<Record<string, unknown>> = {}) => {
    const { data } = await root.post('/admin/reconciliation/add', body);
    const read = async () => (await root.get('/admin/reconciliation/edit', { id: String(data.id) })).data.row;
    let row = await read();
    while (row.status < 2) row = await read();
    return row;
  };

  it('reports nothing where every balance is the sum of its entries', async () => {
    expect(await reconcile()).toMatchObject({ status: 2, checked: 6, total: 6, found: 0, findings: [] });
    expect(await reconcile({ user_id: mia.id })).toMatchObject({ status: 2, checked: 3, user_id: mia.id });
    const clerk = await limitedAdmin(testServer, ['user/index'], 'all');
    expect((await clerk.post('/admin/reconciliation/add', {})).status).toBe(403);
  });

  it('lists differences of one member or of all, without changing them', async () => {
    const { db } = testServer.services;
    await db.transact(async (tx) => {
      await tx.run('DROP TRIGGER `user__figures`');
      await tx.run('UPDATE `user` SET money = money + 5 WHERE id = ?', [mia.id]);
    });
    const found = await reconcile();
    expect([found.status, found.found]).toEqual([3, 2]);
    expect(found.findings).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ code: 'figure', user_id: mia.id, params: { shown: 1155, held: 1150 } }),
        expect.objectContaining({ code: 'guard' }),
      ]),
    );
    expect((await reconcile({ user_id: noah.id })).findings).toMatchObject([{ code: 'guard' }]);
    const [row] = await db.rows<{ readonly money: number }>('SELECT money FROM `user` WHERE id = ?', [mia.id]);
    expect(Number(row?.money)).toBe(1155);
    // An ordinary adjustment corrects the balance.
    expect(
      (await root.post('/admin/user_money_log/add', { user_id: mia.id, money: '0.01', memo: 'Set right' })).code,
    ).toBe(1);
    expect((await reconcile({ user_id: mia.id })).findings).toMatchObject([{ code: 'guard' }]);
  });

  it('reports values changed by SQL, of any size', async () => {
    const planted = '9007199254740993';
    await testServer.services.db.transact(async (tx) => {
      await tx.run('DROP TRIGGER `account__moved`');
      await tx.run(`UPDATE account SET balance = ${planted} WHERE id = ?`, [`money:${noah.id}`]);
      await tx.run(`UPDATE \`user\` SET money = -${planted} WHERE id = ?`, [noah.id]);
    });
    const found = await reconcile({ user_id: noah.id });
    expect([found.status, found.findings.map(({ code }: { code: string }) => code)]).toEqual([
      3,
      ['guard', 'guard', 'head', 'figure'],
    ]);
    expect(found.findings.slice(2)).toMatchObject([
      { user_id: noah.id, params: { balance: planted, n: 3, walked: 1150, entries: 3 } },
      { user_id: noah.id, params: { shown: `-${planted}`, held: planted } },
    ]);
    await testServer.services.db.transact(async (tx) => {
      await tx.run('DROP TRIGGER `user_money_log__no_update`');
      await tx.run(`UPDATE user_money_log SET \`after\` = ${planted} WHERE user_id = ? AND n = 3`, [noah.id]);
    });
    const codes = (await reconcile({ user_id: noah.id })).findings.map(({ code }: { code: string }) => code);
    expect(codes).toEqual(expect.arrayContaining(['sum', 'seal', 'figure']));
  });
});
