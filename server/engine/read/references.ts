/** References between entities (foreign keys): the target of a column, the referencing rows of a row, and the titles shown for ids. */
import { grantedRows, readableColumns, type Actor } from '../../../common/entity/access';
import type { AnyEntity } from '../../../common/entity/entity';
import { FILE_ENTITY } from '../../../common/entity/fileEntity';
import type { Json } from '../../../common/entity/field';
import { findColumn, getColumns, type Column, type StoredRow } from '../../../common/entity/columns';
import { companionName } from '../../../common/entity/translations/companions';
import type { Lang } from '../../../common/lang';
import type { Registry } from '../../../common/entity/registry';
import type { Db, Services, SqlValue, Tx } from '../../context';
import { quoteIdentifier, placeholders } from '../../platform/database/sql';
import { joinWithAnd, notDeleted, filterToSql, type SqlFragment } from './filterToSql';

/** Kinds of columns that name stored files. */
export const FILE_KINDS: ReadonlySet<string> = new Set(['image', 'images', 'file', 'files']);

/** The entity to which a column's ids refer; undefined for columns that contain no ids. */
export function referenceTarget(registry: Registry, column: Column): AnyEntity | undefined {
  if (column.options.to !== undefined) return registry.get(column.options.to);
  return FILE_KINDS.has(column.kind) && column.options.by === 'id' ? registry.get(FILE_ENTITY) : undefined;
}

export type ReferenceTitles = Readonly<Record<string, Readonly<Record<string, string>>>>;
const idsInValue = (value: Json): readonly number[] =>
  (Array.isArray(value) ? value : [value]).filter((item): item is number => typeof item === 'number');
type IdsByEntity = Map<AnyEntity, Set<number>>;

function idsByTarget(registry: Registry, columns: readonly Column[], rows: readonly StoredRow[]): IdsByEntity {
  const requested: IdsByEntity = new Map();
  for (const column of columns) {
    const target = column.options.to === undefined ? undefined : registry.get(column.options.to);
    if (target === undefined) continue;
    const ids = requested.get(target) ?? new Set();
    for (const row of rows) {
      const value = row[column.name] ?? null;
      for (const id of idsInValue(value)) ids.add(id);
    }
    requested.set(target, ids);
  }
  return requested;
}

/** The rows of one entity to read: their ids, and the SQL of the text shown for each. */
interface TitleQuery {
  readonly name: string;
  readonly select: SqlFragment;
}

/** `titles[entity][id]` in a language, for every reference in the rows, for target rows that the actor may read. One statement for all targets. */
export async function loadReferenceTitles(
  { registry, db }: Pick<Services, 'registry' | 'db'>,
  tx: Tx,
  actor: Actor,
  shown: { readonly columns: readonly Column[]; readonly rows: readonly StoredRow[] },
  lang: Lang,
): Promise<ReferenceTitles> {
  const targets = [...idsByTarget(registry, shown.columns, shown.rows)].filter(([, ids]) => ids.size > 0);
  const requested = targets.flatMap(([target, ids]) =>
    titleQueries({ dialect: db.dialect, actor, lang }, target, [...ids]),
  );
  const found = await loadTitles(tx, [...requested, ...fileUrlQueries(registry, shown)]);
  const empty = Object.fromEntries(targets.map(([{ name }]) => [name, {}]));
  return { ...empty, ...found };
}

/** The texts of all queries; where two ask for the same entity, the later one wins. */
async function loadTitles(tx: Tx, requested: readonly TitleQuery[]): Promise<Record<string, Record<string, string>>> {
  const found: Record<string, Record<string, string>> = Object.fromEntries(requested.map(({ name }) => [name, {}]));
  if (requested.length === 0) return found;
  const sql = requested.map(({ select }, index) => `SELECT ${index} AS source, ${select.sql}`).join(' UNION ALL ');
  const params = requested.flatMap(({ select }) => select.params);
  const rows = await tx.rows<{ source: number; id: number; title: string | number | null }>(sql, params);
  for (const [index, { name }] of requested.entries()) {
    const matching = rows.filter(({ source }) => Number(source) === index);
    found[name] = Object.fromEntries(matching.map(({ id, title }) => [String(id), String(title ?? '')]));
  }
  return found;
}

/** The paths of files that rows refer to by id: an actor who may read the row may see its images, whether or not it may list files. */
function fileUrlQueries(
  registry: Registry,
  { columns, rows }: { readonly columns: readonly Column[]; readonly rows: readonly StoredRow[] },
): readonly TitleQuery[] {
  const entity = registry.get(FILE_ENTITY);
  const fileColumns = columns.filter(({ kind, options }) => FILE_KINDS.has(kind) && options.by === 'id');
  const ids = [...new Set(fileColumns.flatMap(({ name }) => rows.flatMap((row) => idsInValue(row[name] ?? null))))];
  if (entity === undefined || ids.length === 0) return [];
  const { sql, params } = notDeleted(entity);
  const select = `id, url AS title FROM ${quoteIdentifier(entity.name)} WHERE id IN (${placeholders(ids.length)}) AND ${sql}`;
  return [{ name: FILE_ENTITY, select: { sql: select, params: [...ids, ...params] } }];
}

interface TitleRequest {
  readonly tx: Tx;
  readonly dialect: Db['dialect'];
  readonly actor: Actor;
  readonly lang: Lang;
}
/** The title in a language: its English companion unless that is empty, as `localizedValue` reads it. */
function titleSql(readable: readonly Column[], title: string, lang: Lang): string {
  const companion = companionName(title);
  if (lang !== 'en' || !readable.some(({ name }) => name === companion)) return quoteIdentifier(title);
  return `COALESCE(NULLIF(TRIM(${quoteIdentifier(companion)}), ''), ${quoteIdentifier(title)})`;
}
/** Titles of existing rows that the actor may read; none where it may read no titles at all. */
function titleQueries(
  { dialect, actor, lang }: Omit<TitleRequest, 'tx'>,
  target: AnyEntity,
  ids: readonly number[],
): readonly TitleQuery[] {
  const scope = grantedRows(actor, target, 'read');
  const { title } = target.spec;
  const readable = readableColumns(actor, target);
  if (scope === undefined || !readable.some((column) => column.name === title)) return [];
  const where = joinWithAnd([notDeleted(target), filterToSql(target, scope, dialect)]);
  const select = `id, ${titleSql(readable, title, lang)} AS title FROM ${quoteIdentifier(target.name)} WHERE id IN (${placeholders(ids.length)}) AND ${where.sql}`;
  return [{ name: target.name, select: { sql: select, params: [...ids, ...where.params] } }];
}

/** The titles of those of the rows that exist and that the actor may read. */
export const loadReadableTitles = async (
  { tx, ...request }: TitleRequest,
  target: AnyEntity,
  ids: readonly number[],
): Promise<Readonly<Record<string, string>>> =>
  (await loadTitles(tx, titleQueries(request, target, ids)))[target.name] ?? {};

/** One reference to rows that are about to be removed. */
export interface ReferencingRow {
  readonly entity: string;
  readonly field: string;
  readonly id: number;
  readonly title: string;
  /** The id of the row it refers to, among those to be removed. */
  readonly to: number;
}
const MAX_REFERENCES_SHOWN = 20;

/** Columns of all entities that may refer to rows of this one. Rows of log entities only record what happened and restrict no removal. */
export const findReferringColumns = (registry: Registry, to: AnyEntity): readonly (readonly [AnyEntity, Column])[] =>
  registry.all
    .filter((entity) => entity.spec.base !== 'log')
    .flatMap((entity) => [...getColumns(entity).values()].map((column) => [entity, column] as const))
    .filter(
      ([, column]) =>
        referenceTarget(registry, column) === to || (to.name === FILE_ENTITY && FILE_KINDS.has(column.kind)),
    );

/** The condition for rows whose column contains any of the values. */
export function createReferenceSql(column: Column, values: readonly SqlValue[], dialect: Db['dialect']): SqlFragment {
  const name = quoteIdentifier(column.name);
  if (column.store !== 'json') return { sql: `${name} IN (${placeholders(values.length)})`, params: values };
  if (dialect === 'mariadb') {
    return { sql: `(${name} IS NOT NULL AND JSON_OVERLAPS(${name}, ?))`, params: [JSON.stringify(values)] };
  }
  const sql = `EXISTS (SELECT 1 FROM json_each(${name}) AS item WHERE item.value IN (${placeholders(values.length)}))`;
  return { sql, params: values };
}
/** The values by which a column refers to the rows: their ids, or the paths of files. */
export function referenceValues(column: Column, rows: readonly StoredRow[]): readonly (string | number)[] {
  const byPath = FILE_KINDS.has(column.kind) && column.options.by !== 'id';
  const values = rows.map((row) => (byPath ? row['url'] : row['id']) ?? null);
  return values.filter((value) => typeof value === 'string' || typeof value === 'number');
}

/** The conditions for rows of an entity that prevent the removal of the rows they refer to. Rows of log entities restrict none. */
export function createRestrictingSql(entity: AnyEntity, dialect: Db['dialect']): readonly SqlFragment[] {
  const { base, onDelete, fields } = entity.spec;
  if (base === 'log') return [{ sql: '1 = 0', params: [] }];
  if (onDelete === undefined) return [];
  const { field, when } = onDelete.restrictWhile;
  const values = fields[field]?.options.values ?? {};
  const value = when.flatMap((name) => values[name] ?? []);
  return [filterToSql(entity, { field, op: 'IN', value }, dialect)];
}

/** Rows that are not deleted and refer to any of the given ones, except the given ones themselves, which are removed together. */
export async function findReferringRows(
  { registry, db }: Pick<Services, 'registry' | 'db'>,
  tx: Tx,
  to: AnyEntity,
  rows: readonly StoredRow[],
): Promise<readonly ReferencingRow[]> {
  const referencing: ReferencingRow[] = [];
  if (rows.length === 0) return referencing;
  for (const [entity, column] of findReferringColumns(registry, to)) {
    const values = referenceValues(column, rows);
    if (values.length === 0 || referencing.length >= MAX_REFERENCES_SHOWN) continue;
    const ids = rows.map((row) => Number(row['id']));
    const excluded = entity === to ? [{ sql: `id NOT IN (${placeholders(ids.length)})`, params: ids }] : [];
    const where = joinWithAnd([
      notDeleted(entity),
      createReferenceSql(column, values, db.dialect),
      ...createRestrictingSql(entity, db.dialect),
      ...excluded,
    ]);
    const title = findColumn(entity, entity.spec.title) ? quoteIdentifier(entity.spec.title) : 'id';
    const sql = `SELECT id, ${title} AS title, ${quoteIdentifier(column.name)} AS pointer FROM ${quoteIdentifier(entity.name)} WHERE ${where.sql} LIMIT ${MAX_REFERENCES_SHOWN}`;
    const found = await tx.rows<ReferenceRow>(sql, where.params);
    referencing.push(...found.map((referenceRow) => toReferencingRow(entity, column, referenceRow, rows)));
  }
  return referencing.slice(0, MAX_REFERENCES_SHOWN);
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
    column.store === 'json' ? (JSON.parse(String(pointer)) as readonly unknown[]) : [pointer]; // lists as the product stored them
  const referenced = rows.find((row) =>
    referenceValues(column, [row]).some((value) => values.map(String).includes(String(value))),
  );
  return {
    entity: entity.name,
    field: column.name,
    id: Number(id),
    title: title ?? '',
    to: Number(referenced?.['id'] ?? 0),
  };
}
