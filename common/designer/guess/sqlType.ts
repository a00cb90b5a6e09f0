/** SQL types of MariaDB, MySQL and SQLite, as the kind of a field and its limits. */
import { scanSql } from './scanSql';

export interface SqlType {
  /** The type in lower case without its arguments, such as `varchar`. */
  readonly base: string;
  /** The arguments: lengths, or the values of an enumeration. */
  readonly args: readonly string[];
  readonly isUnsigned: boolean;
}

/** Reads a type such as `varchar(255)`, `int(10) unsigned` or `enum('a','b')`. A type that cannot be read has an empty base. */
export function parseSqlType(text: string): SqlType {
  const { tokens: read, unclosedLine } = scanSql(text.slice(0, 10_000));
  const tokens = unclosedLine === undefined ? read : [];
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

/** Types that hold bytes or shapes, for which no field exists. */
const UNSUPPORTED: ReadonlySet<string> = new Set([
  ...['blob', 'tinyblob', 'mediumblob', 'longblob', 'binary', 'varbinary', 'bytea', 'image', 'vector'],
  ...['geometry', 'geography', 'point', 'linestring', 'polygon', 'multipoint', 'multilinestring', 'multipolygon'],
  ...['geometrycollection', 'geomcollection'],
]);
const TEXT_TYPES: ReadonlySet<string> = new Set([
  ...['', 'char', 'varchar', 'varchar2', 'nchar', 'nvarchar', 'character', 'national', 'string'],
  ...['uuid', 'inet4', 'inet6'],
]);

/** Whether no field can have values of a type. */
export const isUnsupportedType = ({ base }: SqlType): boolean => UNSUPPORTED.has(base);
/** Whether a type is known; a field of an unknown type is a text. */
export const isKnownType = ({ base }: SqlType): boolean => Object.hasOwn(FAMILIES, base) || TEXT_TYPES.has(base);

/** The family of a type: `tinyint(1)` is a boolean. */
export function typeFamily({ base, args }: SqlType): TypeFamily {
  if (base === 'tinyint' && args[0] === '1') return 'boolean';
  return Object.hasOwn(FAMILIES, base) ? (FAMILIES[base] ?? 'text') : 'text';
}
