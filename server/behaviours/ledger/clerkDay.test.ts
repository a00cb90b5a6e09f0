/** The most one admin books alone in one day of the site: every way of booking counts, and no race gets past it. */
import { randomBytes } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { mariadbUrl } from '../../../config/jest/tools';
import { ask, callerOf, limitedAdmin, member, signIn, superAdmin, type Caller } from '../../testing/actors';
import { until } from '../../testing/livePresence';
import { put } from '../../testing/settings';
import { databases, freshMariadb, startWorld, type World } from '../../testing/world';

const LIMITED = 'limited-horse-7';
const CLERK = [
  'user_money_log/index',
  'user_money_log/add',
  'user_money_log/see_money',
  'user/index',
  'user/ask_second',
];

describe.each(databases())('the daily limit of one admin on %s', (database) => {
  it('counts single, batch and reversed entries for all members, and ends with the day', async () => {
    const world = await startWorld({ database });
    try {
      const nameOf = async (id: number): Promise<string> => {
        const [row] = await world.services.db.rows<{ username: string }>('SELECT username FROM `admin` WHERE id = ?', [
          id,
        ]);
        return row?.username ?? '';
      };
      const [root, mia, noa] = [await superAdmin(world), await member(world), await member(world)];
      const clerk = await limitedAdmin(world, CLERK, 'all');
      const body = (id: number, money: string) => ({ user_id: id, money, memo: 'Till' });
      const book = (id: number, money: string, by = clerk) => by.post('/admin/user_money_log/add', body(id, money));
      expect((await book(mia.id, '10.00')).code).toBe(1);
      await put(world, 'ledger_clerk_day_money', 100);
      expect((await book(mia.id, '40.00')).code).toBe(1);
      const list = [body(noa.id, '30.00'), body(noa.id, '20.01')];
      const over = await clerk.post('/admin/user_money_log/batchAdd', { list });
      expect([over.code, over.data.secondPerson]).toEqual([0, true]);
      expect(over.msg).toContain('your limit of ¥100.00');
      // of many at once no more are booked than fit, for one member or several
      const race = await Promise.all(
        Array.from({ length: 8 }, (_, at) => book(at % 2 === 0 ? mia.id : noa.id, at < 4 ? '10.00' : '-10.00')),
      );
      expect(race.filter(({ code }) => code === 1).length).toBeLessThanOrEqual(5);
      const [{ booked }] = (await world.services.db.rows<{ booked: number }>(
        'SELECT SUM(ABS(money)) AS booked FROM `user_money_log` WHERE actor = ?',
        [`admin:${clerk.id}`],
      )) as [{ booked: number }];
      expect(Number(booked)).toBeGreaterThan(5_000);
      expect(Number(booked)).toBeLessThanOrEqual(10_000);
      // another admin has a limit of his own, which reversals count towards
      const gift = await book(mia.id, '60.00', root);
      expect(gift.code).toBe(1);
      const back = await root.post('/admin/user_money_log/reverse', { id: gift.data.id, memo: 'Wrong' });
      expect([back.code, back.data.secondPerson]).toEqual([0, true]);
      // what a second person approves is no part of it
      const asked = { id: mia.id, kind: 'money', money: '500.00', memo: 'Large' };
      world.pass(86_400_000);
      const [today, chief] = [
        await signIn(world, 'admin', { username: await nameOf(clerk.id), password: LIMITED }),
        await superAdmin(world),
      ];
      expect((await today.post('/admin/user/ask_second', asked)).code).toBe(1);
      const [{ id }] = (await chief.get('/admin/pending_booking/index', { limit: '1' })).data.list;
      expect((await chief.post('/admin/pending_booking/approve', { id })).code).toBe(1);
      expect((await book(noa.id, '100.00', today)).code).toBe(1);
      expect((await book(noa.id, '0.01', today)).data.secondPerson).toBe(true);
      // nor of the approver's own limit
      expect((await book(noa.id, '100.00', chief)).code).toBe(1);
    } finally {
      await world.end();
    }
  });
});

/** Ways one person books: for a member, an amount. */
type Book = (id: number, money: string) => Promise<{ readonly code: number }>;
const body = (id: number, money: string) => ({ user_id: id, money, memo: 'Till' });
const inPerson =
  (by: Caller): Book =>
  (id, money) =>
    by.post('/admin/user_money_log/add', body(id, money));
/** By an API token that the admin has made. */
async function byToken(world: World, owner: Caller): Promise<Book> {
  const end = Math.floor(world.services.clock.now() / 1000) + 86_400;
  const draft = { name: `Till ${randomBytes(3).toString('hex')}`, scopes: ['*'], expire_time: end };
  const { id } = (await owner.post('/admin/api_token/add', draft)).data.row;
  const { token } = (await owner.post('/admin/api_token/show', { id })).data;
  return (user, money) =>
    ask(`${world.url}/admin/user_money_log/add`, {
      method: 'POST',
      headers: { batoken: token, 'content-type': 'application/json', server: 'true' },
      body: JSON.stringify(body(user, money)),
    });
}
const bookedBy = async (world: World, admin: Caller): Promise<number> => {
  const sql = 'SELECT COALESCE(SUM(ABS(money)), 0) AS booked FROM `user_money_log` WHERE actor = ?';
  const [row] = await world.services.db.rows<{ booked: number }>(sql, [`admin:${admin.id}`]);
  return Number(row?.booked);
};
/** Sixteen bookings of 10.00 at once, by each way in turn. */
const race = (ways: readonly Book[], members: readonly Caller[]) =>
  Promise.all(
    Array.from({ length: 16 }, async (_, at) =>
      ways[at % ways.length]?.(members[at % members.length]?.id ?? 0, '10.00'),
    ),
  );

describe.each(databases())('the share of one person on %s', (database) => {
  it('is one for the console and all API tokens of that person', async () => {
    const world = await startWorld({ database });
    try {
      const [root, mia, noa] = [await superAdmin(world), await member(world), await member(world)];
      const ways = [inPerson(root), await byToken(world, root), await byToken(world, root)];
      await put(world, 'ledger_clerk_day_money', 100);
      const done = await race(ways, [mia, noa]);
      expect(done.filter((answer) => answer?.code === 1)).toHaveLength(10);
      expect(await bookedBy(world, root)).toBe(10_000);
      for (const way of ways) expect((await way(mia.id, '0.01')).code).toBe(0);
    } finally {
      await world.end();
    }
  });
});

const onMariadb = mariadbUrl() === null ? describe.skip : describe;
onMariadb('the share of one person on two nodes', () => {
  it('is one for both, however the bookings race', async () => {
    const database = await freshMariadb();
    const env = { DATABASE_URL: database.url, APP_KEYS: randomBytes(48).toString('base64url') };
    const first = await startWorld({ env, settings: { captcha: 'never' } });
    const second = await startWorld({ env, beside: true });
    try {
      const [root, mia, noa] = [await superAdmin(first), await member(first), await member(first)];
      await put(first, 'ledger_clerk_day_money', 100);
      await until(
        () => second.services.settings.ledger.clerkDay.money === 10_000,
        'the limit on the second node',
        8_000,
      );
      const there = callerOf(second, { ...root, realm: 'admin' });
      const ways = [inPerson(root), inPerson(there), await byToken(first, root), await byToken(second, there)];
      const done = await race(ways, [mia, noa]);
      expect(done.filter((answer) => answer?.code === 1)).toHaveLength(10);
      expect(await bookedBy(first, root)).toBe(10_000);
      for (const way of ways) expect((await way(noa.id, '0.01')).code).toBe(0);
    } finally {
      await second.end();
      await first.end();
      await database.drop();
    }
  });
});
