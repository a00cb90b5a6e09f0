/** An amount as staff type it: read with its direction, or refused with the reason. */
import { LIMITS } from '../../../../common/limits';
import { parseCents } from '../../../../common/text/cents';

/** The account an amount is booked on: balance or points. */
export type LedgerKind = 'money' | 'score';
export type Direction = 'add' | 'deduct';
export type AmountIssue = 'empty' | 'zero' | 'decimals' | 'whole' | 'grouped' | 'no_digit' | 'not_number' | 'too_large';
export interface TypedAmount {
  /** Signed cents or points; undefined when the text is no amount. */
  readonly whole?: number;
  readonly issue?: AmountIssue;
}

const SIGN = /^[+\-−]/;
const MOST_POINTS = 999_999_999_999;
/** The sign somebody typed says more than the button that is pressed. */
export function directionIn(text: string): Direction | undefined {
  const sign = SIGN.exec(plain(text))?.[0];
  return sign === undefined ? undefined : sign === '+' ? 'add' : 'deduct';
}
/** Full-width digits mean the same as narrow ones. */
const plain = (text: string): string => text.normalize('NFKC').trim();

function issueIn(kind: LedgerKind, digits: string): AmountIssue | undefined {
  if (digits === '') return 'empty';
  if (/^[\d.]+$/.test(digits.replaceAll(/[,\s'’]/g, '')) && /\d/.test(digits) && /[,\s'’]/.test(digits))
    return 'grouped';
  if (/^\.\d+$/.test(digits)) return 'no_digit';
  if (!/^\d+(?:\.\d+)?$/.test(digits)) return 'not_number';
  if (kind === 'score' && digits.includes('.')) return 'whole';
  return /\.\d{3,}$/.test(digits) ? 'decimals' : undefined;
}

/** Reads an amount; `direction` counts where no sign is typed. */
export function readAmount(kind: LedgerKind, text: string, direction: Direction): TypedAmount {
  const typed = plain(text);
  const digits = typed.replace(SIGN, '').trim();
  const issue = issueIn(kind, digits);
  if (issue !== undefined) return { issue };
  const size = kind === 'money' ? parseCents(digits) : Number(digits);
  if (size === undefined || size > (kind === 'money' ? LIMITS.money : MOST_POINTS)) return { issue: 'too_large' };
  if (size === 0) return { issue: 'zero' };
  return { whole: (directionIn(text) ?? direction) === 'deduct' ? -size : size };
}
