/** Splits SQL of MariaDB, MySQL and SQLite into tokens, in one pass over the text. It executes nothing. */

export interface SqlToken {
  /** `quoted`: a name in backticks, brackets or double quotes, which MySQL uses for texts as well. */
  readonly kind: 'word' | 'number' | 'text' | 'quoted' | 'sign';
  /** The content, without quotes and escapes. */
  readonly text: string;
  /** The line on which it begins; the first is 1. */
  readonly line: number;
}
interface Scan {
  readonly token?: Omit<SqlToken, 'line'>;
  readonly end: number;
}

const CLOSING: Readonly<Record<string, string>> = { "'": "'", '"': '"', '`': '`', '[': ']' };
const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', '0': '', b: '' };
const isWordCharacter = (character: string): boolean => /[\p{L}\p{N}_$@]/u.test(character);

/** Reads the text in quotes from `start`; undefined when the quote does not end. */
function scanQuoted(sql: string, start: number): Scan | undefined {
  const open = sql.charAt(start);
  const close = CLOSING[open] ?? '';
  const hasEscapes = open === "'" || open === '"';
  const parts: string[] = [];
  let at = start + 1;
  while (at < sql.length) {
    const character = sql.charAt(at);
    const next = sql.charAt(at + 1);
    if (character === close && next !== close)
      return { token: { kind: open === "'" ? 'text' : 'quoted', text: parts.join('') }, end: at + 1 };
    if (character === close) at += 1;
    if (character === '\\' && hasEscapes) {
      parts.push(ESCAPES[next] ?? next);
      at += 2;
      continue;
    }
    parts.push(character);
    at += 1;
  }
  return undefined;
}

/** Returns the position after a comment, or the start when there is none; undefined when it does not end. */
function skipComment(sql: string, start: number): number | undefined {
  const isLine = sql.startsWith('--', start) || sql.charAt(start) === '#';
  if (isLine) {
    const end = sql.indexOf('\n', start);
    return end === -1 ? sql.length : end + 1;
  }
  if (!sql.startsWith('/*', start)) return start;
  const end = sql.indexOf('*/', start + 2);
  return end === -1 ? undefined : end + 2;
}

function scanWord(sql: string, start: number): Scan {
  let end = start + 1;
  while (end < sql.length && isWordCharacter(sql.charAt(end))) end += 1;
  const text = sql.slice(start, end);
  const isNumber = /^\d/.test(text);
  if (isNumber && sql.charAt(end) === '.') {
    end += 1;
    while (end < sql.length && /\d/.test(sql.charAt(end))) end += 1;
  }
  return { token: { kind: isNumber ? 'number' : 'word', text: sql.slice(start, end) }, end };
}

function scanToken(sql: string, at: number): Scan | undefined {
  const character = sql.charAt(at);
  if (/\s/.test(character)) return { end: at + 1 };
  const afterComment = skipComment(sql, at);
  if (afterComment === undefined) return undefined;
  if (afterComment > at) return { end: afterComment };
  if (Object.hasOwn(CLOSING, character)) return scanQuoted(sql, at);
  if (isWordCharacter(character)) return scanWord(sql, at);
  return { token: { kind: 'sign', text: character }, end: at + 1 };
}

/** Comments whose content a database executes, such as `/*!40101 SET NAMES utf8 ...`. */
const EXECUTED_COMMENT = /^\/\*M?!/;

export interface SqlScan {
  readonly tokens: readonly SqlToken[];
  /** The comments that a database executes. */
  readonly executedComments: readonly { readonly text: string; readonly line: number }[];
  /** The line of a quote or a comment that does not end; the tokens before it were read. */
  readonly unclosedLine?: number;
}
/** The tokens of a text, and its executed comments. */
export function scanSql(sql: string): SqlScan {
  const tokens: SqlToken[] = [];
  const executedComments: { readonly text: string; readonly line: number }[] = [];
  let [at, line] = [0, 1];
  while (at < sql.length) {
    const scan = scanToken(sql, at);
    if (scan === undefined) return { tokens, executedComments, unclosedLine: line };
    if (scan.token) tokens.push({ ...scan.token, line });
    else if (EXECUTED_COMMENT.test(sql.slice(at, at + 4)))
      executedComments.push({ text: sql.slice(at, scan.end), line });
    for (let next = at; next < scan.end; next += 1) if (sql.charAt(next) === '\n') line += 1;
    at = scan.end;
  }
  return { tokens, executedComments };
}
