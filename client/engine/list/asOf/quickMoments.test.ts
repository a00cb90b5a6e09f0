/** The offered moments are those of the calendar of this device. */
import { expect, it } from '@jest/globals';
import { formatDateTime } from '../../../../common/text/time/dates';
import { quickMoments } from './quickMoments';

it('offers an hour ago, the start of today, and this time on earlier days', () => {
  const now = new Date('2026-03-01T09:30:15').getTime();
  expect(quickMoments(now).map(({ name, moment }) => [name, formatDateTime(moment)])).toEqual([
    ['hour', '2026-03-01 08:30:15'],
    ['today', '2026-03-01 00:00:00'],
    ['yesterday', '2026-02-28 09:30:15'],
    ['week', '2026-02-22 09:30:15'],
  ]);
});
