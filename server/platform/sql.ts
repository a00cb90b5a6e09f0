/** The few pieces of SQL text that both databases understand alike. */
import { sumFrom, type Sum } from '../../common/text/sums';
import type { Db, SqlValue } from '../context';

/** A statement, or a part of one, with the values for its placeholders. */
export interface Statement {
  readonly sql: string;
  readonly params: readonly SqlValue[];
}

const IDENTIFIER = /^[a-z_][a-z0-9_]{0,63}$/;

/** A table or column name, quoted. Names come from definitions; anything else is a bug and never reaches a database. */
export function ident(name: string): string {
  if (!IDENTIFIER.test(name)) throw new Error(`not a name for SQL: ${JSON.stringify(name)}`);
  return `\`${name}\``;
}

/** Several quoted names with commas between. */
export const idents = (names: readonly string[]): string => names.map(ident).join(', ');

/** As many placeholders as there are values: `?, ?, ?`. */
export const marks = (count: number): string => (count > 0 ? `?${', ?'.repeat(count - 1)}` : '');

/** Whole numbers are split here before SQLite adds them up: it gives up where a sum is too long for it. */
const SPLIT = 1_000_000_000;
/** The sum of a column of whole numbers as digits, for `exactSum`: however large, no database fails at it nor rounds it. */
export const sumDigits = (dialect: Db['dialect'], column: string): string =>
  dialect === 'sqlite'
    ? `(SUM(${column} / ${SPLIT}) || ':' || SUM(${column} % ${SPLIT}))`
    : `CAST(SUM(${column}) AS CHAR)`;
/** What `sumDigits` answered; undefined when there was nothing to add up. */
export function exactSum(digits: string | null | undefined): Sum | undefined {
  if (digits === null || digits === undefined) return undefined;
  const [most = '0', rest] = digits.split(':');
  return rest === undefined ? sumFrom(most) : sumFrom(String(BigInt(most) * BigInt(SPLIT) + BigInt(rest)));
}
