/** History filters report impossible days at their field, and offer only the entry types of the account. */
import { expect, it } from '@jest/globals';
import { findDayErrors, entryTypesFor } from './HistoryFilters';

it('entryTypesFor: has the daily check-in for points only', () => {
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
] as const)('findDayErrors: %j has the errors %j', (typed, faults) => {
  expect(findDayErrors(typed)).toEqual(faults);
});
