/** Bookings that wait for a second admin, with decisions in the list. */
import { pendingBooking } from '../../../../common/entities/pendingBooking';
import { defineOverride, type IsFieldVisible } from '../../../engine/override';
import { lazyWithoutSuspense, lazyWithRetry } from '../../../ui/lazyWithRetry';
import { FallbackCell } from '../FallbackCell';

const BookingStatusCell = lazyWithoutSuspense(
  async () => (await import('./BookingStatusCell')).BookingStatusCell,
  FallbackCell,
);

const OPTIONAL: ReadonlySet<string> = new Set(
  'act type reference client n entry answer decided_name decided_time'.split(' '),
);
/** Optional fields appear once they have a value; only the amount of the booked account is shown. */
const isFieldVisible: IsFieldVisible = (field, valueOf) => {
  if (field === 'money' || field === 'score') return (valueOf('kind') === 'score') === (field === 'score');
  return !OPTIONAL.has(field) || valueOf(field) !== null;
};

export const pendingBookingOverride = defineOverride(pendingBooking, {
  cells: { status: BookingStatusCell },
  belowField: { status: lazyWithRetry(async () => (await import('./BookingStatusCell')).BookingDecisionButtons) },
  /** Width of the status label with two buttons. */
  columnWidths: { status: 172 },
  customActions: true,
  isFieldVisible,
});
