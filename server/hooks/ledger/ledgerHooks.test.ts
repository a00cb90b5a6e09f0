/** The ledgers over HTTP on real databases: bookings, refusals and the constraints of the database. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { verifyLedger } from '../../db/verify/verifyLedger';
import { limitedAdmin, member, superAdmin, type Caller } from '../../testing/callers';
import { testDialects, startTestServer, type TestServer } from '../../testing/testServer';

const CLERK = [
  'user/index',
  'user/see_money',
  'user_money_log/index',
  'user_money_log/add',
  'user_money_log/see_money',
];

describe.each(testDialects())('the ledgers on %s', (database) => {
  let testServer: TestServer;
  let root: Caller;
  let mia: Caller;
  beforeAll(async () => {
    testServer = await startTestServer({ database });
    root = await superAdmin(testServer);
    mia = await member(testServer);
  });
  afterAll(() => testServer.close());

  const book = (body: Readonly<Record<string, unknown>>, kind = 'money', by = root) =>
    by.post(`/admin/user_${kind}_log/add`, { user_id: mia.id, memo: 'Refund for order 88', ...body });
  const entries = async (kind = 'money') =>
    (await mia.get(`/api/user_${kind}_log/index`, { order: 'id,asc', limit: '200' })).data.list as Record<
      string,
      never
    >[];
  const own = async () => (await mia.get('/api/user/edit', { id: String(mia.id) })).data.row;
  const sound = () =>
    testServer.services.db.snapshot((tx) =>
      verifyLedger(tx, {
        registry: testServer.services.registry,
        keys: testServer.services.env.appKeys,
        dialect: testServer.services.db.dialect,
      }),
    );

  // @case D3.5
  it('notice: shows the newest entry, the count and the total', async () => {
    const nora = await member(testServer);
    const add = async (...list: readonly (readonly [string, string])[]) => {
      const entries = list.map(([money, memo]) => ({ user_id: nora.id, money, memo }));
      expect((await root.post('/admin/user_money_log/batchAdd', { list: entries })).code).toBe(1);
    };
    const line = async () =>
      (await nora.get('/api/notice/index')).data.list.find(({ kind }: { kind: string }) => kind === 'wealth');
    await add(['50.00', 'First']);
    expect(await line()).toMatchObject({
      title: 'money_in',
      params: { count: 1, amount: '50.00', memo: 'First' },
      // A single booking links to its receipt, several to the history.
      link: expect.stringMatching(/^\/user\/balance\?receipt=[\w-]+$/),
    });
    await add(['-20.00', 'Second']);
    expect(await line()).toMatchObject({
      title: 'money_many_out',
      link: '/user/balance',
      params: { count: 2, amount: '20.00', memo: 'Second', after: '30.00', sign: '+', total: '30.00' },
    });
    for (let round = 0; round < 2; round += 1)
      await add(...Array.from({ length: 100 }, () => ['0.01', 'Many'] as const));
    await add(['50.00', 'Refund for order 88']);
    expect(await line()).toMatchObject({
      title: 'money_many',
      params: { count: 203, amount: '50.00', memo: 'Refund for order 88', after: '82.00', sign: '+', total: '82.00' },
      // No entry appears twice, so only the newest item is stored.
      items: ['203'],
    });
  });

  // @case D3.5
  it('notice: sums the bookings since the member saw the account, read or not', async () => {
    const olga = await member(testServer);
    const add = async (money: string) => {
      const entry = { user_id: olga.id, money, memo: `Booked ${money}` };
      expect((await root.post('/admin/user_money_log/add', entry)).code).toBe(1);
    };
    const lines = async () =>
      (await olga.get('/api/notice/index')).data.list.filter(({ kind }: { kind: string }) => kind === 'wealth');
    await add('100.00');
    await add('10.00');
    await olga.post('/api/account/seen', { money: '110.00', score: 0, hidden: true });
    await add('20.00');
    expect(await lines()).toMatchObject([{ title: 'money_many', params: { count: 3, total: '130.00' } }]);
    await olga.post('/api/account/seen', { money: '130.00', score: 0 });
    for (const money of ['20.00', '10.00', '-5.00']) await add(money);
    expect(await lines()).toMatchObject([
      { title: 'money_many_out', params: { count: 3, sign: '+', total: '25.00', after: '155.00' }, items: ['6'] },
      // A seen notice stays, marked as read.
      { title: 'money_many', params: { count: 3, total: '130.00' }, read_time: expect.any(Number) },
    ]);
    await olga.post('/api/account/seen', { money: '155.00', score: 0 });
    await add('1.00');
    const [newest, ...before] = await lines();
    expect(newest).toMatchObject({ title: 'money_in', params: { count: 1, amount: '1.00' }, read_time: null });
    expect(before.map(({ read_time: read }: { read_time: unknown }) => typeof read)).toEqual(['number', 'number']);
  });

  // @case T3.14
  it('add: books signed amounts in order, visible to their member only', async () => {
    expect((await book({ money: '120.00' })).code).toBe(1);
    expect((await book({ money: '-20.50', memo: 'Order 89' })).data.row).toMatchObject({
      before: '120.00',
      after: '99.50',
      n: 2,
    });
    expect((await book({ score: 30 }, 'score')).code).toBe(1);
    expect(await own()).toMatchObject({ money: '99.50', score: 30 });
    const visibleEntries = await entries();
    expect(visibleEntries.map(({ n, money, before, after }) => [n, money, before, after])).toEqual([
      [1, '120.00', '0.00', '120.00'],
      [2, '-20.50', '120.00', '99.50'],
    ]);
    for (const hidden of ['actor', 'actor_name', 'idem', 'ref', 'hash', 'slot'])
      expect(visibleEntries[0]).not.toHaveProperty(hidden);
    const other = await member(testServer);
    expect((await other.get('/api/user_money_log/index')).data.list).toEqual([]);
    expect((await other.get('/api/user_money_log/edit', { id: String(visibleEntries[0]?.['id']) })).status).toBe(404);
  });

  // @case T1.11
  it('add: refuses invalid amounts and changes nothing', async () => {
    const before = await own();
    const invalidBodies = [
      Number.POSITIVE_INFINITY,
      -0,
      0.1 + 0.2,
      '1,5',
      2 ** 53,
      1e-7,
      [],
      {},
      null,
      '',
      '0',
      '0.00',
      '1.234',
      'NaN',
      true,
      '1e3',
      '９',
    ];
    for (const money of invalidBodies) expect([money, (await book({ money })).code]).not.toEqual([money, 1]);
    for (const score of [...invalidBodies, '1.5'])
      expect([score, (await book({ score }, 'score')).code]).not.toEqual([score, 1]);
    expect((await book({ money: '5.00', memo: ' ' })).data.fields).toHaveProperty('memo');
    expect((await book({ money: '5.00', user_id: 999_999 })).data.fields).toHaveProperty('user_id');
    const forged = await book({
      money: '1.00',
      before: '900.00',
      after: '901.00',
      n: 77,
      actor: 'admin:9',
      hash: 'x',
    });
    expect(forged.data.row).toMatchObject({ n: 3, before: '99.50', after: '100.50', type: 'adjust' });
    expect((await own()).money).toBe('100.50');
    expect((await own()).score).toBe(before.score);
  });

  it('add: refuses an amount beyond the balance and responds with the balance', async () => {
    const overdraft = await book({ money: '-100.51' });
    expect([overdraft.status, overdraft.code, overdraft.msg, overdraft.data.available]).toEqual([
      200,
      0,
      'Not enough: ¥100.50 available.',
      '100.50',
    ]);
    expect((await entries()).length).toBe(3);
  });

  // @case T1.11
  it('add: one key books once, concurrently, repeatedly and after 48 hours', async () => {
    const responses = await Promise.all(Array.from({ length: 40 }, () => book({ money: '2.00', _mid: 'same-key' })));
    expect(new Set(responses.map(({ code, data }) => `${code}:${data?.id}`)).size).toBe(1);
    expect((await own()).money).toBe('102.50');
    expect((await book({ money: '3.00', _mid: 'same-key' })).status).toBe(422);
    await testServer.services.db.transact((tx) => tx.run('DELETE FROM `mutation_log`'));
    const repeatedBooking = await book({ money: '2.00', _mid: 'same-key' });
    expect([repeatedBooking.code, repeatedBooking.data.id]).toEqual([1, responses[0]?.data.id]);
    expect((await book({ money: '3.00', _mid: 'same-key' })).status).toBe(422);
    expect((await own()).money).toBe('102.50');
  });

  it('concurrent bookings: none is lost or booked twice', async () => {
    const clerks = await Promise.all([1, 2, 3].map(() => limitedAdmin(testServer, CLERK, 'all')));
    const amounts = Array.from({ length: 60 }, (_, index) => (index % 3 === 2 ? '-1.00' : '1.00'));
    const responses = await Promise.all(amounts.map((money, index) => book({ money }, 'money', clerks[index % 3])));
    expect(responses.every(({ code }) => code === 1)).toBe(true);
    expect((await own()).money).toBe('122.50');
    expect((await sound()).findings).toEqual([]);
  });

  it('reverse: adds one reversing entry, once, with a reason', async () => {
    const { id } = (await book({ money: '50.00' })).data;
    const undo = (by: Caller, body: object) => by.post('/admin/user_money_log/reverse', { id, ...body });
    expect((await undo(root, {})).data.fields).toHaveProperty('memo');
    expect((await undo(await limitedAdmin(testServer, CLERK, 'all'), { memo: 'no' })).status).toBe(403);
    const responses = await Promise.all([undo(root, { memo: 'Booked twice' }), undo(root, { memo: 'Booked twice' })]);
    expect(responses.map(({ code }) => code).sort()).toEqual([0, 1]);
    const last = (await entries()).at(-1);
    expect(last).toMatchObject({ money: '-50.00', type: 'reversal', memo: 'Booked twice' });
    const search = { 'search[0][field]': 'user_id', 'search[0][val]': String(mia.id), limit: '1' };
    const [stored] = (await root.get('/admin/user_money_log/index', search)).data.list;
    expect(stored.type).toBe('reversal');
    expect((await root.post('/admin/user_money_log/reverse', { id: stored.id, memo: 'again' })).code).toBe(0);
    expect((await own()).money).toBe('122.50');
  });

  it('add: requires a fresh password above the limit, and refuses API tokens', async () => {
    testServer.advanceClock(301_000);
    const asked = await book({ money: '1000.00' });
    expect([asked.status, asked.data]).toEqual([403, { stepUp: true }]);
    expect((await root.post('/admin/Index/stepUp', { password: 'correct-horse-9' })).code).toBe(1);
    expect((await book({ money: '1000.00' })).code).toBe(1);
    testServer.advanceClock(301_000);
    // Earlier bookings for the same member within the hour count; bookings for other members do not.
    expect((await book({ money: '999.99' })).status).toBe(403);
    expect((await book({ money: '999.99', user_id: (await member(testServer)).id })).code).toBe(1);
    expect((await book({ money: '-1000.00', memo: 'Back' })).status).toBe(403);
    // An insufficient balance is reported before the password is required.
    expect(await book({ money: '-1999.99', memo: 'Back' })).toMatchObject({
      code: 0,
      data: { available: '1122.50' },
    });
  });

  it('balance: cannot be changed by the member form, deletion or undo', async () => {
    const before = (await own()).money;
    const edit = await root.post('/admin/user/edit', { id: mia.id, money: '1.00', score: 1, motto: 'Hello' });
    expect([edit.code, edit.data.ignored.sort()]).toEqual([1, ['money', 'score']]);
    for (const verb of ['del', 'edit', 'restore', 'purge', 'sortable', 'batchEdit'])
      expect((await root.post(`/admin/user_money_log/${verb}`, { id: 1, ids: [1], money: '9.00' })).code).not.toBe(1);
    // Counts together with the bookings above.
    expect((await book({ money: '4.00' })).data).toEqual({ stepUp: true });
    expect((await root.post('/admin/Index/stepUp', { password: 'correct-horse-9' })).code).toBe(1);
    const { cid } = (await book({ money: '4.00' })).data;
    await root.post('/admin/history/undo', { cid });
    expect((await own()).money).toBe((Number(before) + 4).toFixed(2));
    expect((await sound()).findings).toEqual([]);
  });

  // @case T3.14
  it('database triggers refuse update and delete of entries', async () => {
    const refused = (sql: string) =>
      expect(testServer.services.db.transact((tx) => tx.run(sql))).rejects.toThrow(/ledger decides|append-only/);
    const head = 'INSERT INTO `user_money_log` (user_id, n, money, `before`, `after`, memo, slot, slot_n, idem, hash)';
    await refused('UPDATE `user` SET money = 1');
    await refused('UPDATE `user` SET score = score + 1');
    await refused("INSERT INTO `user` (username, nickname, password, money) VALUES ('rich', 'Rich', 'x', 5)");
    await refused('UPDATE `account` SET balance = balance + 1');
    await refused("UPDATE `account` SET hash = 'x'");
    await refused('DELETE FROM `account`');
    await refused('UPDATE `user_money_log` SET money = 1');
    await refused('DELETE FROM `user_money_log`');
    await refused(`${head} VALUES (${mia.id}, 9999, 1, 0, 1, 'x', '${mia.id}:9999', '${mia.id}:9999', 'k', 'h')`);
    await refused(
      `${head} SELECT user_id, n + 1, 100, balance, balance + 99, 'x', 's', 's', 'k', 'h' FROM \`account\``,
    );
    await refused(`${head} SELECT user_id, n + 1, NULL, balance, balance, 'x', 's', 's', 'k', 'h' FROM \`account\``);
  });

  it('verify: reports a change that bypassed the triggers', async () => {
    const { db } = testServer.services;
    await db.transact(async (tx) => {
      for (const name of ['user_money_log__no_update', 'user__figures']) await tx.run(`DROP TRIGGER \`${name}\``);
      await tx.run("UPDATE `user_money_log` SET memo = 'Never said' WHERE slot = ?", [`${mia.id}:2`]);
      await tx.run('UPDATE `user` SET money = money + 1 WHERE id = ?', [mia.id]);
    });
    const problems = (await sound()).findings.map(({ what }) => what).join('\n');
    for (const words of [
      /trigger user__figures is missing/,
      /its HMAC differs/,
      /shows \d+, the balance of the account is/,
    ])
      expect(problems).toMatch(words);
  });
});
