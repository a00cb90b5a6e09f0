/** SQL types of MariaDB, MySQL and SQLite, as the kind of a field and its limits. */
import { sqlTokens } from './sqlTokens';

export interface SqlType {
  /** The type in lower case without its arguments, such as `varchar`. */
  readonly base: string;
  /** The arguments: lengths, or the values of an enumeration. */
  readonly args: readonly string[];
  readonly isUnsigned: boolean;
}

/** Reads a type such as `varchar(255)`, `int(10) unsigned` or `enum('a','b')`. A type that cannot be read has an empty base. */
export function parseSqlType(text: string): SqlType {
  const tokens = sqlTokens(text.slice(0, 10_000)) ?? [];
  const open = tokens.findIndex((token) => token.kind === 'sign' && token.text === '(');
  const close = tokens.findIndex((token) => token.kind === 'sign' && token.text === ')');
  const words = tokens.filter(({ kind }) => kind === 'word').map((token) => token.text.toLowerCase());
  const inside = open === -1 ? [] : tokens.slice(open + 1, close === -1 ? tokens.length : close);
  return {
    base: words[0] ?? '',
    args: inside.filter(({ kind }) => kind !== 'sign').map((token) => token.text),
    isUnsigned: words.includes('unsigned'),
  };
}

/** The family of a type. An unknown type is a text, as in SQLite. */
export type TypeFamily =
  | 'boolean'
  | 'integer'
  | 'decimal'
  | 'float'
  | 'date'
  | 'datetime'
  | 'time'
  | 'year'
  | 'text'
  | 'long_text'
  | 'json'
  | 'enum'
  | 'set';

const FAMILIES: Readonly<Record<string, TypeFamily>> = {
  bool: 'boolean',
  boolean: 'boolean',
  bit: 'boolean',
  tinyint: 'integer',
  smallint: 'integer',
  mediumint: 'integer',
  int: 'integer',
  integer: 'integer',
  bigint: 'integer',
  serial: 'integer',
  decimal: 'decimal',
  numeric: 'decimal',
  dec: 'decimal',
  fixed: 'decimal',
  float: 'float',
  double: 'float',
  real: 'float',
  date: 'date',
  datetime: 'datetime',
  timestamp: 'datetime',
  time: 'time',
  year: 'year',
  text: 'long_text',
  tinytext: 'text',
  mediumtext: 'long_text',
  longtext: 'long_text',
  clob: 'long_text',
  json: 'json',
  jsonb: 'json',
  enum: 'enum',
  set: 'set',
};

/** The family of a type: `tinyint(1)` is a boolean. */
export function typeFamily({ base, args }: SqlType): TypeFamily {
  if (base === 'tinyint' && args[0] === '1') return 'boolean';
  return Object.hasOwn(FAMILIES, base) ? (FAMILIES[base] ?? 'text') : 'text';
}
