/** What narrows a history is asked for and listened for in the same words. */
import { expect, it } from '@jest/globals';
import { userMoneyLog } from '../../../common/entities/userMoneyLog';
import { compileFilter } from '../../../common/query/compileFilter';
import { toConditions } from './entriesApi';

it('tells entries that match from those that do not', () => {
  const at = Math.floor(new Date(2026, 10, 22, 12).getTime() / 1000);
  const hears = (filter: Omit<Parameters<typeof toConditions>[0], 'kind'>, money: number) =>
    compileFilter(userMoneyLog, { all: toConditions({ kind: 'money', ...filter }) })({
      money,
      type: 'adjust',
      create_time: at,
    });
  expect([hears({}, 500), hears({ sign: 'in' }, 500), hears({ sign: 'out' }, 500)]).toEqual([true, true, false]);
  expect([hears({ sign: 'out' }, -500), hears({ type: 'sign_in' }, 500)]).toEqual([true, false]);
  expect([hears({ to: '2026-11-20' }, 500), hears({ from: '2026-11-22', to: '2026-11-22' }, 500)]).toEqual([
    false,
    true,
  ]);
});

it('a day of the filter begins and ends at midnight in the time zone of the site', () => {
  const range = (zone: string) =>
    toConditions({ kind: 'money', from: '2026-11-22', to: '2026-11-22', zone }).map(({ value }) => Number(value));
  const at = (text: string) => Date.parse(text) / 1000;
  expect(range('Pacific/Auckland')).toEqual([at('2026-11-21T11:00:00Z'), at('2026-11-22T11:00:00Z')]);
  expect(range('America/Los_Angeles')).toEqual([at('2026-11-22T08:00:00Z'), at('2026-11-23T08:00:00Z')]);
});
