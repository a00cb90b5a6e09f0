/** Monthly statements over random entries: opening balance plus entries is the closing balance, to the cent, and months follow on. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { addMonths } from '../../../../common/text/time/calendarMonth';
import { parseCents } from '../../../../common/text/cents';
import { member, signIn, superAdmin, type Caller } from '../../../testing/callers';
import { testDialects, startTestServer, type TestServer } from '../../../testing/testServer';

interface StatementType {
  readonly type: string;
  readonly count: number;
  readonly added: string;
  readonly deducted: string;
}
interface StatementData {
  readonly month: string;
  readonly from: number;
  readonly until: number;
  readonly opening: string;
  readonly closing: string;
  readonly types: readonly StatementType[];
  readonly top: number;
}
const cents = (text: unknown): number => {
  const value = parseCents(String(text));
  if (value === undefined) throw new Error(`no amount: ${String(text)}`);
  return value;
};
/** A repeatable series of numbers from 0 to 1. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}
const TYPES = ['top_up', 'payment', 'refund', 'fee', 'adjust'] as const;
const STEPS = 12;
const ENTRIES_PER_STEP = 5;
const DAY_MS = 86_400_000;
const MIA = { username: 'mia_statement', password: 'river-stone-42' } as const;

describe.each(testDialects())('monthly statement on %s', (database) => {
  let testServer: TestServer;
  let mia: Caller;
  let other: Caller;
  beforeAll(async () => {
    testServer = await startTestServer({ database });
    const root = await superAdmin(testServer);
    expect((await root.post('/admin/user/add', { ...MIA, nickname: 'Mia' })).code).toBe(1);
    mia = await signIn(testServer, 'member', MIA);
    other = await member(testServer);
  });
  afterAll(() => testServer.close());

  const thisMonth = () => {
    const { settings, clock } = testServer.services;
    const format = new Intl.DateTimeFormat('en-CA', { timeZone: settings.timeZone, year: 'numeric', month: '2-digit' });
    return format.format(clock.now());
  };
  const loadStatement = async (kind: string, month: string) =>
    (await mia.get('/api/account/statement', { kind, month })).data as unknown as StatementData;
  /** All entries of a statement, as the member's history returns them. */
  async function loadEntries({
    from,
    until,
    top,
  }: StatementData): Promise<readonly Readonly<Record<string, unknown>>[]> {
    const conditions = [
      ['create_time', '>=', from],
      ['create_time', '<', until],
      ['id', '<=', top],
    ] as const;
    const search = Object.fromEntries(
      conditions.flatMap(([field, operator, val], index) => [
        [`search[${index}][field]`, field],
        [`search[${index}][operator]`, operator],
        [`search[${index}][val]`, String(val)],
      ]),
    );
    const { data } = await mia.get('/api/account/balance', { limit: '200', ...search });
    return (data as { list: Readonly<Record<string, unknown>>[] }).list;
  }
  /** Books random entries over several months; returns the balance in cents. */
  async function bookRandomEntries(random: () => number): Promise<number> {
    let balance = 0;
    for (let step = 0; step < STEPS; step += 1) {
      testServer.advanceClock(Math.floor((6 + random() * 8) * DAY_MS));
      const root = await superAdmin(testServer);
      for (let index = 0; index < ENTRIES_PER_STEP; index += 1) {
        const amount = Math.floor(random() * 50_000) + 1 - Math.min(balance, 25_000);
        if (amount === 0) continue;
        const type = TYPES[Math.floor(random() * TYPES.length)];
        const body = { money: (amount / 100).toFixed(2), memo: `Entry ${step} ${index}`, type };
        expect((await root.post('/admin/user_money_log/add', { ...body, user_id: mia.id })).code).toBe(1);
        balance += amount;
      }
      await root.post('/admin/user_money_log/add', { user_id: other.id, money: '3.00', memo: 'Not hers' });
    }
    return balance;
  }

  it('opening balance + entries = closing balance, and the next month opens with it', async () => {
    const firstMonth = thisMonth();
    const balance = await bookRandomEntries(createRandom(20_261_127));
    mia = await signIn(testServer, 'member', MIA);
    const lastMonth = thisMonth();
    let previous = 0;
    let entries = 0;
    for (let month = firstMonth; month <= lastMonth; month = addMonths(month, 1)) {
      const statement = await loadStatement('money', month);
      const listed = await loadEntries(statement);
      const sum = listed.reduce((total, entry) => total + cents(entry['money']), 0);
      expect(cents(statement.opening)).toBe(previous);
      expect(cents(statement.opening) + sum).toBe(cents(statement.closing));
      const typeSum = statement.types.reduce((total, { added, deducted }) => total + cents(added) + cents(deducted), 0);
      expect(typeSum).toBe(sum);
      expect(statement.types.reduce((total, { count }) => total + count, 0)).toBe(listed.length);
      for (const { added, deducted } of statement.types)
        expect([cents(added) >= 0, cents(deducted) <= 0]).toEqual([true, true]);
      previous = cents(statement.closing);
      entries += listed.length;
    }
    expect(entries).toBeGreaterThan(STEPS * (ENTRIES_PER_STEP - 1));
    expect(previous).toBe(balance);
    const after = await loadStatement('money', addMonths(lastMonth, 3));
    expect([cents(after.opening), cents(after.closing), after.types]).toEqual([balance, balance, []]);
    const before = await loadStatement('money', addMonths(firstMonth, -1));
    expect([cents(before.opening), cents(before.closing)]).toEqual([0, 0]);
  });

  it('a month begins in the time zone of the site, not at UTC', async () => {
    const { from } = await loadStatement('score', '2026-03');
    const { timeZone } = testServer.services.settings;
    const text = new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short', timeStyle: 'medium', hour12: false });
    expect(text.format(from * 1000)).toMatch(/^2026-03-01, (?:00|24):00:00$/);
  });

  it('refuses an invalid month and an unknown account', async () => {
    for (const query of [
      { kind: 'money', month: '2026-13' },
      { kind: 'money' },
      { kind: 'gold', month: '2026-01' },
      { month: '2026-01' },
    ] as Readonly<Record<string, string>>[])
      expect((await mia.get('/api/account/statement', query)).status).toBe(400);
  });
});

describe.each(testDialects())('search in the history on %s', (database) => {
  it('finds words of the reason, the reference and the receipt number among the own entries only', async () => {
    const testServer = await startTestServer({ database });
    try {
      const [root, mia, other] = [await superAdmin(testServer), await member(testServer), await member(testServer)];
      const addEntry = (userId: number, memo: string, reference: string) =>
        root.post('/admin/user_money_log/add', { user_id: userId, money: '1.00', memo, reference });
      await addEntry(mia.id, 'Blue Bicycle', 'order-88');
      await addEntry(mia.id, '退还押金', 'till-3');
      await addEntry(other.id, 'Blue car', 'order-89');
      const find = async (text: string) => {
        const response = await mia.get('/api/account/balance', { quick_search: text });
        return (response.data as { list: { memo: string; receipt: string }[] }).list;
      };
      expect((await find('bicycle')).map(({ memo }) => memo)).toEqual(['Blue Bicycle']);
      expect((await find('押金')).map(({ memo }) => memo)).toEqual(['退还押金']);
      expect((await find('ORDER-8')).map(({ memo }) => memo)).toEqual(['Blue Bicycle']);
      expect(await find('car')).toEqual([]);
      expect(await find('%')).toEqual([]);
      const [entry] = await find('till-3');
      expect((await find(entry?.receipt ?? 'none')).map(({ memo }) => memo)).toEqual(['退还押金']);
    } finally {
      await testServer.close();
    }
  });
});
