/** Filters of a history: days that cannot be are named at their field, and only types the account has are offered. */
import { expect, it } from '@jest/globals';
import { findDayErrors, entryTypesFor } from './HistoryFilters';

it('offers the daily check-in among points alone', () => {
  expect(entryTypesFor('money')).not.toContain('sign_in');
  expect(entryTypesFor('score')).toContain('sign_in');
});

it.each([
  [{}, {}],
  [{ from: '2026-1', to: '' }, {}],
  [{ from: '2026-13-45' }, { from: 'no_day' }],
  [{ from: '2026-02-28', to: '2026-02-30' }, { to: 'no_day' }],
  [{ from: '2026-02-28', to: '2026-02-27' }, { to: 'reversed_days' }],
  [{ from: '2026-02-28', to: '2026-02-28' }, {}],
] as const)('dayFaults: %j has the faults %j', (typed, faults) => {
  expect(findDayErrors(typed)).toEqual(faults);
});
