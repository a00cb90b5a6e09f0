/** A column with a width set by its screen or by hand does not shrink, nor does a label. */
import { expect, it } from '@jest/globals';
import { lead } from '../../../../common/entities/lead';
import { pendingBooking } from '../../../../common/entities/pendingBooking';
import { findColumn } from '../../../../common/entity/columns';
import { columnMinWidth } from './useGridTable';

it('computeMinWidth: leaves room for the buttons beside a status', () => {
  const status = findColumn(pendingBooking, 'status');
  if (status === undefined) throw new Error('there is no status');
  const least = (isFixed: boolean) => columnMinWidth(status, pendingBooking, { width: 172, label: 'Status', isFixed });
  expect([least(true), least(false)]).toEqual([172, 172]);
});

it('columnMinWidth: the label of a state is never cut, a choice shown as text shrinks', () => {
  const least = (name: string) => {
    const column = findColumn(lead, name);
    if (column === undefined) throw new Error(`no column ${name}`);
    return columnMinWidth(column, lead, { width: 172, label: 'Headcount', isFixed: false });
  };
  expect(least('handle_status')).toBe(172);
  expect(least('headcount')).toBeLessThan(172);
});
