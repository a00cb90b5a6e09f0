/** What is told of a break: how many changes it cost, each of them once. */
import { expect, it } from '@jest/globals';
import type { Change, ChangeFrame } from '../../common/protocol/live';
import { createAway } from './away';

const change = (id: number, v: number): Change => ({ op: 'u', id, v, set: {}, at: 1 });
const frame = (t: string, ...c: readonly Change[]): ChangeFrame => ({ t, e: 'thing', s: '5', c });

it('counts a change once, in however many topics it was told', () => {
  const told: number[] = [];
  const away = createAway((count) => told.push(count));
  away.begin();
  away.add(frame('list', change(1, 2), change(1, 3)));
  away.add(frame('row', change(1, 3)));
  away.add(frame('everything', change(1, 3), change(2, 9)));
  expect(away.end()).toEqual({ changes: 3, most: 3 });
  expect(told).toEqual([0, 2, 2, 3]);
  away.begin();
  away.add(frame('row', change(1, 3)));
  expect(away.end()).toEqual({ changes: 1, most: 1 });
});

it('says how many were of one noun: a booking is told of the record, the entry and the notice', () => {
  const away = createAway(() => undefined);
  const one = { t: 't', s: '5' };
  away.begin();
  for (const v of [2, 3]) away.add({ ...one, e: 'user', c: [change(7, v)] });
  for (const id of [4, 5]) away.add({ ...one, e: 'notice', c: [change(id, 1)] });
  away.add({ ...one, e: 'user_money_log', c: [change(9, 1)], n: { enter: 1, leave: 0 } });
  expect(away.end()).toEqual({ changes: 6, most: 2 });
});
