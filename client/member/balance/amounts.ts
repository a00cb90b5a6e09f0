/** Balance in cents and points: parsed from a row and formatted. */
import { parseCents, formatCents } from '../../../common/text/cents';
import type { Json } from '../../../common/entity/field';
import type { Formatters } from '../../shared/i18n/format';

export type BalanceKind = 'money' | 'score';
export const BALANCE_KINDS: readonly BalanceKind[] = ['money', 'score'];

/** The amount as an integer; undefined if it is missing or hidden. */
export function parseAmount(kind: BalanceKind, value: Json | undefined): number | undefined {
  if (kind === 'score') return typeof value === 'number' ? value : undefined;
  return typeof value === 'string' ? parseCents(value) : undefined;
}
/** `¥1,204.50`, `1,204`; a negative amount has its sign in front, as in `−¥20.00`. */
export const formatBalanceAmount = (format: Formatters, kind: BalanceKind, amount: number): string =>
  kind === 'money' ? format.money(formatCents(amount)) : `${amount < 0 ? '−' : ''}${format.number(Math.abs(amount))}`;
/** `+¥50.00`, `−20`. */
export const formatSignedAmount = (format: Formatters, kind: BalanceKind, amount: number): string =>
  kind === 'money'
    ? format.signedMoney(formatCents(amount))
    : `${amount < 0 ? '−' : '+'}${format.number(Math.abs(amount))}`;
