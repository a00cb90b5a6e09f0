/** Bookings that wait for a second person, in the console: decided from the list. */
import { pendingBooking } from '../../../../common/entities/pendingBooking';
import { override, type Shows } from '../../../engine/override';
import { jointPart, lazyPart } from '../../../ui/lazyPart';
import { UsualCell } from '../UsualCell';

const StatusCell = jointPart(async () => (await import('./StatusCell')).StatusCell, UsualCell);

const OPTIONAL: ReadonlySet<string> = new Set(
  'act type reference client n entry answer decided_name decided_time'.split(' '),
);
/** Optional fields are shown once they have a value; only the amount of the account in question is shown. */
const shows: Shows = (field, valueOf) => {
  if (field === 'money' || field === 'score') return (valueOf('kind') === 'score') === (field === 'score');
  return !OPTIONAL.has(field) || valueOf(field) !== null;
};

export const pendingScreen = override(pendingBooking, {
  cells: { status: StatusCell },
  below: { status: lazyPart(async () => (await import('./StatusCell')).BelowStatus) },
  /** A word and two answers. */
  widths: { status: 172 },
  ownActions: true,
  shows,
});
