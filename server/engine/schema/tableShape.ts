/** The shape of an entity in the database: table, columns and indexes as data, the same for both databases. */
import type { AnyEntity, Clause } from '../../../common/entity/entity';
import type { Json } from '../../../common/entity/field';
import { findColumn, getColumns, hasSoftDelete, type Column } from '../../../common/entity/columns';
import { MAX_VARCHAR_LENGTH, getMaxLength, normalizedTextLength } from '../../../common/entity/textLength';

export interface ColumnShape {
  readonly name: string;
  /** `BIGINT`, `DOUBLE`, `VARCHAR(n)`, `TEXT`, `LONGTEXT`, `BLOB`. */
  readonly type: string;
  readonly notNull: boolean;
  readonly default: string | number | null;
}
export interface IndexShape {
  readonly name: string;
  readonly unique: boolean;
  readonly columns: readonly string[];
}
export interface TableShape {
  readonly name: string;
  readonly columns: readonly ColumnShape[];
  readonly primary: string;
  /** The database assigns the ids. */
  readonly auto: boolean;
  readonly indexes: readonly IndexShape[];
  /** Triggers refuse UPDATE and DELETE. */
  readonly appendOnly: boolean;
  /** Of an append-only table: rows whose time (`at`, or `create_time`) is at least this many milliseconds ago may be deleted. */
  readonly keptMs?: number;
}

const DAY_MS = 86_400_000;
const textType = (length: number) => (length > MAX_VARCHAR_LENGTH ? 'TEXT' : `VARCHAR(${length})`);

/** NFKC makes some texts longer; what does not fit is cut off, in the same way on both databases. */
export const normalizedLength = (column: Column): number => normalizedTextLength(getMaxLength(column));
export const normalizedColumnName = (name: string): string => `${name}_n`;
/** The column that sorts, finds and compares a field. */
export const sortColumn = (column: Column): string =>
  column.hasSearchColumn ? normalizedColumnName(column.name) : column.name;

/** The SQL type of a column, which both databases understand. */
export function sqlType(column: Column): string {
  switch (column.store) {
    case 'integer':
      return 'BIGINT';
    case 'double':
      return 'DOUBLE';
    case 'string':
      return textType(getMaxLength(column));
    case 'text':
    case 'json':
      return 'LONGTEXT';
  }
}

const NOT_NULL_COLUMNS = new Set(['id', 'create_time', 'update_time', 'weigh', 'revision']);
const INITIAL_VALUES: Readonly<Record<string, number>> = { revision: 1 };

/** The value for rows that exist already when the column is added. */
function backfillValue(column: Column): string | number | null {
  const { kind, options, store } = column;
  if (kind === 'money' && typeof options.default === 'string') return Math.round(Number(options.default) * 100);
  if (options.default !== undefined) return encodeDefault(column, options.default);
  if (store === 'json') return kind === 'json' || kind === 'key_values' ? '{}' : '[]';
  return store === 'integer' || store === 'double' ? 0 : '';
}
function encodeDefault({ kind, options, store }: Column, value: Json): string | number | null {
  const choiceNumber = (name: Json) => (typeof name === 'string' ? options.values?.[name] : undefined) ?? 0;
  if (kind === 'choice') return choiceNumber(value);
  if (kind === 'choices' && Array.isArray(value)) {
    return JSON.stringify(value.map(choiceNumber));
  }
  if (store === 'json') return JSON.stringify(value);
  return typeof value === 'number' || typeof value === 'string' ? value : null;
}

const isReference = (column: Column) =>
  column.kind === 'ref' || ((column.kind === 'image' || column.kind === 'file') && column.store === 'integer');

function columnShape(column: Column): ColumnShape {
  const { name, options } = column;
  const isFilled = options.default !== undefined || (options.required === true && !isReference(column));
  const notNull = NOT_NULL_COLUMNS.has(name) || isFilled;
  const value = INITIAL_VALUES[name] ?? (notNull && name !== 'id' ? backfillValue(column) : null);
  return { name, type: sqlType(column), notNull, default: value };
}
const normalizedColumnShape = (column: Column): ColumnShape => ({
  name: normalizedColumnName(column.name),
  type: textType(normalizedLength(column)),
  notNull: false,
  default: null,
});
/**
 * The column of soft delete with the id of a deleted row. Its stored name is `live`, because `live = 0` finds the live rows: it is 0 while the
 * row is not deleted, and its own id once it is deleted. Unique indexes contain it, so that another row may use the unique value of a deleted one.
 */
export const DELETED_ID_COLUMN: ColumnShape = { name: 'live', type: 'BIGINT', notNull: true, default: 0 };

/** The name of the index over some columns, without the columns that the index of every list has. */
export const indexName = (table: string, columns: readonly string[]): string =>
  `i_${table}__${columns.filter((name) => name !== 'delete_time' && name !== 'id').join('__')}`.slice(0, 64);
const indexShape = (table: string, columns: readonly string[]): IndexShape => ({
  name: indexName(table, columns),
  unique: false,
  columns,
});
export const uniqueName = (table: string, field: string): string => `u_${table}__${field}`.slice(0, 64);

/** Columns that an access clause compares with the actor: its rows are searched by them. */
const getActorColumns = ({ spec }: AnyEntity): ReadonlySet<string> =>
  new Set(
    Object.values(spec.access).flatMap((access) =>
      access === 'crud' ? [] : Object.values(access).flatMap((grant) => (grant === true ? [] : actorColumnsIn(grant))),
    ),
  );
const actorColumnsIn = (clause: Clause) =>
  Object.entries(clause).flatMap(([name, value]) =>
    name !== 'id' && typeof value === 'object' && value !== null && 'actor' in value ? [name] : [],
  );

/**
 * Indexes that follow from the definition: unique fields, references, indexed times, owner, tree, personal rows, list order, quick
 * search, and columns searched together.
 */
function getIndexes(entity: AnyEntity): readonly IndexShape[] {
  const { name, spec } = entity;
  const softDelete = hasSoftDelete(entity);
  const columns = [...getColumns(entity).values()];
  const unique = columns
    .filter((column) => column.options.unique)
    .map((column) => ({
      name: uniqueName(name, column.name),
      unique: true,
      columns: [sortColumn(column), ...(softDelete ? [DELETED_ID_COLUMN.name] : [])],
    }));
  const sortIndexes = [spec.list.sort?.replace(/^-/, ''), softDelete ? 'weigh' : undefined]
    .map((field) => (field === undefined || field === 'id' ? undefined : findColumn(entity, field)))
    .filter((column) => column !== undefined)
    .map((column) => [...(softDelete ? ['delete_time'] : []), sortColumn(column), 'id']);
  const actorColumns = getActorColumns(entity);
  const lookupIndexes = columns
    .filter(
      ({ kind, name: field, options }) =>
        kind === 'ref' ||
        options.indexed === true ||
        field === spec.owner ||
        field === spec.tree ||
        actorColumns.has(field),
    )
    .map((column) => [column.name, ...(softDelete ? ['delete_time'] : []), 'id']);
  const searchIndexes = columns
    .filter((column) => column.hasSearchColumn && column.options.search && !column.options.unique)
    .map((column) => [sortColumn(column)]);
  const timeIndexes = softDelete ? [] : [['create_time', 'id']];
  const sharedIndexes = (spec.searchedTogether ?? []).map((fields) =>
    fields.flatMap((field) => findColumn(entity, field) ?? []).map(sortColumn),
  );
  const columnLists = [...sortIndexes, ...lookupIndexes, ...searchIndexes, ...timeIndexes, ...sharedIndexes];
  const plainIndexes = columnLists.map((columnNames) => indexShape(name, columnNames));
  return [...unique, ...new Map(plainIndexes.map((shape) => [shape.name, shape])).values()];
}

/** The table of an entity. Rows of log entities can only be added and read. */
export function buildTableShape(entity: AnyEntity): TableShape {
  const columns = [...getColumns(entity).values()];
  return {
    name: entity.name,
    columns: [
      ...columns.map(columnShape),
      ...columns.filter((column) => column.hasSearchColumn).map(normalizedColumnShape),
      ...(hasSoftDelete(entity) ? [DELETED_ID_COLUMN] : []),
    ],
    primary: 'id',
    auto: true,
    indexes: getIndexes(entity),
    appendOnly: !hasSoftDelete(entity),
    ...(entity.spec.keptDays === undefined || hasSoftDelete(entity) ? {} : { keptMs: entity.spec.keptDays * DAY_MS }),
  };
}
