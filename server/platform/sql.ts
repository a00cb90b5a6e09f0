/** The few pieces of SQL text that both databases understand alike. */
import type { SqlValue } from '../kit';

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
