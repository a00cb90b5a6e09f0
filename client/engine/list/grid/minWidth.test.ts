/** A column whose cells hold more than their kind of field gives nothing of the width its screen says, as none gives that somebody chose. */
import { expect, it } from '@jest/globals';
import { pendingBooking } from '../../../../common/entities/pendingBooking';
import { findColumn } from '../../../../common/entity/columns';
import { columnMinWidth } from './useGridTable';

it('leaves the answers beside a status in sight', () => {
  const status = findColumn(pendingBooking, 'status');
  if (status === undefined) throw new Error('there is no status');
  const least = (isFixed: boolean) => columnMinWidth(status, pendingBooking, { width: 172, label: 'Status', isFixed });
  expect(least(true)).toBe(172);
  expect(least(false)).toBeLessThan(172);
});
