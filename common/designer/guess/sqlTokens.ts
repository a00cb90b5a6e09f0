/** Positions and parts in a list of SQL tokens. */
import type { SqlToken } from './scanSql';

export type SqlTokens = readonly SqlToken[];

/** The word at a position in lowercase; empty for any other token. */
export const wordAt = (tokens: SqlTokens, index: number): string => {
  const token = tokens[index];
  return token?.kind === 'word' ? token.text.toLowerCase() : '';
};
export const isPunctuation = (token: SqlToken | undefined, sign: string): boolean =>
  token?.kind === 'sign' && token.text === sign;
export const isName = (token: SqlToken | undefined): boolean =>
  token !== undefined && (token.kind === 'word' || token.kind === 'quoted' || token.kind === 'text');

/** The position of the bracket that closes the one at `open`; undefined when none does. */
export function closingBracket(tokens: SqlTokens, open: number): number | undefined {
  let depth = 0;
  for (let index = open; index < tokens.length; index += 1) {
    if (isPunctuation(tokens[index], '(')) depth += 1;
    if (isPunctuation(tokens[index], ')')) depth -= 1;
    if (depth === 0) return index;
  }
  return undefined;
}

/** The parts between the signs outside of brackets. */
export function splitParts(tokens: SqlTokens, sign = ','): readonly SqlTokens[] {
  const parts: SqlToken[][] = [[]];
  let depth = 0;
  for (const token of tokens) {
    if (isPunctuation(token, '(')) depth += 1;
    if (isPunctuation(token, ')')) depth -= 1;
    if (depth === 0 && isPunctuation(token, sign)) parts.push([]);
    else parts.at(-1)?.push(token);
  }
  return parts.filter((part) => part.length > 0);
}

export const lineOf = (tokens: SqlTokens, index: number): number => tokens[index]?.line ?? tokens.at(-1)?.line ?? 1;

/** The position of the name after the first `CREATE TABLE [IF NOT EXISTS]` from a position on; undefined when there is none. */
export function findTableName(tokens: SqlTokens, start = 0): number | undefined {
  for (let index = start; index < tokens.length; index += 1) {
    if (wordAt(tokens, index) !== 'create') continue;
    let next = index + 1;
    if (wordAt(tokens, next) === 'or' && wordAt(tokens, next + 1) === 'replace') next += 2;
    if (['temporary', 'temp'].includes(wordAt(tokens, next))) next += 1;
    if (wordAt(tokens, next) !== 'table') continue;
    next += 1;
    return wordAt(tokens, next) === 'if' ? next + 3 : next;
  }
  return undefined;
}
