/** Balance in cents and points, from the wire's row and back to what people read. */
import { centsOf, moneyOf } from '../../../common/text/moneys';
import type { Json } from '../../../common/entity/field';
import type { Format } from '../../shared/format';

export type WealthKind = 'money' | 'score';
export const WEALTH_KINDS: readonly WealthKind[] = ['money', 'score'];

/** The amount as a whole number; undefined when it is not there or not to be seen. */
export function wholeOf(kind: WealthKind, value: Json | undefined): number | undefined {
  if (kind === 'score') return typeof value === 'number' ? value : undefined;
  return typeof value === 'string' ? centsOf(value) : undefined;
}
/** `¥1,204.50`, `1,204`; what is owed has its sign in front, as in `−¥20.00`. */
export const sayAmount = (format: Format, kind: WealthKind, whole: number): string =>
  kind === 'money' ? format.money(moneyOf(whole)) : `${whole < 0 ? '−' : ''}${format.number(Math.abs(whole))}`;
/** `+¥50.00`, `−20`. */
export const saySigned = (format: Format, kind: WealthKind, whole: number): string =>
  kind === 'money' ? format.signedMoney(moneyOf(whole)) : `${whole < 0 ? '−' : '+'}${format.number(Math.abs(whole))}`;
