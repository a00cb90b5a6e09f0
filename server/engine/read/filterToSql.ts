/**
 * Translates a filter (date ranges too; a quick search as INSTR on the normalized column) and an order into SQL with bound values. On
 * both databases it must select the same rows in the same order as `common/query/compileFilter`.
 */
import type { AnyEntity } from '../../../common/entity/entity';
import type { Json } from '../../../common/entity/field';
import type { Condition, Filter } from '../../../common/entity/filter';
import type { Operator } from '../../../common/entity/fieldKinds';
import { completeSort, normalizeForSearch } from '../../../common/query/compileFilter';
import { findColumn, hasSoftDelete, type Column } from '../../../common/entity/columns';
import type { SortKey } from '../../../common/protocol/liveEvents';
import type { Db, SqlValue } from '../../context';
import { quoteIdentifier, type SqlStatement } from '../../platform/database/sql';
import { normalizedValue } from '../schema/model';
import { normalizedColumnName, sortColumn } from '../schema/tableShape';

type Dialect = Db['dialect'];
export type SqlFragment = SqlStatement;
const sqlFragment = (sql: string, ...params: SqlValue[]): SqlFragment => ({ sql, params });
const NEVER = sqlFragment('1 = 0');
const ALWAYS = sqlFragment('1 = 1');

/** Joins several conditions with AND. */
export const joinWithAnd = (parts: readonly SqlFragment[]): SqlFragment => joinConditions(parts, ' AND ', ALWAYS);
const anyOf = (parts: readonly SqlFragment[]): SqlFragment => joinConditions(parts, ' OR ', NEVER);
function joinConditions(parts: readonly SqlFragment[], operator: string, whenEmpty: SqlFragment): SqlFragment {
  const [single] = parts;
  if (single === undefined) return whenEmpty;
  if (parts.length === 1) return single;
  return { sql: `(${parts.map((part) => part.sql).join(operator)})`, params: parts.flatMap((part) => part.params) };
}

const isList = (operand: Json): operand is readonly Json[] => Array.isArray(operand);
const toList = (operand: Json): readonly Json[] => (isList(operand) ? operand : [operand]);
/** Whether the value has the type of the column. The database would convert `'1'` to `1`; `compileFilter` compares only values of one type. */
function isComparable(column: Column, operand: Json): operand is string | number {
  const numeric = column.store === 'integer' || column.store === 'double';
  return typeof operand === (numeric ? 'number' : 'string');
}

type ConditionBuilder = (column: Column, operand: Json, dialect: Dialect) => SqlFragment;
const comparison =
  (comparator: string): ConditionBuilder =>
  (column, operand) =>
    isComparable(column, operand) ? sqlFragment(`${quoteIdentifier(column.name)} ${comparator} ?`, operand) : NEVER;

/**
 * The unique index of a text is on its normalized column, and equal texts have equal normalized texts: comparing both lets the index find
 * the row.
 */
const usesNormalizedColumn = ({ options, hasSearchColumn }: Column): boolean =>
  options.unique === true && hasSearchColumn;

const equals: ConditionBuilder = (column, operand, dialect) => {
  const exactMatch = comparison('=')(column, operand, dialect);
  if (!usesNormalizedColumn(column) || typeof operand !== 'string') return exactMatch;
  return joinWithAnd([
    exactMatch,
    sqlFragment(`${quoteIdentifier(normalizedColumnName(column.name))} = ?`, normalizedValue(column, operand)),
  ]);
};

const inList = (name: string, values: readonly SqlValue[]): SqlFragment =>
  sqlFragment(`${quoteIdentifier(name)} IN (${values.map(() => '?').join(',')})`, ...values);
const inValues: ConditionBuilder = (column, operand) => {
  const values = toList(operand).filter((value) => isComparable(column, value));
  if (values.length === 0) return NEVER;
  const exactMatch = inList(column.name, values);
  if (!usesNormalizedColumn(column)) return exactMatch;
  const normalizedValues = values.map((value) => normalizedValue(column, value));
  return joinWithAnd([exactMatch, inList(normalizedColumnName(column.name), normalizedValues)]);
};
const notInValues: ConditionBuilder = (column, operand) => {
  const values = toList(operand).filter((value) => isComparable(column, value));
  const name = quoteIdentifier(column.name);
  if (values.length === 0) return sqlFragment(`${name} IS NOT NULL`);
  return sqlFragment(`${name} NOT IN (${values.map(() => '?').join(',')})`, ...values);
};

const rangeBounds = (operand: Json): readonly [Json, Json] => {
  const [from = null, to = null] = toList(operand);
  return [from, to];
};
const inRange: ConditionBuilder = (column, operand, dialect) => {
  const [from, to] = rangeBounds(operand);
  const present = sqlFragment(`${quoteIdentifier(column.name)} IS NOT NULL`);
  const lower = from === null ? present : comparison('>=')(column, from, dialect);
  const upper = to === null ? present : comparison('<=')(column, to, dialect);
  return joinWithAnd([lower, upper]);
};
const outOfRange: ConditionBuilder = (column, operand, dialect) => {
  const [from, to] = rangeBounds(operand);
  const below = from === null ? NEVER : comparison('<')(column, from, dialect);
  const above = to === null ? NEVER : comparison('>')(column, to, dialect);
  return anyOf([below, above]);
};

/**
 * Substring match: a Chinese text without spaces is found without a word index. The operator LIKE is an `INSTR`: `%` and `_` are no wildcards, so nothing is escaped; both databases compare byte by byte.
 */
const contains =
  (test: string): ConditionBuilder =>
  (column, operand) =>
    column.hasSearchColumn && typeof operand === 'string'
      ? sqlFragment(`INSTR(${quoteIdentifier(`${column.name}_n`)}, ?) ${test}`, normalizeForSearch(operand))
      : NEVER;

function jsonContains(column: Column, element: Json, dialect: Dialect): SqlFragment {
  if (typeof element !== 'string' && typeof element !== 'number') return NEVER;
  const name = quoteIdentifier(column.name);
  if (dialect === 'mariadb') return sqlFragment(`JSON_CONTAINS(${name}, ?)`, JSON.stringify(element));
  return sqlFragment(`EXISTS (SELECT 1 FROM json_each(${name}) AS item WHERE item.value = ?)`, element);
}
const findInSet: ConditionBuilder = (column, operand, dialect) =>
  joinWithAnd([
    sqlFragment(`${quoteIdentifier(column.name)} IS NOT NULL`),
    ...toList(operand).map((element) => jsonContains(column, element, dialect)),
  ]);

const CONDITION_BUILDERS: Readonly<Record<Exclude<Operator, 'NULL' | 'NOT NULL'>, ConditionBuilder>> = {
  '=': equals,
  '<>': comparison('<>'),
  '>': comparison('>'),
  '>=': comparison('>='),
  '<': comparison('<'),
  '<=': comparison('<='),
  LIKE: contains('> 0'),
  'NOT LIKE': contains('= 0'),
  IN: inValues,
  'NOT IN': notInValues,
  RANGE: inRange,
  'NOT RANGE': outOfRange,
  FIND_IN_SET: findInSet,
};

function conditionSql(entity: AnyEntity, { field, op, value }: Condition, dialect: Dialect): SqlFragment {
  const column = findColumn(entity, field);
  if (column === undefined || !column.operators.includes(op)) return NEVER;
  if (op === 'NULL') return sqlFragment(`${quoteIdentifier(field)} IS NULL`);
  if (op === 'NOT NULL') return sqlFragment(`${quoteIdentifier(field)} IS NOT NULL`);
  return value === null ? NEVER : CONDITION_BUILDERS[op](column, value, dialect);
}

/** A filter as the SQL after WHERE. */
export function filterToSql(entity: AnyEntity, filter: Filter, dialect: Dialect): SqlFragment {
  if ('field' in filter) return conditionSql(entity, filter, dialect);
  if ('all' in filter) return joinWithAnd(filter.all.map((part) => filterToSql(entity, part, dialect)));
  return anyOf(filter.some.map((part) => filterToSql(entity, part, dialect)));
}

/** The condition for rows that are not in the recycle bin. */
export const notDeleted = (entity: AnyEntity): SqlFragment =>
  hasSoftDelete(entity) ? sqlFragment('`delete_time` IS NULL') : ALWAYS;

/**
 * An order as the SQL after ORDER BY: normalized columns where they exist, the id last. Both databases put NULL first in ascending order.
 */
export const orderSql = (entity: AnyEntity, sort: readonly SortKey[]): string =>
  completeSort(sort)
    .flatMap((key) => columnOrderSql(entity, key) ?? [])
    .join(', ');

/** One key of an order as SQL; undefined for an unknown column. */
export function columnOrderSql(entity: AnyEntity, { field, dir }: SortKey): string | undefined {
  const column = findColumn(entity, field);
  return column && `${quoteIdentifier(sortColumn(column))} ${dir === 'desc' ? 'DESC' : 'ASC'}`;
}
