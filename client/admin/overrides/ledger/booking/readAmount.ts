/** Parses an amount as typed by staff, with its direction. */
import { LIMITS } from '../../../../../common/limits';
import { parseCents } from '../../../../../common/text/cents';
import type { LedgerKind } from '../../../../../common/ledgerKind';

export type Direction = 'add' | 'deduct';
export type AmountIssue = 'empty' | 'zero' | 'decimals' | 'whole' | 'grouped' | 'no_digit' | 'not_number' | 'too_large';
export interface TypedAmount {
  /** Signed cents or points; undefined when the text is not an amount. */
  readonly minorUnits?: number;
  readonly issue?: AmountIssue;
}

const SIGN_PATTERN = /^[+\-−]/;
const MAX_POINTS = 999_999_999_999;
/** Direction of a typed sign, which takes precedence over the selected direction. */
export function typedDirection(text: string): Direction | undefined {
  const sign = SIGN_PATTERN.exec(normalizeText(text))?.[0];
  return sign === undefined ? undefined : sign === '+' ? 'add' : 'deduct';
}
/** Normalizes full-width digits and signs. */
const normalizeText = (text: string): string => text.normalize('NFKC').trim();

function findIssue(kind: LedgerKind, digits: string): AmountIssue | undefined {
  if (digits === '') return 'empty';
  if (/^[\d.]+$/.test(digits.replaceAll(/[,\s'’]/g, '')) && /\d/.test(digits) && /[,\s'’]/.test(digits))
    return 'grouped';
  if (/^\.\d+$/.test(digits)) return 'no_digit';
  if (!/^\d+(?:\.\d+)?$/.test(digits)) return 'not_number';
  if (kind === 'score' && digits.includes('.')) return 'whole';
  return /\.\d{3,}$/.test(digits) ? 'decimals' : undefined;
}

/** Parses an amount; `direction` applies where no sign is typed. */
export function readAmount(kind: LedgerKind, text: string, direction: Direction): TypedAmount {
  const typed = normalizeText(text);
  const digits = typed.replace(SIGN_PATTERN, '').trim();
  const issue = findIssue(kind, digits);
  if (issue !== undefined) return { issue };
  const size = kind === 'money' ? parseCents(digits) : Number(digits);
  if (size === undefined || size > (kind === 'money' ? LIMITS.maxMoneyAmount : MAX_POINTS))
    return { issue: 'too_large' };
  if (size === 0) return { issue: 'zero' };
  return { minorUnits: (typedDirection(text) ?? direction) === 'deduct' ? -size : size };
}
