/** A booking as it is sent. */
import { formatCents } from '../../../../common/text/cents';
import type { Booking } from './bookingMemory';
import type { LedgerKind } from './readAmount';
import { readAmount } from './readAmount';

/** Single amounts from here on are confirmed: cents and points. */
const LARGE: Readonly<Record<LedgerKind, number>> = { money: 1_000_000, score: 100_000 };
export const isLarge = (kind: LedgerKind, whole: number): boolean => Math.abs(whole) >= LARGE[kind];

export const wholeIn = ({ kind, amount, direction }: Booking): number | undefined =>
  readAmount(kind, amount, direction).whole;

/** What is sent of a booking: what staff left as it was is left out. */
export function contentOf(booking: Booking, whole: number): Readonly<Record<string, string | number>> {
  const { kind, memo, type, reference } = booking;
  return {
    [kind]: kind === 'money' ? formatCents(whole) : whole,
    memo: memo.trim(),
    ...(type === 'adjust' ? {} : { type }),
    ...(reference.trim() === '' ? {} : { reference: reference.trim() }),
  };
}
