/** The parts of SQL text that no design can have: keys and rules of the table, and statements besides CREATE TABLE. */
import { truncate } from '../../text/normalize';
import type { SqlScan } from './scanSql';
import { closingBracket, isName, isPunctuation, lineOf, splitParts, wordAt, type SqlTokens } from './sqlTokens';

/** Keys of the sentences below `designerScreen.start.columns`. */
export type IgnoredReason = 'unique_together' | 'foreign_key' | 'check' | 'index' | 'rule' | 'statement';
export interface IgnoredSql {
  readonly reason: IgnoredReason;
  /** The columns of a key, or the beginning of a statement. */
  readonly text: string;
  readonly line: number;
}

const MAX_TEXT = 60;
/** Tokens of a statement that are shown. */
const SHOWN_TOKENS = 5;

/** The names in the first brackets, each the first of its part. */
function namesInBrackets(part: SqlTokens): readonly string[] {
  const open = part.findIndex((token) => isPunctuation(token, '('));
  const close = open === -1 ? undefined : closingBracket(part, open);
  if (close === undefined) return [];
  return splitParts(part.slice(open + 1, close)).flatMap(([first]) => (first && isName(first) ? [first.text] : []));
}

const INDEX_WORDS: ReadonlySet<string> = new Set(['key', 'index', 'fulltext', 'spatial']);

/** Why a design does not take over a constraint; undefined for the primary key and for a column that becomes unique. */
function getReason(part: SqlTokens, names: readonly string[]): IgnoredReason | undefined {
  const skipped =
    wordAt(part, 0) !== 'constraint' ? 0 : ['unique', 'foreign', 'check', 'primary'].includes(wordAt(part, 1)) ? 1 : 2;
  const word = wordAt(part, skipped);
  if (word === 'primary') return undefined;
  if (word === 'unique') return names.length === 1 ? undefined : names.length > 1 ? 'unique_together' : 'rule';
  if (word === 'foreign') return 'foreign_key';
  if (word === 'check') return 'check';
  return INDEX_WORDS.has(word) ? 'index' : 'rule';
}

/** The constraints of a table that its design does not have. */
export function findIgnoredConstraints(constraints: readonly SqlTokens[]): readonly IgnoredSql[] {
  return constraints.flatMap((part): readonly IgnoredSql[] => {
    const names = namesInBrackets(part);
    const reason = getReason(part, names);
    if (reason === undefined) return [];
    const isOfColumns = names.length > 0 && reason !== 'check';
    const text = isOfColumns ? names.join(', ') : part.map((token) => token.text).join(' ');
    return [{ reason, text: truncate(text, MAX_TEXT), line: lineOf(part, 0) }];
  });
}

/** The rules in the definition of a column that its field does not have. */
export function findIgnoredRules(column: SqlTokens): readonly IgnoredSql[] {
  const found: IgnoredSql[] = [];
  for (let index = 1; index < column.length; index += 1) {
    const word = wordAt(column, index);
    const reason = word === 'references' ? 'foreign_key' : word === 'check' ? 'check' : undefined;
    if (reason) found.push({ reason, text: truncate(column[0]?.text ?? '', MAX_TEXT), line: lineOf(column, index) });
    if (isPunctuation(column[index], '(')) index = closingBracket(column, index) ?? column.length;
  }
  return found;
}

/** The statements of a text, each once, and its comments that a database executes. */
export function findIgnoredStatements(
  tokens: SqlTokens,
  executedComments: SqlScan['executedComments'],
): readonly IgnoredSql[] {
  const statements = splitParts(tokens, ';').map((part): IgnoredSql => {
    const open = part.findIndex((token) => isPunctuation(token, '('));
    const shown = part.slice(0, open > 0 ? Math.min(open, SHOWN_TOKENS) : SHOWN_TOKENS);
    const text = truncate(shown.map((token) => token.text).join(' '), MAX_TEXT);
    return { reason: 'statement', text, line: lineOf(part, 0) };
  });
  const comments = executedComments.map(({ text, line }): IgnoredSql => ({
    reason: 'statement',
    text: truncate(text.replaceAll(/\s+/g, ' '), MAX_TEXT),
    line,
  }));
  const seen = new Set<string>();
  return [...statements, ...comments]
    .sort((one, other) => one.line - other.line)
    .filter(({ text }) => !seen.has(text) && seen.add(text));
}
