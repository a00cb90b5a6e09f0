/** SQL fragments that both databases understand. */
import { parseSum, type ExactSum } from '../../../common/text/exactSum';
import type { Db, SqlValue } from '../../context';

/** A statement, or a part of one, with the values of its placeholders. */
export interface SqlStatement {
  readonly sql: string;
  readonly params: readonly SqlValue[];
}

/** The names of tables, columns and indexes that statements may contain. */
export const IDENTIFIER = /^[a-z_][a-z0-9_]{0,63}$/;

/** A table or column name, quoted. Names come from definitions; anything else is a bug and never reaches a database. */
export function quoteIdentifier(name: string): string {
  if (!IDENTIFIER.test(name)) throw new Error(`invalid SQL identifier: ${JSON.stringify(name)}`);
  return `\`${name}\``;
}

/** Several quoted names with commas between. */
export const quoteIdentifiers = (names: readonly string[]): string => names.map(quoteIdentifier).join(', ');

/** As many placeholders as there are values: `?, ?, ?`. */
export const placeholders = (count: number): string => (count > 0 ? `?${', ?'.repeat(count - 1)}` : '');

/** SQLite fails on a sum that is too large: values are split here before they are added up. */
const SUM_SPLIT = 1_000_000_000;
/** The exact sum of a column of whole numbers as digits, for `parseExactSum`: neither database fails or rounds, however large it is. */
export const exactSumSql = (dialect: Db['dialect'], column: string): string =>
  dialect === 'sqlite'
    ? `(SUM(${column} / ${SUM_SPLIT}) || ':' || SUM(${column} % ${SUM_SPLIT}))`
    : `CAST(SUM(${column}) AS CHAR)`;
/** Parses the result of `exactSumSql`; undefined when there were no values. */
export function parseExactSum(digits: string | null | undefined): ExactSum | undefined {
  if (digits === null || digits === undefined) return undefined;
  const [high = '0', low] = digits.split(':');
  return low === undefined ? parseSum(high) : parseSum(String(BigInt(high) * BigInt(SUM_SPLIT) + BigInt(low)));
}

/**
 * Locks the rows that a SELECT reads against writers; other transactions may hold the same lock. SQLite's writer holds the whole database.
 */
export const shareLockClause = (dialect: Db['dialect']): string => (dialect === 'mariadb' ? ' LOCK IN SHARE MODE' : '');
/** Locks the rows that a SELECT reads for one transaction alone. SQLite's writer holds the whole database. */
export const rowLockClause = (dialect: Db['dialect']): string => (dialect === 'mariadb' ? ' FOR UPDATE' : '');
