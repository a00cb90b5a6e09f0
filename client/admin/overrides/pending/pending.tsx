/** Bookings that wait for a second person, in the console: decided from the list. */
import { Suspense } from 'react';
import { pendingBooking } from '../../../../common/entities/pendingBooking';
import type { CellProps } from '../../../engine/kinds/kindView';
import { override } from '../../../engine/override';
import { lazyPart } from '../../../ui/lazyPart';

const Status = lazyPart(async () => (await import('./StatusCell')).StatusCell, 'small');
const StatusCell = (props: CellProps) => (
  <Suspense fallback={null}>
    <Status {...props} />
  </Suspense>
);

export const pendingScreen = override(pendingBooking, {
  cells: { status: StatusCell },
  below: { status: lazyPart(async () => (await import('./StatusCell')).BelowStatus) },
  /** A word and two answers. */
  widths: { status: 190 },
  ownActions: true,
});
