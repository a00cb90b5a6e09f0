/** Reads CREATE TABLE text of MariaDB, MySQL or SQLite, as exports of a database hold it. Nothing is executed. */
import { truncate, utf8Length } from '../../text/normalize';
import type { TableColumn } from '../guessFields';
import { findIgnoredConstraints, findIgnoredRules, findIgnoredStatements, type IgnoredSql } from './findIgnoredSql';
import { scanSql, type SqlScan } from './scanSql';
import {
  closingBracket,
  findTableName,
  isName,
  isPunctuation,
  lineOf,
  splitParts,
  wordAt,
  type SqlTokens,
} from './sqlTokens';

/** Why a text cannot be read: it is too long, a quote or bracket does not end, it has no table or several, or there is no column. */
export type CreateTableProblem =
  | 'too_long'
  | 'unclosed'
  | 'unclosed_bracket'
  | 'no_table'
  | 'several_tables'
  | 'no_bracket'
  | 'no_columns'
  | 'too_many_columns';
/** The problem with its line, the name of the second table, and the number of columns that are too many. */
export interface UnreadableSql {
  readonly problem: CreateTableProblem;
  readonly line?: number;
  readonly name?: string;
  readonly count?: number;
  readonly max?: number;
}
export interface CreatedTable {
  readonly name: string;
  readonly comment: string;
  readonly columns: readonly TableColumn[];
  /** The line of each column. */
  readonly lines: readonly number[];
  /** The lines of parts that are neither a column nor a constraint. */
  readonly unreadLines: readonly number[];
  /** Keys, rules and other statements that no design can have. */
  readonly ignored: readonly IgnoredSql[];
}
type Tokens = SqlTokens;

/** Bytes of the text. */
const MAX_BYTES = 64 * 1024;
const MAX_COLUMNS = 200;
/** Characters of a name that a message shows. */
const MAX_NAME = 60;
/** Words that begin a constraint or an index instead of a column. */
const CONSTRAINTS: ReadonlySet<string> = new Set([
  'primary',
  'key',
  'index',
  'unique',
  'constraint',
  'foreign',
  'check',
  'fulltext',
  'spatial',
  'period',
  'like',
]);
/** Words that end a type. */
const ATTRIBUTES: ReadonlySet<string> = new Set([
  'not',
  'null',
  'default',
  'comment',
  'primary',
  'unique',
  'key',
  'auto_increment',
  'autoincrement',
  'collate',
  'character',
  'charset',
  'on',
  'references',
  'check',
  'constraint',
  'generated',
  'as',
  'invisible',
  'visible',
]);

/** A type as text, with its arguments; a word in quotes keeps them. */
function typeText(tokens: Tokens): string {
  let text = '';
  for (const token of tokens) {
    const part =
      token.kind === 'text' || token.kind === 'quoted' ? `'${token.text.replaceAll("'", "''")}'` : token.text;
    text += token.kind === 'word' && text !== '' && !text.endsWith('(') ? ` ${part}` : part;
  }
  return text;
}

/** The number of tokens of the type at the beginning. */
function typeLength(tokens: Tokens): number {
  let index = 0;
  while (index < tokens.length) {
    if (isPunctuation(tokens[index], '(')) index = (closingBracket(tokens, index) ?? tokens.length) + 1;
    else if (tokens[index]?.kind !== 'word' || ATTRIBUTES.has(wordAt(tokens, index))) return index;
    else index += 1;
  }
  return Math.min(index, tokens.length);
}

/** The literal of a default; null for an expression, such as a function call or CURRENT_TIMESTAMP. */
function readDefault(tokens: Tokens, index: number): string | null {
  const [first, second] = [tokens[index], tokens[index + 1]];
  if (first === undefined || isPunctuation(first, '(')) return null;
  if (isPunctuation(first, '-') || isPunctuation(first, '+'))
    return second?.kind === 'number' ? `${first.text === '-' ? '-' : ''}${second.text}` : null;
  if (first.kind === 'text' || first.kind === 'quoted' || first.kind === 'number') return first.text;
  if (wordAt(tokens, index) === 'b' && second?.kind === 'text') return second.text;
  return ['true', 'false'].includes(wordAt(tokens, index)) ? String(Number(wordAt(tokens, index) === 'true')) : null;
}

type Attributes = Omit<TableColumn, 'name' | 'sqlType'>;
function defaultAttribute(tokens: Tokens, index: number): Pick<TableColumn, 'default' | 'hasExpression'> {
  const value = readDefault(tokens, index);
  return { default: value, ...(value === null && wordAt(tokens, index) !== 'null' ? { hasExpression: true } : {}) };
}

/** Reads the attributes after a type. Attributes without a meaning for designs are skipped. */
function readAttributes(tokens: Tokens): Attributes {
  let found: Attributes = { nullable: true, default: null, comment: '', isPrimary: false };
  for (let index = 0; index < tokens.length; index += 1) {
    const word = wordAt(tokens, index);
    const next = tokens[index + 1];
    if (isPunctuation(tokens[index], '(')) index = closingBracket(tokens, index) ?? tokens.length;
    else if (word === 'not' && wordAt(tokens, index + 1) === 'null') found = { ...found, nullable: false };
    else if (word === 'primary') found = { ...found, isPrimary: true, nullable: false };
    else if (word === 'unique') found = { ...found, isUnique: true };
    else if (word === 'default') found = { ...found, ...defaultAttribute(tokens, index + 1) };
    else if (word === 'as' || word === 'generated') found = { ...found, isGenerated: true };
    else if (word === 'comment' && isName(next)) found = { ...found, comment: next?.text ?? '' };
  }
  return found;
}

function readColumn(tokens: Tokens): TableColumn | undefined {
  const [name, ...rest] = tokens;
  if (name === undefined || !isName(name)) return undefined;
  const length = typeLength(rest);
  return { name: name.text, sqlType: typeText(rest.slice(0, length)), ...readAttributes(rest.slice(length)) };
}

const isConstraint = (part: Tokens): boolean => CONSTRAINTS.has(wordAt(part, 0));
/** The columns of a primary key that is a separate constraint. */
function primaryColumns(parts: readonly Tokens[]): ReadonlySet<string> {
  const key = parts.find(
    (part) => part.some((_token, index) => wordAt(part, index) === 'primary') && isConstraint(part),
  );
  const open = key?.findIndex((token) => isPunctuation(token, '(')) ?? -1;
  return new Set(
    open === -1
      ? []
      : key
          ?.slice(open)
          .filter(isName)
          .map((token) => token.text.toLowerCase()),
  );
}

/** The columns with a unique index of their own. */
const uniqueColumns = (parts: readonly Tokens[]): ReadonlySet<string> =>
  new Set(
    parts.filter(isConstraint).flatMap((part) => {
      if (!part.some((_token, index) => wordAt(part, index) === 'unique')) return [];
      const open = part.findIndex((token) => isPunctuation(token, '('));
      const close = open === -1 ? undefined : closingBracket(part, open);
      const columns = close === undefined ? [] : splitParts(part.slice(open + 1, close));
      const name = columns[0]?.[0];
      return columns.length === 1 && name !== undefined && isName(name) ? [name.text.toLowerCase()] : [];
    }),
  );

/** The comment among the options of the table. */
function tableComment(options: Tokens): string {
  const index = options.findIndex((_token, position) => wordAt(options, position) === 'comment');
  if (index === -1) return '';
  const value = options[isPunctuation(options[index + 1], '=') ? index + 2 : index + 1];
  return value?.kind === 'text' || value?.kind === 'quoted' ? value.text : '';
}

function readColumns(parts: readonly Tokens[]): Pick<CreatedTable, 'columns' | 'lines' | 'unreadLines' | 'ignored'> {
  const [primary, unique] = [primaryColumns(parts), uniqueColumns(parts)];
  const definitions = parts.filter((part) => !isConstraint(part));
  const read = definitions.map((part) => ({ column: readColumn(part), line: lineOf(part, 0) }));
  return {
    columns: read.flatMap(({ column }): readonly TableColumn[] => {
      if (column === undefined) return [];
      const name = column.name.toLowerCase();
      const isPrimary = column.isPrimary || primary.has(name);
      return [{ ...column, isPrimary, ...(unique.has(name) ? { isUnique: true } : {}) }];
    }),
    lines: read.filter(({ column }) => column !== undefined).map(({ line }) => line),
    unreadLines: read.filter(({ column }) => column === undefined).map(({ line }) => line),
    ignored: [...definitions.flatMap(findIgnoredRules), ...findIgnoredConstraints(parts.filter(isConstraint))],
  };
}

/** Words that begin a statement, although the one before has no semicolon. */
const STATEMENT_WORDS: ReadonlySet<string> = new Set(['alter', 'create', 'drop', 'insert', 'delete', 'update']);

function readTable({ tokens, executedComments }: SqlScan, start: number): CreatedTable | UnreadableSql {
  let index = start;
  while (isName(tokens[index]) && isPunctuation(tokens[index + 1], '.')) index += 2;
  const name = tokens[index];
  const open = index + 1;
  const line = lineOf(tokens, index);
  if (name === undefined || !isName(name) || !isPunctuation(tokens[open], '(')) return { problem: 'no_bracket', line };
  const close = closingBracket(tokens, open);
  if (close === undefined) return { problem: 'unclosed_bracket', line: lineOf(tokens, open) };
  const other = findTableName(tokens, close);
  if (other !== undefined)
    return {
      problem: 'several_tables',
      line: lineOf(tokens, other),
      name: truncate(tokens[other]?.text ?? '', MAX_NAME),
    };
  const read = readColumns(splitParts(tokens.slice(open + 1, close)));
  const count = read.columns.length;
  if (count === 0) return { problem: 'no_columns', line };
  if (count > MAX_COLUMNS) return { problem: 'too_many_columns', line, count, max: MAX_COLUMNS };
  const isEnd = (place: number) => isPunctuation(tokens[place], ';') || STATEMENT_WORDS.has(wordAt(tokens, place));
  const end = tokens.findIndex((_token, place) => place > close && isEnd(place));
  const options = tokens.slice(close + 1, end === -1 ? undefined : end);
  const begin = tokens.findLastIndex((_token, place) => place < start && wordAt(tokens, place) === 'create');
  const others = [...tokens.slice(0, begin), ...(end === -1 ? [] : tokens.slice(end))];
  const ignored = [...read.ignored, ...findIgnoredStatements(others, executedComments)];
  return { name: name.text, comment: tableComment(options), ...read, ignored };
}

/** Reads the only CREATE TABLE of a text of at most 64 KB; other statements are listed as ignored. Never throws. */
export function parseCreateTable(sql: string): CreatedTable | UnreadableSql {
  if (sql.length > MAX_BYTES || utf8Length(sql) > MAX_BYTES) return { problem: 'too_long' };
  const scan = scanSql(sql);
  if (scan.unclosedLine !== undefined) return { problem: 'unclosed', line: scan.unclosedLine };
  const start = findTableName(scan.tokens);
  return start === undefined ? { problem: 'no_table' } : readTable(scan, start);
}
