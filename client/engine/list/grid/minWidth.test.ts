/** A column with a width set by its screen or by hand does not shrink. */
import { expect, it } from '@jest/globals';
import { pendingBooking } from '../../../../common/entities/pendingBooking';
import { findColumn } from '../../../../common/entity/columns';
import { columnMinWidth } from './useGridTable';

it('computeMinWidth: leaves room for the buttons beside a status', () => {
  const status = findColumn(pendingBooking, 'status');
  if (status === undefined) throw new Error('there is no status');
  const least = (isFixed: boolean) => columnMinWidth(status, pendingBooking, { width: 172, label: 'Status', isFixed });
  expect(least(true)).toBe(172);
  expect(least(false)).toBeLessThan(172);
});
