/** Counts the changes missed during an outage, each of them once. */
import { expect, it } from '@jest/globals';
import type { Change, ChangeFrame } from '../../../common/protocol/liveEvents';
import { createMissedSummary } from './missedSummary';

const change = (id: number, v: number): Change => ({ op: 'u', id, v, set: {}, at: 1 });
const frame = (t: string, ...c: readonly Change[]): ChangeFrame => ({ t, e: 'thing', s: '5', c });

it('missedSummary: counts a change once when it arrives in several topics', () => {
  const reported: number[] = [];
  const summary = createMissedSummary((count) => reported.push(count));
  summary.begin();
  summary.add(frame('list', change(1, 2), change(1, 3)));
  summary.add(frame('row', change(1, 3)));
  summary.add(frame('everything', change(1, 3), change(2, 9)));
  expect(summary.end()).toEqual({ changes: 3, maxPerEntity: 3 });
  expect(reported).toEqual([0, 2, 2, 3]);
  summary.begin();
  summary.add(frame('row', change(1, 3)));
  expect(summary.end()).toEqual({ changes: 1, maxPerEntity: 1 });
});

it('missedSummary: counts per entity: a booking changes the record, the entry and the notice', () => {
  const summary = createMissedSummary(() => undefined);
  const header = { t: 't', s: '5' };
  summary.begin();
  for (const v of [2, 3]) summary.add({ ...header, e: 'user', c: [change(7, v)] });
  for (const id of [4, 5]) summary.add({ ...header, e: 'notice', c: [change(id, 1)] });
  summary.add({ ...header, e: 'user_money_log', c: [change(9, 1)], n: { enter: 1, leave: 0 } });
  expect(summary.end()).toEqual({ changes: 6, maxPerEntity: 2 });
});
