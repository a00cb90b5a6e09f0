/** The daily limit of one admin: every way of booking counts, also concurrent bookings. */
import { randomBytes } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { mariadbUrl } from '../../../config/jest/testEnvironment';
import {
  sendRequest,
  createCaller,
  limitedAdmin,
  member,
  signIn,
  superAdmin,
  type Caller,
} from '../../testing/callers';
import { waitUntil } from '../../testing/live/presenceClient';
import { setSetting } from '../../testing/setSetting';
import { createMariadbDatabase } from '../../testing/database/mariadbDatabase';
import { testDialects, startTestServer, type TestServer } from '../../testing/testServer';

const LIMITED = 'limited-horse-7';
const CLERK = [
  'user_money_log/index',
  'user_money_log/add',
  'user_money_log/see_money',
  'user/index',
  'user/ask_second',
];

describe.each(testDialects())('the daily limit of one admin on %s', (database) => {
  it('single, batch and reversing entries of all members count until the end of the day', async () => {
    const testServer = await startTestServer({ database });
    try {
      const loadName = async (id: number): Promise<string> => {
        const [row] = await testServer.services.db.rows<{ username: string }>(
          'SELECT username FROM `admin` WHERE id = ?',
          [id],
        );
        return row?.username ?? '';
      };
      const [root, mia, noa] = [await superAdmin(testServer), await member(testServer), await member(testServer)];
      const clerk = await limitedAdmin(testServer, CLERK, 'all');
      const body = (id: number, money: string) => ({ user_id: id, money, memo: 'Till' });
      const book = (id: number, money: string, by = clerk) => by.post('/admin/user_money_log/add', body(id, money));
      expect((await book(mia.id, '10.00')).code).toBe(1);
      await setSetting(testServer, 'ledger_clerk_day_money', 100);
      expect((await book(mia.id, '40.00')).code).toBe(1);
      const list = [body(noa.id, '30.00'), body(noa.id, '20.01')];
      const over = await clerk.post('/admin/user_money_log/batchAdd', { list });
      expect([over.code, over.data.secondPerson]).toEqual([0, true]);
      expect(over.msg).toContain('your daily limit of ¥100.00');
      // Of concurrent bookings, only as many succeed as the limit allows, for one member or several.
      const race = await Promise.all(
        Array.from({ length: 8 }, (_, index) =>
          book(index % 2 === 0 ? mia.id : noa.id, index < 4 ? '10.00' : '-10.00'),
        ),
      );
      expect(race.filter(({ code }) => code === 1).length).toBeLessThanOrEqual(5);
      const [{ booked }] = (await testServer.services.db.rows<{ booked: number }>(
        'SELECT SUM(ABS(money)) AS booked FROM `user_money_log` WHERE actor = ?',
        [`admin:${clerk.id}`],
      )) as [{ booked: number }];
      expect(Number(booked)).toBeGreaterThan(5_000);
      expect(Number(booked)).toBeLessThanOrEqual(10_000);
      // Another admin has its own limit, towards which reversals count.
      const gift = await book(mia.id, '60.00', root);
      expect(gift.code).toBe(1);
      const reversal = await root.post('/admin/user_money_log/reverse', { id: gift.data.id, memo: 'Wrong' });
      expect([reversal.code, reversal.data.secondPerson]).toEqual([0, true]);
      // An approved booking does not count for the admin who asked.
      const asked = { id: mia.id, kind: 'money', money: '500.00', memo: 'Large' };
      testServer.advanceClock(86_400_000);
      const [today, chief] = [
        await signIn(testServer, 'admin', { username: await loadName(clerk.id), password: LIMITED }),
        await superAdmin(testServer),
      ];
      expect((await today.post('/admin/user/ask_second', asked)).code).toBe(1);
      const [{ id }] = (await chief.get('/admin/pending_booking/index', { limit: '1' })).data.list;
      expect((await chief.post('/admin/pending_booking/approve', { id })).code).toBe(1);
      expect((await book(noa.id, '100.00', today)).code).toBe(1);
      expect((await book(noa.id, '0.01', today)).data.secondPerson).toBe(true);
      // Nor for the approver.
      expect((await book(noa.id, '100.00', chief)).code).toBe(1);
    } finally {
      await testServer.close();
    }
  });
});

/** A way to book an amount for a member. */
type Book = (id: number, money: string) => Promise<{ readonly code: number }>;
const body = (id: number, money: string) => ({ user_id: id, money, memo: 'Till' });
const rejectsApiTokens =
  (by: Caller): Book =>
  (id, money) =>
    by.post('/admin/user_money_log/add', body(id, money));
/** Books with an API token that the admin created. */
async function byToken(testServer: TestServer, owner: Caller): Promise<Book> {
  const end = Math.floor(testServer.services.clock.now() / 1000) + 86_400;
  const values = { name: `Till ${randomBytes(3).toString('hex')}`, scopes: ['*'], expire_time: end };
  const { id } = (await owner.post('/admin/api_token/add', values)).data.row;
  const { token } = (await owner.post('/admin/api_token/show', { id })).data;
  return (user, money) =>
    sendRequest(`${testServer.url}/admin/user_money_log/add`, {
      method: 'POST',
      headers: { batoken: token, 'content-type': 'application/json', server: 'true' },
      body: JSON.stringify(body(user, money)),
    });
}
const bookedBy = async (testServer: TestServer, admin: Caller): Promise<number> => {
  const sql = 'SELECT COALESCE(SUM(ABS(money)), 0) AS booked FROM `user_money_log` WHERE actor = ?';
  const [row] = await testServer.services.db.rows<{ booked: number }>(sql, [`admin:${admin.id}`]);
  return Number(row?.booked);
};
/** Sixteen concurrent bookings of 10.00, alternating between the ways. */
const race = (ways: readonly Book[], members: readonly Caller[]) =>
  Promise.all(
    Array.from({ length: 16 }, async (_, index) =>
      ways[index % ways.length]?.(members[index % members.length]?.id ?? 0, '10.00'),
    ),
  );

describe.each(testDialects())('one daily limit per person on %s', (database) => {
  it('the console and all API tokens of a person share one limit', async () => {
    const testServer = await startTestServer({ database });
    try {
      const [root, mia, noa] = [await superAdmin(testServer), await member(testServer), await member(testServer)];
      const ways = [rejectsApiTokens(root), await byToken(testServer, root), await byToken(testServer, root)];
      await setSetting(testServer, 'ledger_clerk_day_money', 100);
      const accepted = await race(ways, [mia, noa]);
      expect(accepted.filter((response) => response?.code === 1)).toHaveLength(10);
      expect(await bookedBy(testServer, root)).toBe(10_000);
      for (const bookDebit of ways) expect((await bookDebit(mia.id, '0.01')).code).toBe(0);
    } finally {
      await testServer.close();
    }
  });
});

const onMariadb = mariadbUrl() === null ? describe.skip : describe;
onMariadb('the share of one person on two nodes', () => {
  it('concurrent bookings of the console and API tokens share one limit', async () => {
    const database = await createMariadbDatabase();
    const env = { DATABASE_URL: database.url, APP_KEYS: randomBytes(48).toString('base64url') };
    const first = await startTestServer({ env, settings: { captcha: 'never' } });
    const second = await startTestServer({ env, isSecondNode: true });
    try {
      const [root, mia, noa] = [await superAdmin(first), await member(first), await member(first)];
      await setSetting(first, 'ledger_clerk_day_money', 100);
      await waitUntil(
        () => second.services.settings.ledger.dailyLimit.money === 10_000,
        'the limit on the second node',
        8_000,
      );
      const callerOnSecondNode = createCaller(second, { ...root, realm: 'admin' });
      const ways = [
        rejectsApiTokens(root),
        rejectsApiTokens(callerOnSecondNode),
        await byToken(first, root),
        await byToken(second, callerOnSecondNode),
      ];
      const accepted = await race(ways, [mia, noa]);
      expect(accepted.filter((response) => response?.code === 1)).toHaveLength(10);
      expect(await bookedBy(first, root)).toBe(10_000);
      for (const bookDebit of ways) expect((await bookDebit(noa.id, '0.01')).code).toBe(0);
    } finally {
      await second.close();
      await first.close();
      await database.drop();
    }
  });
});
