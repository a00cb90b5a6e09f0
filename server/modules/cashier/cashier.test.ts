/** The cashier's dialogs: totals of the own shift by ledger and type, and the options of the form from the settings. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { limitedAdmin, member, superAdmin, type Caller } from '../../testing/callers';
import { testDialects, startTestServer, type TestServer } from '../../testing/testServer';

const NODES = [
  'user/index',
  'user/see_money',
  'user_money_log/index',
  'user_money_log/add',
  'user_money_log/reverse',
  'user_money_log/see_money',
  'user_score_log/index',
  'user_score_log/add',
  'user_score_log/see_money',
];

describe.each(testDialects())('cashier on %s', (database) => {
  let testServer: TestServer;
  let [root, clerk, colleague, mia]: Caller[] = [];
  beforeAll(async () => {
    testServer = await startTestServer({ database });
    [root, mia] = [await superAdmin(testServer), await member(testServer)];
    [clerk, colleague] = [await limitedAdmin(testServer, NODES), await limitedAdmin(testServer, NODES)];
  });
  afterAll(() => testServer.close());

  const addEntry = async (caller: Caller | undefined, money: string, type: string) => {
    const body = { user_id: mia?.id, money, memo: 'At the till', type };
    const { code, data } = (await caller?.post('/admin/user_money_log/add', body)) ?? {};
    expect(code).toBe(1);
    return Number(data?.id);
  };
  const loadShift = async (caller: Caller | undefined, query: Readonly<Record<string, string>> = {}) =>
    (await caller?.get('/admin/user_money_log/shift', query))?.data;

  it('sums what the caller booked, by type, from the chosen moment on', async () => {
    const start = Math.floor(testServer.services.clock.now() / 1000);
    await addEntry(clerk, '100.10', 'top_up');
    await addEntry(clerk, '0.20', 'top_up');
    await addEntry(colleague, '50.00', 'top_up');
    testServer.advanceClock(600_000);
    const later = Math.floor(testServer.services.clock.now() / 1000);
    await addEntry(clerk, '-30.05', 'payment');
    const wrong = await addEntry(clerk, '7.00', 'adjust');
    expect((await clerk?.post('/admin/user_money_log/reverse', { id: wrong, memo: 'Twice' }))?.code).toBe(1);
    await clerk?.post('/admin/user_score_log/add', { user_id: mia?.id, score: 5, memo: 'Gift' });
    const all = await loadShift(clerk, { since: String(start) });
    expect(all.totals).toEqual({
      money: [
        { type: 'adjust', count: 1, added: '7.00', deducted: '0.00' },
        { type: 'payment', count: 1, added: '0.00', deducted: '-30.05' },
        { type: 'reversal', count: 1, added: '0.00', deducted: '-7.00' },
        { type: 'top_up', count: 2, added: '100.30', deducted: '0.00' },
      ],
      score: [{ type: 'adjust', count: 1, added: 5, deducted: 0 }],
    });
    const types = (data: typeof all) => data.totals.money.map(({ type }: { type: string }) => type);
    expect(types(await loadShift(clerk, { since: String(later) }))).toEqual(['adjust', 'payment', 'reversal']);
    expect((await loadShift(colleague, { since: String(start) })).totals.money).toEqual([
      { type: 'top_up', count: 1, added: '50.00', deducted: '0.00' },
    ]);
    expect((await clerk?.get('/admin/user_money_log/shift', { since: 'yesterday' }))?.status).toBe(400);
  });

  it('begins with the day of the site, unless a moment is chosen', async () => {
    await addEntry(root, '1.00', 'top_up');
    testServer.advanceClock(86_400_000);
    const nextDay = await superAdmin(testServer);
    const { since, totals } = await loadShift(nextDay);
    expect(totals).toEqual({ money: [], score: [] });
    const { timeZone } = testServer.services.settings;
    const time = new Intl.DateTimeFormat('en-GB', { timeZone, timeStyle: 'medium' }).format(since * 1000);
    expect(time).toBe('00:00:00');
    expect((await loadShift(nextDay, { since: String(since - 86_400) })).totals.money).toHaveLength(1);
  });

  it('gives a member’s statement of a month to those who see the ledger with its amounts', async () => {
    const reader = await limitedAdmin(testServer, NODES);
    const { timeZone } = testServer.services.settings;
    const now = new Date(testServer.services.clock.now());
    const month = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit' }).format(now);
    await addEntry(reader, '5.00', 'top_up');
    const query = { user_id: String(mia?.id), month };
    const { data } = await reader.get('/admin/user_money_log/statement', query);
    const latest = data.entries.at(-1);
    expect(latest).toMatchObject({ type: 'top_up', amount: '5.00', memo: 'At the till' });
    expect(data.closing).toBe(latest.after);
    expect(data.entries[0].n).toBe(1);
    expect(data).toMatchObject({ kind: 'money', month, opening: '0.00', top: latest.n });
    expect((await reader.get('/admin/user_score_log/statement', query)).data).toMatchObject({ kind: 'score' });
    expect((await reader.get('/admin/user_money_log/statement', { ...query, month: '2026-13' })).status).toBe(400);
    expect((await reader.get('/admin/user_money_log/statement', { month })).status).toBe(400);
    const blind = await limitedAdmin(testServer, ['user/index', 'user_money_log/index']);
    expect((await blind.get('/admin/user_money_log/statement', query)).status).toBe(403);
    const stranger = await limitedAdmin(testServer, ['user/index']);
    expect((await stranger.get('/admin/user_money_log/statement', query)).status).toBe(403);
  });

  it('leaves out a ledger whose amounts the caller does not see', async () => {
    const blind = await limitedAdmin(testServer, ['user_money_log/index']);
    expect((await loadShift(blind)).totals).toEqual({});
  });

  it('offers the reasons and asks from the amounts of the settings', async () => {
    const admin = await superAdmin(testServer);
    const loadOptions = async () => (await admin.get('/admin/user_money_log/bookingOptions')).data;
    const { confirm, reasons } = await loadOptions();
    expect(confirm).toEqual({ money: 1_000_000, score: 100_000 });
    expect(reasons).toContainEqual({ 'zh-cn': '现金充值', en: 'Cash top-up' });
    const change = { ledger_confirm_money: 50, ledger_confirm_score: null, ledger_reasons: { 赠送: '' } };
    expect((await admin.post('/admin/routine.config/edit', change)).code).toBe(1);
    expect(await loadOptions()).toEqual({
      confirm: { money: 5_000, score: null },
      reasons: [{ 'zh-cn': '赠送', en: '赠送' }],
    });
  });
});
