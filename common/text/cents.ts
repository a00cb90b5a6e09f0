/** Money is integer cents inside and a decimal string with two places on the wire; never a float. */
import { LIMITS } from '../limits';

const DECIMAL = /^([+-]?)(\d{1,14})(?:\.(\d{1,2}))?$/;

/** The cents of `12`, `12.3` or `-12.34`; undefined when it is not an amount or out of bounds. */
export function parseCents(text: string): number | undefined {
  const match = DECIMAL.exec(text.trim());
  if (!match) return undefined;
  const [, sign, whole = '0', fraction = ''] = match;
  const cents = Number(whole) * 100 + Number(fraction.padEnd(2, '0'));
  if (cents > LIMITS.maxMoneyAmount) return undefined;
  return sign === '-' && cents !== 0 ? -cents : cents;
}

/** `1234` → `12.34`. */
export function formatCents(cents: number | bigint): string {
  const digits = String(cents < 0 ? -cents : cents).padStart(3, '0');
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
