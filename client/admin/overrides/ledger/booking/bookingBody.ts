/** Request body of a booking. */
import { formatCents } from '../../../../../common/text/cents';
import type { Booking } from './bookingDrafts';
import type { LedgerKind } from '../../../../../common/ledgerKind';
import { readAmount } from './readAmount';

/** Amounts in cents and points that need a confirmation. */
const LARGE_AMOUNTS: Readonly<Record<LedgerKind, number>> = { money: 1_000_000, score: 100_000 };
export const isLargeAmount = (kind: LedgerKind, whole: number): boolean => Math.abs(whole) >= LARGE_AMOUNTS[kind];

export const wholeAmount = ({ kind, amount, direction }: Booking): number | undefined =>
  readAmount(kind, amount, direction).whole;

/** Body of the request; fields with their default are left out. */
export function createBookingBody(booking: Booking, whole: number): Readonly<Record<string, string | number>> {
  const { kind, memo, type, reference } = booking;
  return {
    [kind]: kind === 'money' ? formatCents(whole) : whole,
    memo: memo.trim(),
    ...(type === 'adjust' ? {} : { type }),
    ...(reference.trim() === '' ? {} : { reference: reference.trim() }),
  };
}
