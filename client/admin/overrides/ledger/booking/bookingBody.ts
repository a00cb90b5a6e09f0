/** Request body of a booking. */
import { formatCents } from '../../../../../common/text/cents';
import type { Booking } from './bookingDrafts';
import type { LedgerKind } from '../../../../../common/ledgerKind';
import { readAmount } from './readAmount';
import type { ConfirmLimits } from './useBookingOptions';

/** Whether the settings ask for a confirmation of this amount. */
export function isLargeAmount(limits: ConfirmLimits, kind: LedgerKind, minorUnits: number): boolean {
  const limit = limits[kind];
  return limit !== null && Math.abs(minorUnits) >= limit;
}

export const computeMinorUnits = ({ kind, amount, direction }: Booking): number | undefined =>
  readAmount(kind, amount, direction).minorUnits;

/** Body of the request; fields with their default are left out. */
export function createBookingBody(booking: Booking, minorUnits: number): Readonly<Record<string, string | number>> {
  const { kind, memo, type, reference } = booking;
  return {
    [kind]: kind === 'money' ? formatCents(minorUnits) : minorUnits,
    memo: memo.trim(),
    ...(type === 'adjust' ? {} : { type }),
    ...(reference.trim() === '' ? {} : { reference: reference.trim() }),
  };
}
