/** Bookings that wait for a second person, in the console: decided from the list. */
import { pendingBooking } from '../../../../common/entities/pendingBooking';
import { defineOverride, type IsFieldVisible } from '../../../engine/override';
import { lazyTogether, lazyWithRetry } from '../../../ui/lazyWithRetry';
import { UsualCell } from '../UsualCell';

const StatusCell = lazyTogether(async () => (await import('./StatusCell')).StatusCell, UsualCell);

const OPTIONAL: ReadonlySet<string> = new Set(
  'act type reference client n entry answer decided_name decided_time'.split(' '),
);
/** Optional fields are shown once they have a value; only the amount of the account in question is shown. */
const shows: IsFieldVisible = (field, valueOf) => {
  if (field === 'money' || field === 'score') return (valueOf('kind') === 'score') === (field === 'score');
  return !OPTIONAL.has(field) || valueOf(field) !== null;
};

export const pendingScreen = defineOverride(pendingBooking, {
  cells: { status: StatusCell },
  belowField: { status: lazyWithRetry(async () => (await import('./StatusCell')).BelowStatus) },
  /** A word and two answers. */
  columnWidths: { status: 172 },
  customActions: true,
  isFieldVisible: shows,
});
