/** Orders a list by a column of the row that a reference names, such as `group_id.name`. Rows that the actor may not read sort as null. */
import { grantedRows, readableColumns, type Actor } from '../../../common/entity/access';
import type { AnyEntity } from '../../../common/entity/entity';
import { MATCH_NONE, type SortKey } from '../../../common/entity/filter';
import type { Column } from '../../../common/entity/columns';
import type { Registry } from '../../../common/entity/registry';
import { LIMITS } from '../../../common/limits';
import { fault } from '../../../common/protocol/faults';
import { completeSort } from '../../../common/query/compileFilter';
import { truncate } from '../../../common/text/normalize';
import { findKioskScope } from '../../access/kiosk/kioskScope';
import type { Db } from '../../context';
import { quoteIdentifier } from '../../platform/database/sql';
import { sortColumn } from '../schema/tableShape';
import { columnOrderSql, filterToSql, joinWithAnd, notDeleted, type SqlFragment } from './filterToSql';
import { isPublicActor } from './publicReads';

export interface SortReader {
  readonly registry: Registry;
  readonly dialect: Db['dialect'];
  readonly actor: Actor;
}
interface ReferencedColumn {
  readonly by: Column;
  readonly target: AnyEntity;
  readonly column: Column;
}

export const isReferenceField = (field: string): boolean => field.includes('.');

/** The column that `reference.column` names; undefined where the actor may not read it, or it has no order. */
export function findReferencedColumn(
  { registry, actor }: Pick<SortReader, 'registry' | 'actor'>,
  entity: AnyEntity,
  field: string,
): ReferencedColumn | undefined {
  // No index helps this order, and a kiosk display reads the lists of its cards and nothing else.
  if (isPublicActor(actor) || findKioskScope(actor) !== undefined) return undefined;
  const [reference = '', name = '', ...more] = field.split('.');
  const by = readableColumns(actor, entity).find((column) => column.name === reference);
  const target = by?.kind === 'ref' && by.options.to !== undefined ? registry.get(by.options.to) : undefined;
  if (by === undefined || target === undefined || more.length > 0) return undefined;
  if (grantedRows(actor, target, 'read') === undefined) return undefined;
  const column = readableColumns(actor, target).find((candidate) => candidate.name === name);
  return column?.sortable === true ? { by, target, column } : undefined;
}

/** The order keys of a query that name columns of references, and the query without them. */
export interface SplitOrder {
  readonly order: unknown;
  /** By their place in the whole order. */
  readonly references: ReadonlyMap<number, SortKey>;
}
/** Error: `request.query` for a column that the actor may not read, and for too many keys. */
export function splitOrder(
  reader: Pick<SortReader, 'registry' | 'actor'>,
  entity: AnyEntity,
  order: unknown,
): SplitOrder {
  if (typeof order !== 'string' || !isReferenceField(order)) return { order, references: new Map() };
  const parts = order.split(';').filter((part) => part.trim() !== '');
  if (parts.length > LIMITS.staffSortKeys) return { order, references: new Map() };
  const references = new Map<number, SortKey>();
  for (const [place, part] of parts.entries())
    if (isReferenceField(part)) references.set(place, readReferenceKey(reader, entity, part));
  return { order: parts.filter((_part, place) => !references.has(place)).join(';'), references };
}

function readReferenceKey(reader: Pick<SortReader, 'registry' | 'actor'>, entity: AnyEntity, part: string): SortKey {
  const [field = '', direction = 'asc', ...more] = part.split(',').map((token) => token.trim());
  const dir = direction.toLowerCase();
  const params = { field: truncate(field, LIMITS.keyChars) };
  if (findReferencedColumn(reader, entity, field) === undefined)
    throw fault('request.query', undefined, { fields: [{ path: 'order', code: 'unknown_field', params }] });
  if ((dir === 'asc' || dir === 'desc') && more.length === 0) return { field, dir };
  throw fault('request.query', undefined, { fields: [{ path: 'order', code: 'type' }] });
}

/** The keys of both kinds in the order of the query. */
export function joinOrder(sort: readonly SortKey[], { references, order }: SplitOrder): readonly SortKey[] {
  if (references.size === 0) return sort;
  // Without other keys the order of the entity follows.
  if (order === '') return [...references.values(), ...sort];
  const ownKeys = [...sort];
  const total = references.size + ownKeys.length;
  return Array.from({ length: total }, (_, place) => references.get(place) ?? ownKeys.shift()).filter(
    (key) => key !== undefined,
  );
}

/** An order as the SQL after ORDER BY. A key whose column the actor may not read is left out. */
export function sortSql(reader: SortReader, entity: AnyEntity, sort: readonly SortKey[]): SqlFragment {
  const parts = completeSort(sort).flatMap((key): readonly SqlFragment[] => {
    if (!isReferenceField(key.field)) {
      const sql = columnOrderSql(entity, key);
      return sql === undefined ? [] : [{ sql, params: [] }];
    }
    const found = findReferencedColumn(reader, entity, key.field);
    return found === undefined ? [] : [referenceSql(reader, entity, found, key)];
  });
  return { sql: parts.map(({ sql }) => sql).join(', '), params: parts.flatMap(({ params }) => params) };
}

/** The value of the referenced row, if the actor may read that row. */
function referenceSql(
  { dialect, actor }: SortReader,
  entity: AnyEntity,
  { by, target, column }: ReferencedColumn,
  { dir }: SortKey,
): SqlFragment {
  const id = `${quoteIdentifier(entity.name)}.${quoteIdentifier(by.name)}`;
  const scope = filterToSql(target, grantedRows(actor, target, 'read') ?? MATCH_NONE, dialect);
  const { sql, params } = joinWithAnd([{ sql: `referenced.id = ${id}`, params: [] }, notDeleted(target), scope]);
  const value = `SELECT referenced.${quoteIdentifier(sortColumn(column))} FROM ${quoteIdentifier(target.name)} AS referenced`;
  return { sql: `(${value} WHERE ${sql}) ${dir === 'desc' ? 'DESC' : 'ASC'}`, params };
}
