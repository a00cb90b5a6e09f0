/** Stored values ↔ SQL values, and Sequelize's models of all entities, which only the write path may use. */
import { DataTypes, type Model, type ModelAttributes, type ModelStatic, type Transaction } from 'sequelize';
import type { AnyEntity } from '../../../common/entity/entity';
import type { Json } from '../../../common/entity/field';
import { getColumns, hasSoftDelete, type Column, type StoredRow } from '../../../common/entity/columns';
import { normalizeForSearch } from '../../../common/text/normalize';
import type { Db, SqlValue, Tx } from '../../context';
import { classifyDbError } from '../../platform/database/dbErrors';
import { quoteIdentifier, quoteIdentifiers, placeholders } from '../../platform/database/sql';
import {
  normalizedLength,
  normalizedColumnName,
  sortColumn,
  buildTableShape,
  DELETED_ID_COLUMN,
  uniqueName,
  type ColumnShape,
} from './tableShape';

/** A stored value as the database takes it. Throws for an integer that is not safe. */
export function encodeValue(column: Column, value: Json): SqlValue {
  if (value === null) return null;
  if (column.store === 'json') return JSON.stringify(value);
  if (column.store === 'integer') return toSafeInteger(column, value);
  if (column.store === 'double') return Number(value);
  return typeof value === 'string' ? value : JSON.stringify(value);
}
function toSafeInteger(column: Column, value: Json): number {
  const number = Number(value);
  // callers validate, so this is a bug; a rounded id or amount would be worse
  if (!Number.isSafeInteger(number)) throw new Error(`${column.name} is not a safe integer`);
  return number;
}

/** A value of the database in stored form; undefined for a text that is not JSON in a column that stores JSON. */
export function parseStoredValue(column: Column, raw: unknown): Json | undefined {
  if (raw === null || raw === undefined) return null;
  if (column.store === 'json') return typeof raw === 'string' ? parseJson(raw) : null;
  if (column.store === 'integer' || column.store === 'double') return Number(raw);
  return typeof raw === 'string' ? raw : JSON.stringify(raw);
}
function parseJson(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

const reported = new WeakSet<Column>();
/** A value of the database in stored form. One that cannot be read is reported once for its column and reads as null. */
export function decodeValue(column: Column, raw: unknown): Json {
  const value = parseStoredValue(column, raw);
  if (value !== undefined) return value;
  if (!reported.has(column)) process.emitWarning(`a stored value of ${column.name} is not JSON`);
  reported.add(column);
  return null;
}

/** The text of a normalized column, which sorts, finds and compares a field. */
export function normalizedValue(column: Column, value: Json): string | null {
  if (typeof value !== 'string') return null;
  const text = normalizeForSearch(value);
  const maxLength = normalizedLength(column);
  return text.length <= maxLength ? text : [...text].slice(0, maxLength).join('');
}

/**
 * The SQL columns of these stored values, with normalized columns and `live` (`DELETED_ID_COLUMN`). A deleted row must contain its `id` as well as `delete_time`.
 */
export function encodeRow(entity: AnyEntity, values: StoredRow): Record<string, SqlValue> {
  const row: Record<string, SqlValue> = {};
  for (const [name, column] of getColumns(entity)) {
    const value = values[name];
    if (value === undefined) continue;
    row[name] = encodeValue(column, value);
    if (column.hasSearchColumn) row[normalizedColumnName(name)] = normalizedValue(column, value);
  }
  if (hasSoftDelete(entity) && values['delete_time'] !== undefined) row[DELETED_ID_COLUMN.name] = getDeletedId(values);
  return row;
}
/** The value of the column `live`: 0 for a row that is not deleted, else its id. */
function getDeletedId({ delete_time, id }: StoredRow): number {
  if (delete_time === null) return 0;
  if (typeof id !== 'number') throw new Error('a deleted row must have an id');
  return id;
}

/** A row of exactly these columns, in stored form. Changes the driver's object in place: most values can stay as they are. */
export function decodeColumns(columns: readonly Column[], raw: object): StoredRow {
  const row = raw as Record<string, Json>; // the driver's values until the loop below, stored values after it
  for (const column of columns) {
    const rawValue = row[column.name];
    const value = decodeValue(column, rawValue);
    if (value !== rawValue) row[column.name] = value;
  }
  return row;
}

/** A row of the database in stored form; normalized and unknown columns are dropped. */
export function decodeRow(entity: AnyEntity, raw: object): StoredRow {
  const values = raw as Readonly<Record<string, unknown>>;
  const row: Record<string, Json> = {};
  for (const [name, column] of getColumns(entity)) {
    if (name in values) row[name] = decodeValue(column, values[name]);
  }
  return row;
}

/** The SELECT list of an entity's columns, all or some. */
export const selectList = (entity: AnyEntity, columns: readonly Column[] = [...getColumns(entity).values()]): string =>
  quoteIdentifiers(columns.map((column) => column.name));

/** The field whose unique index an error reports as violated; undefined for every other error. */
export function violatedUniqueField(entity: AnyEntity, error: unknown): string | undefined {
  const failure = classifyDbError(error);
  if (failure.kind !== 'unique') return undefined;
  const { columns, key } = failure;
  return [...getColumns(entity).values()].find(
    (column) => columns.includes(sortColumn(column)) || key === uniqueName(entity.name, column.name),
  )?.name;
}

const WRITE_PATH_MARK = Symbol('the write path');
/** Options that let a model write; only `directRowStore.ts` calls this. */
export function writeOptions(tx: Tx): { readonly transaction: Transaction; readonly validate: false } {
  if (!tx.transaction) throw new Error('a write needs a write transaction');
  // encoded rows contain plain values of the columns' types, so Sequelize's own validation would find nothing
  const options = { transaction: tx.transaction, written_by: WRITE_PATH_MARK, validate: false } as const;
  return options;
}
function assertWritePath(options: unknown): void {
  const isMarked = typeof options === 'object' && options !== null && 'written_by' in options;
  if (!isMarked || options.written_by !== WRITE_PATH_MARK)
    throw new Error('models must not be called directly: use the write path, server/engine/write/writer.ts');
}

/**
 * Inserts several rows of the same columns in one statement; returns their ids in the same order, in which MariaDB stores and returns them.
 */
export async function insertRows(
  tx: Tx,
  { name }: AnyEntity,
  columns: readonly string[],
  rows: readonly (readonly SqlValue[])[],
): Promise<readonly number[]> {
  const row = `(${placeholders(columns.length)})`;
  const sql = `INSERT INTO ${quoteIdentifier(name)} (${quoteIdentifiers(columns)}) VALUES ${rows.map(() => row).join(', ')} RETURNING id`;
  return (await tx.rows<{ readonly id: number }>(sql, rows.flat())).map(({ id }) => Number(id));
}

export type EntityModel = ModelStatic<Model<Record<string, SqlValue>>>;
export interface Models {
  readonly model: (entity: AnyEntity) => EntityModel;
}

/**
 * Creates Sequelize's models of the entities, each when it is first used: entities can be added while the server runs. A write without
 * `writeOptions` throws.
 */
export function createModels(db: Pick<Db, 'sequelize'>): Models {
  const models = new WeakMap<AnyEntity, EntityModel>();
  return {
    model: (entity) => {
      const known = models.get(entity);
      if (known) return known;
      const model = createModel(db, entity);
      models.set(entity, model);
      return model;
    },
  };
}

function createModel({ sequelize }: Pick<Db, 'sequelize'>, entity: AnyEntity): EntityModel {
  const { columns } = buildTableShape(entity);
  const attributes: ModelAttributes = Object.fromEntries(columns.map((column) => [column.name, attribute(column)]));
  const model: EntityModel = sequelize.define(entity.name, attributes, {
    tableName: entity.name,
    timestamps: false,
    hooks: {
      beforeSave: (_row, options) => assertWritePath(options),
      beforeDestroy: (_row, options) => assertWritePath(options),
      beforeBulkCreate: (_rows, options) => assertWritePath(options),
      beforeBulkUpdate: assertWritePath,
      beforeBulkDestroy: assertWritePath,
      beforeUpsert: (_row, options) => assertWritePath(options),
    },
  });
  // Sequelize calls no hook for these two methods
  const refuse = () => assertWritePath(undefined);
  return Object.assign(model, { increment: refuse, decrement: refuse });
}

// NOT NULL is checked by the database, which fills in the defaults that Sequelize does not know
const attribute = ({ name, type }: ColumnShape) => ({
  type: sequelizeType(type),
  ...(name === 'id' ? { primaryKey: true, autoIncrement: true } : {}),
});
function sequelizeType(type: string) {
  if (type === 'BIGINT') return DataTypes.BIGINT;
  if (type === 'DOUBLE') return DataTypes.DOUBLE;
  const length = /^VARCHAR\((\d+)\)$/.exec(type)?.[1];
  return length === undefined ? DataTypes.TEXT('long') : DataTypes.STRING(Number(length));
}
