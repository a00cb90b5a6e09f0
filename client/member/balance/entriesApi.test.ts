/** The conditions of a history filter select the same entries in the query and in the live subscription. */
import { expect, it } from '@jest/globals';
import { userMoneyLog } from '../../../common/entities/userMoneyLog';
import { compileFilter } from '../../../common/query/compileFilter';
import { toConditions } from './entriesApi';

it('toConditions: match the entries of the filter and no others', () => {
  const at = Math.floor(new Date(2026, 10, 22, 12).getTime() / 1000);
  const matches = (filter: Omit<Parameters<typeof toConditions>[0], 'kind'>, money: number) =>
    compileFilter(userMoneyLog, { all: toConditions({ kind: 'money', ...filter }) })({
      money,
      type: 'adjust',
      create_time: at,
    });
  expect([matches({}, 500), matches({ sign: 'in' }, 500), matches({ sign: 'out' }, 500)]).toEqual([true, true, false]);
  expect([matches({ sign: 'out' }, -500), matches({ type: 'sign_in' }, 500)]).toEqual([true, false]);
  expect([matches({ to: '2026-11-20' }, 500), matches({ from: '2026-11-22', to: '2026-11-22' }, 500)]).toEqual([
    false,
    true,
  ]);
});

it('toConditions: a day begins and ends at midnight in the time zone of the site', () => {
  const range = (zone: string) =>
    toConditions({ kind: 'money', from: '2026-11-22', to: '2026-11-22', zone }).map(({ value }) => Number(value));
  const at = (text: string) => Date.parse(text) / 1000;
  expect(range('Pacific/Auckland')).toEqual([at('2026-11-21T11:00:00Z'), at('2026-11-22T11:00:00Z')]);
  expect(range('America/Los_Angeles')).toEqual([at('2026-11-22T08:00:00Z'), at('2026-11-23T08:00:00Z')]);
});
