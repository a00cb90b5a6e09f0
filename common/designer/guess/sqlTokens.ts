/** Splits SQL of MariaDB, MySQL and SQLite into tokens, in one pass over the text. It executes nothing. */

export interface SqlToken {
  /** `quoted`: a name in backticks, brackets or double quotes, which MySQL uses for texts as well. */
  readonly kind: 'word' | 'number' | 'text' | 'quoted' | 'sign';
  /** The content, without quotes and escapes. */
  readonly text: string;
}
interface Scan {
  readonly token?: SqlToken;
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

/** The tokens of a text; undefined when a quote or a comment does not end. */
export function sqlTokens(sql: string): readonly SqlToken[] | undefined {
  const tokens: SqlToken[] = [];
  let at = 0;
  while (at < sql.length) {
    const scan = scanToken(sql, at);
    if (scan === undefined) return undefined;
    if (scan.token) tokens.push(scan.token);
    at = scan.end;
  }
  return tokens;
}
