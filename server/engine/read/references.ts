/** References between entities: where a column points, who points at a row, and the titles readers see instead of ids. */
import { grantedRows, readableColumns, type Actor } from '../../../common/entity/access';
import type { AnyEntity } from '../../../common/entity/entity';
import type { Json } from '../../../common/entity/field';
import { columnNamed, columnsOf, type Column, type StoredRow } from '../../../common/entity/meta';
import type { Registry } from '../../../common/entity/registry';
import type { Db, Services, SqlValue, Tx } from '../../context';
import { ident, marks } from '../../platform/sql';
import { allOf, living, whereSql, type Sql } from './where';

/** The entity whose rows are files. */
export const ATTACHMENTS = 'attachment';
/** Kinds of columns that name stored files. */
export const FILES: ReadonlySet<string> = new Set(['image', 'images', 'file', 'files']);

/** The entity a column's ids point at; undefined for columns that hold no ids. */
export function targetOf(registry: Registry, column: Column): AnyEntity | undefined {
  if (column.options.to !== undefined) return registry.get(column.options.to);
  return FILES.has(column.kind) && column.options.by === 'id' ? registry.get(ATTACHMENTS) : undefined;
}

export type Titles = Readonly<Record<string, Readonly<Record<string, string>>>>;
const numbersIn = (value: Json): readonly number[] =>
  (Array.isArray(value) ? value : [value]).filter((one): one is number => typeof one === 'number');
type Ids = Map<AnyEntity, Set<number>>;

function idsByTarget(registry: Registry, columns: readonly Column[], rows: readonly StoredRow[]): Ids {
  const wanted: Ids = new Map();
  for (const column of columns) {
    const target = column.options.to === undefined ? undefined : registry.get(column.options.to);
    if (target === undefined) continue;
    const ids = wanted.get(target) ?? new Set();
    for (const row of rows) {
      const value = row[column.name] ?? null;
      for (const id of numbersIn(value)) ids.add(id);
    }
    wanted.set(target, ids);
  }
  return wanted;
}

/** What is to be read of one entity: ids of rows, and the text that stands for each. */
interface Wanted {
  readonly name: string;
  readonly read: Sql;
}

/** `titles[entity][id]` for every reference shown in the rows, of target rows the reader may read. One statement for all targets. */
export async function titlesOf(
  { registry, db }: Pick<Services, 'registry' | 'db'>,
  tx: Tx,
  actor: Actor,
  shown: { readonly columns: readonly Column[]; readonly rows: readonly StoredRow[] },
): Promise<Titles> {
  const targets = [...idsByTarget(registry, shown.columns, shown.rows)].filter(([, ids]) => ids.size > 0);
  const wanted = targets.flatMap(([target, ids]) => titlesWanted({ dialect: db.dialect, actor }, target, [...ids]));
  const found = await textsOf(tx, [...wanted, ...filesWanted(registry, shown)]);
  const empty = Object.fromEntries(targets.map(([{ name }]) => [name, {}]));
  return { ...empty, ...found };
}

/** The texts of all that is wanted; what stands later wins where two ask about one entity. */
async function textsOf(tx: Tx, wanted: readonly Wanted[]): Promise<Record<string, Record<string, string>>> {
  const found: Record<string, Record<string, string>> = Object.fromEntries(wanted.map(({ name }) => [name, {}]));
  if (wanted.length === 0) return found;
  const sql = wanted.map(({ read }, at) => `SELECT ${at} AS source, ${read.sql}`).join(' UNION ALL ');
  const params = wanted.flatMap(({ read }) => read.params);
  const rows = await tx.rows<{ source: number; id: number; title: string | number | null }>(sql, params);
  for (const [at, { name }] of wanted.entries()) {
    const own = rows.filter(({ source }) => Number(source) === at);
    found[name] = Object.fromEntries(own.map(({ id, title }) => [String(id), String(title ?? '')]));
  }
  return found;
}

/** Where the files lie that rows keep by id: who may read the row may see its pictures, whoever may list the files. */
function filesWanted(
  registry: Registry,
  { columns, rows }: { readonly columns: readonly Column[]; readonly rows: readonly StoredRow[] },
): readonly Wanted[] {
  const entity = registry.get(ATTACHMENTS);
  const kept = columns.filter(({ kind, options }) => FILES.has(kind) && options.by === 'id');
  const ids = [...new Set(kept.flatMap(({ name }) => rows.flatMap((row) => numbersIn(row[name] ?? null))))];
  if (entity === undefined || ids.length === 0) return [];
  const { sql, params } = living(entity);
  const read = `id, url AS title FROM ${ident(entity.name)} WHERE id IN (${marks(ids.length)}) AND ${sql}`;
  return [{ name: ATTACHMENTS, read: { sql: read, params: [...ids, ...params] } }];
}

interface TitleRequest {
  readonly tx: Tx;
  readonly dialect: Db['dialect'];
  readonly actor: Actor;
}
/** Titles of rows that are there and that the reader may read; nothing where he may not read titles at all. */
function titlesWanted(
  { dialect, actor }: Omit<TitleRequest, 'tx'>,
  target: AnyEntity,
  ids: readonly number[],
): readonly Wanted[] {
  const scope = grantedRows(actor, target, 'read');
  const { title } = target.spec;
  if (scope === undefined || !readableColumns(actor, target).some((column) => column.name === title)) return [];
  const where = allOf([living(target), whereSql(target, scope, dialect)]);
  const read = `id, ${ident(title)} AS title FROM ${ident(target.name)} WHERE id IN (${marks(ids.length)}) AND ${where.sql}`;
  return [{ name: target.name, read: { sql: read, params: [...ids, ...where.params] } }];
}

/** The titles of those rows that are there and that the reader may read; nothing of the others. */
export const readableTitles = async (
  { tx, dialect, actor }: TitleRequest,
  target: AnyEntity,
  ids: readonly number[],
): Promise<Readonly<Record<string, string>>> =>
  (await textsOf(tx, titlesWanted({ dialect, actor }, target, ids)))[target.name] ?? {};

/** One place that points at rows somebody wants to remove. */
export interface ReferencingRow {
  readonly entity: string;
  readonly field: string;
  readonly id: number;
  readonly title: string;
  /** The row it points at, among those that were to go. */
  readonly to: number;
}
const MAX_REFERENCES_SHOWN = 20;

/** Columns of all entities that may point at rows of this one. Rows of logs only tell what was; they hold nobody. */
export const columnsReferringTo = (registry: Registry, to: AnyEntity): readonly (readonly [AnyEntity, Column])[] =>
  registry.all
    .filter((entity) => entity.spec.base !== 'log')
    .flatMap((entity) => [...columnsOf(entity).values()].map((column) => [entity, column] as const))
    .filter(([, column]) => targetOf(registry, column) === to || (to.name === ATTACHMENTS && FILES.has(column.kind)));

/** Rows whose column names any of the values. */
export function refersToSql(column: Column, values: readonly SqlValue[], dialect: Db['dialect']): Sql {
  const name = ident(column.name);
  if (column.store !== 'json') return { sql: `${name} IN (${marks(values.length)})`, params: values };
  if (dialect === 'mariadb') {
    return { sql: `(${name} IS NOT NULL AND JSON_OVERLAPS(${name}, ?))`, params: [JSON.stringify(values)] };
  }
  const sql = `EXISTS (SELECT 1 FROM json_each(${name}) AS item WHERE item.value IN (${marks(values.length)}))`;
  return { sql, params: values };
}
/** What a column would hold to point at the rows: their ids, or the paths of files. */
export function referenceValues(column: Column, rows: readonly StoredRow[]): readonly (string | number)[] {
  const byPath = FILES.has(column.kind) && column.options.by !== 'id';
  const values = rows.map((row) => (byPath ? row['url'] : row['id']) ?? null);
  return values.filter((value) => typeof value === 'string' || typeof value === 'number');
}

/** The rows of an entity that keep what they refer to. Rows of logs only tell what was; they hold nobody. */
export function restrictingSql(entity: AnyEntity, dialect: Db['dialect']): readonly Sql[] {
  const { base, onDelete, fields } = entity.spec;
  if (base === 'log') return [{ sql: '1 = 0', params: [] }];
  if (onDelete === undefined) return [];
  const { field, when } = onDelete.restrictWhile;
  const values = fields[field]?.options.values ?? {};
  const value = when.flatMap((name) => values[name] ?? []);
  return [whereSql(entity, { field, op: 'IN', value }, dialect)];
}

/** Living rows that hold any of the given ones, apart from those given ones themselves, which leave together. */
export async function rowsReferringTo(
  { registry, db }: Pick<Services, 'registry' | 'db'>,
  tx: Tx,
  to: AnyEntity,
  rows: readonly StoredRow[],
): Promise<readonly ReferencingRow[]> {
  const users: ReferencingRow[] = [];
  if (rows.length === 0) return users;
  for (const [entity, column] of columnsReferringTo(registry, to)) {
    const values = referenceValues(column, rows);
    if (values.length === 0 || users.length >= MAX_REFERENCES_SHOWN) continue;
    const ids = rows.map((row) => Number(row['id']));
    const staying = entity === to ? [{ sql: `id NOT IN (${marks(ids.length)})`, params: ids }] : [];
    const where = allOf([
      living(entity),
      refersToSql(column, values, db.dialect),
      ...restrictingSql(entity, db.dialect),
      ...staying,
    ]);
    const title = columnNamed(entity, entity.spec.title) ? ident(entity.spec.title) : 'id';
    const sql = `SELECT id, ${title} AS title, ${ident(column.name)} AS pointer FROM ${ident(entity.name)} WHERE ${where.sql} LIMIT ${MAX_REFERENCES_SHOWN}`;
    const found = await tx.rows<ReferenceRow>(sql, where.params);
    users.push(...found.map((user) => toReferencingRow(entity, column, user, rows)));
  }
  return users.slice(0, MAX_REFERENCES_SHOWN);
}
interface ReferenceRow {
  readonly id: number;
  readonly title: string | null;
  readonly pointer: unknown;
}
function toReferencingRow(
  entity: AnyEntity,
  column: Column,
  { id, title, pointer }: ReferenceRow,
  rows: readonly StoredRow[],
): ReferencingRow {
  const values: readonly unknown[] =
    column.store === 'json' ? (JSON.parse(String(pointer)) as readonly unknown[]) : [pointer]; // lists as we stored them
  const held = rows.find((row) =>
    referenceValues(column, [row]).some((value) => values.map(String).includes(String(value))),
  );
  return { entity: entity.name, field: column.name, id: Number(id), title: title ?? '', to: Number(held?.['id'] ?? 0) };
}
