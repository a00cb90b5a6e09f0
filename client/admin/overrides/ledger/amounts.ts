/** Amounts of the ledger: balance in cents, points as whole numbers. */
import type { TFunction } from 'i18next';
import type { Json } from '../../../../common/entity/field';
import { parseCents, formatCents } from '../../../../common/text/cents';
import type { LedgerKind } from '../../../../common/ledgerKind';
import type { Formatters } from '../../../shared/i18n/format';

/** Parses an amount to whole cents or points; undefined when it is not an amount. */
export function parseMinorUnits(kind: LedgerKind, value: Json | undefined): number | undefined {
  if (kind === 'money') return typeof value === 'string' ? parseCents(value) : undefined;
  const number = typeof value === 'string' && /^[+-]?\d{1,12}$/.test(value.trim()) ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) ? number : undefined;
}
export const formatMinorUnits = (format: Formatters, kind: LedgerKind, minorUnits: number): string =>
  kind === 'money' ? format.money(formatCents(minorUnits)) : format.number(minorUnits);
/** The ledgers in which a person may book, as the key of a text: both or the only one. */
export const bookableKey = ({ money, score }: Readonly<Record<LedgerKind, boolean>>): LedgerKind | 'both' =>
  money && score ? 'both' : money ? 'money' : 'score';
/** Formats an amount with its sign and kind: `+¥1,200.00 balance`. */
export function formatSignedAmount(
  t: TFunction,
  format: Formatters,
  kind: LedgerKind,
  minorUnits: number | undefined,
): string {
  const sum =
    minorUnits === undefined
      ? { sign: '', amount: '–' }
      : { sign: minorUnits < 0 ? '−' : '+', amount: formatMinorUnits(format, kind, Math.abs(minorUnits)) };
  return t(`ledger.second.sum.${kind}`, sum);
}
