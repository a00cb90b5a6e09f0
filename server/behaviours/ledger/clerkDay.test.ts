/** The most one admin books alone in one day of the site: every way of booking counts, and no race gets past it. */
import { describe, expect, it } from '@jest/globals';
import { limitedAdmin, member, superAdmin } from '../../testing/actors';
import { put } from '../../testing/settings';
import { databases, startWorld } from '../../testing/world';

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
      expect(over.msg).toContain('100.00');
      // of many at once no more are booked than fit, for one member or several
      const race = await Promise.all(
        Array.from({ length: 8 }, (_, at) => book(at % 2 === 0 ? mia.id : noa.id, at < 4 ? '10.00' : '-10.00')),
      );
      expect(race.filter(({ code }) => code === 1).length).toBeLessThanOrEqual(5);
      const [{ booked }] = (await world.kit.db.rows<{ booked: number }>(
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
      expect((await clerk.post('/admin/user/ask_second', asked)).code).toBe(1);
      world.pass(86_400_000);
      expect((await book(noa.id, '100.00', await superAdmin(world))).code).toBe(1);
    } finally {
      await world.end();
    }
  });
});
