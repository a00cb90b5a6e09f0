/** A filter and an order as SQL with bound values. LAW: the same rows in the same order as `common/entity/match` on both databases. */
import type { AnyEntity } from '../../../common/entity/entity';
import type { Json } from '../../../common/entity/field';
import type { Cond, Filter } from '../../../common/entity/filter';
import type { Operator } from '../../../common/entity/kinds';
import { fullSort, normalize } from '../../../common/entity/match';
import { columnNamed, softDeletes, type Column } from '../../../common/entity/meta';
import type { SortKey } from '../../../common/protocol/live';
import type { Db, SqlValue } from '../../context';
import { ident, type Statement } from '../../platform/sql';
import { normalizedValue } from '../schema/model';
import { normalizedColumnName } from '../schema/tableShape';

type Dialect = Db['dialect'];
export type Sql = Statement;
const sqlOf = (sql: string, ...params: SqlValue[]): Sql => ({ sql, params });
const NEVER = sqlOf('1 = 0');
const ALWAYS = sqlOf('1 = 1');

/** Several conditions as one. */
export const allOf = (parts: readonly Sql[]): Sql => joined(parts, ' AND ', ALWAYS);
const someOf = (parts: readonly Sql[]): Sql => joined(parts, ' OR ', NEVER);
function joined(parts: readonly Sql[], word: string, none: Sql): Sql {
  const [only] = parts;
  if (only === undefined) return none;
  if (parts.length === 1) return only;
  return { sql: `(${parts.map((part) => part.sql).join(word)})`, params: parts.flatMap((part) => part.params) };
}

const isList = (operand: Json): operand is readonly Json[] => Array.isArray(operand);
const listed = (operand: Json): readonly Json[] => (isList(operand) ? operand : [operand]);
/** The database would convert `'1'` and `1` into each other; the law compares values of one type only. */
function comparable(column: Column, operand: Json): operand is string | number {
  const numeric = column.store === 'integer' || column.store === 'double';
  return typeof operand === (numeric ? 'number' : 'string');
}

type Maker = (column: Column, operand: Json, dialect: Dialect) => Sql;
const compareBy =
  (sign: string): Maker =>
  (column, operand) =>
    comparable(column, operand) ? sqlOf(`${ident(column.name)} ${sign} ?`, operand) : NEVER;

/** The index of a unique text is on its shadow, and equal texts have equal shadows: with both, the index finds the row. */
const usesNormalizedColumn = ({ options, shadow }: Column): boolean => options.unique === true && shadow;

const equals: Maker = (column, operand, dialect) => {
  const same = compareBy('=')(column, operand, dialect);
  if (!usesNormalizedColumn(column) || typeof operand !== 'string') return same;
  return allOf([same, sqlOf(`${ident(normalizedColumnName(column.name))} = ?`, normalizedValue(column, operand))]);
};

const oneOf = (name: string, values: readonly SqlValue[]): Sql =>
  sqlOf(`${ident(name)} IN (${values.map(() => '?').join(',')})`, ...values);
const inValues: Maker = (column, operand) => {
  const values = listed(operand).filter((one) => comparable(column, one));
  if (values.length === 0) return NEVER;
  const same = oneOf(column.name, values);
  if (!usesNormalizedColumn(column)) return same;
  const shadows = values.map((value) => normalizedValue(column, value));
  return allOf([same, oneOf(normalizedColumnName(column.name), shadows)]);
};
const notInValues: Maker = (column, operand) => {
  const values = listed(operand).filter((one) => comparable(column, one));
  const name = ident(column.name);
  if (values.length === 0) return sqlOf(`${name} IS NOT NULL`);
  return sqlOf(`${name} NOT IN (${values.map(() => '?').join(',')})`, ...values);
};

const endsOf = (operand: Json): readonly [Json, Json] => {
  const [from = null, to = null] = listed(operand);
  return [from, to];
};
const inRange: Maker = (column, operand, dialect) => {
  const [from, to] = endsOf(operand);
  const present = sqlOf(`${ident(column.name)} IS NOT NULL`);
  const lower = from === null ? present : compareBy('>=')(column, from, dialect);
  const upper = to === null ? present : compareBy('<=')(column, to, dialect);
  return allOf([lower, upper]);
};
const outOfRange: Maker = (column, operand, dialect) => {
  const [from, to] = endsOf(operand);
  const below = from === null ? NEVER : compareBy('<')(column, from, dialect);
  const above = to === null ? NEVER : compareBy('>')(column, to, dialect);
  return someOf([below, above]);
};

/** `INSTR` knows no wildcards, so nothing needs escaping, and both databases compare it byte for byte. */
const contains =
  (test: string): Maker =>
  (column, operand) =>
    column.shadow && typeof operand === 'string'
      ? sqlOf(`INSTR(${ident(`${column.name}_n`)}, ?) ${test}`, normalize(operand))
      : NEVER;

function holdsOne(column: Column, wanted: Json, dialect: Dialect): Sql {
  if (typeof wanted !== 'string' && typeof wanted !== 'number') return NEVER;
  const name = ident(column.name);
  if (dialect === 'mariadb') return sqlOf(`JSON_CONTAINS(${name}, ?)`, JSON.stringify(wanted));
  return sqlOf(`EXISTS (SELECT 1 FROM json_each(${name}) AS item WHERE item.value = ?)`, wanted);
}
const findInSet: Maker = (column, operand, dialect) =>
  allOf([
    sqlOf(`${ident(column.name)} IS NOT NULL`),
    ...listed(operand).map((wanted) => holdsOne(column, wanted, dialect)),
  ]);

const MAKERS: Readonly<Record<Exclude<Operator, 'NULL' | 'NOT NULL'>, Maker>> = {
  '=': equals,
  '<>': compareBy('<>'),
  '>': compareBy('>'),
  '>=': compareBy('>='),
  '<': compareBy('<'),
  '<=': compareBy('<='),
  LIKE: contains('> 0'),
  'NOT LIKE': contains('= 0'),
  IN: inValues,
  'NOT IN': notInValues,
  RANGE: inRange,
  'NOT RANGE': outOfRange,
  FIND_IN_SET: findInSet,
};

function condSql(entity: AnyEntity, { field, op, value }: Cond, dialect: Dialect): Sql {
  const column = columnNamed(entity, field);
  if (column === undefined || !column.operators.includes(op)) return NEVER;
  if (op === 'NULL') return sqlOf(`${ident(field)} IS NULL`);
  if (op === 'NOT NULL') return sqlOf(`${ident(field)} IS NOT NULL`);
  return value === null ? NEVER : MAKERS[op](column, value, dialect);
}

/** A filter as the text after WHERE. */
export function whereSql(entity: AnyEntity, filter: Filter, dialect: Dialect): Sql {
  if ('field' in filter) return condSql(entity, filter, dialect);
  if ('all' in filter) return allOf(filter.all.map((part) => whereSql(entity, part, dialect)));
  return someOf(filter.some.map((part) => whereSql(entity, part, dialect)));
}

/** Rows that are not in the recycle state. */
export const living = (entity: AnyEntity): Sql => (softDeletes(entity) ? sqlOf('`delete_time` IS NULL') : ALWAYS);

/** An order as the text after ORDER BY: shadows where there are any, the id last. Both databases put null first when ascending. */
export const orderSql = (entity: AnyEntity, sort: readonly SortKey[]): string =>
  fullSort(sort)
    .flatMap(({ field, dir }) => {
      const column = columnNamed(entity, field);
      if (column === undefined) return [];
      return [`${ident(column.shadow ? `${field}_n` : field)} ${dir === 'desc' ? 'DESC' : 'ASC'}`];
    })
    .join(', ');
