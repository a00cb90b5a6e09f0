/** Rights as the write path asks for them: which rows, which columns, and what a new row takes from its maker. */
import { grantedRows, hasNode, readableColumns, writableColumns, type Actor } from '../../../common/entity/access';
import type { AnyEntity, Verb } from '../../../common/entity/entity';
import { compileFilter } from '../../../common/entity/compileFilter';
import { findColumn, type Column, type StoredRow } from '../../../common/entity/columns';
import { projectRow, type WireRow } from '../../../common/entity/projectRow';
import { fault } from '../../../common/protocol/faults';
import { transitionFields } from './transitions';
import { storableColumns } from '../write/rowStore';

/** Whether a row lies within the rows an actor may use a verb on. */
export function isInScope(actor: Actor, entity: AnyEntity, verb: Verb, row: StoredRow): boolean {
  const rows = grantedRows(actor, entity, verb);
  return rows !== undefined && compileFilter(entity, rows)(row);
}

/** Refuses an actor that may not use the verb on any row. */
export function assertPermission(actor: Actor, entity: AnyEntity, verb: Verb): void {
  if (grantedRows(actor, entity, verb) === undefined) throw fault('access.denied');
}

/** Refuses an actor without a node; only staff and the system hold nodes. */
export function assertNode(actor: Actor, node: string): void {
  if (!hasNode(actor, node)) throw fault('access.denied');
}

/** The row, if it is alive and the actor may use the verb on it. Absent and foreign rows look alike. */
export function requireVisible(actor: Actor, entity: AnyEntity, verb: Verb, row: StoredRow | undefined): StoredRow {
  assertPermission(actor, entity, verb);
  if (row === undefined || isRemoved(row)) throw fault('row.missing');
  if (isInScope(actor, entity, verb, row)) return row;
  throw fault(isInScope(actor, entity, 'read', row) ? 'access.denied' : 'row.missing');
}
/** Whether a living row exists for an actor, whatever he may do with it. */
export const isVisible = (actor: Actor, entity: AnyEntity, row: StoredRow | undefined): boolean =>
  row !== undefined &&
  !isRemoved(row) &&
  (isInScope(actor, entity, 'remove', row) || isInScope(actor, entity, 'read', row));
export const isRemoved = (row: StoredRow): boolean => (row['delete_time'] ?? null) !== null;

/** The columns an actor may write. The system writes what only behaviours may, but never the engine's own. */
export function columnsToWrite(actor: Actor, entity: AnyEntity, mode: 'create' | 'update'): readonly Column[] {
  if (actor.realm === 'system') return storableColumns(entity);
  const columns = writableColumns(actor, entity);
  if (mode === 'update') return columns;
  const transitionColumns = transitionFields(entity);
  return columns.filter((column) => !transitionColumns.has(column.name));
}

/** What a new row takes from its maker: the values its grant fixes, and its owner. */
export function defaultsFromActor(actor: Actor, entity: AnyEntity, draft: StoredRow): StoredRow {
  const { owner, access } = entity.spec;
  if (actor.realm === 'system') return {};
  const grant = access[actor.realm];
  const clause = grant === 'crud' || grant === undefined ? true : (grant.create ?? true);
  const fixedValues: Record<string, StoredRow[string]> = {};
  for (const [field, value] of Object.entries(clause === true ? {} : clause)) {
    const isFromActor = typeof value === 'object' && value !== null && 'actor' in value;
    if (isFromActor) fixedValues[field] = value.actor === 'company_id' ? actor.company_id : actor.id;
    else if (findColumn(entity, field)?.readonly) fixedValues[field] = value as StoredRow[string]; // a clause's literal
  }
  const needsOwner = owner !== undefined && (draft[owner] ?? null) === null && actor.realm === 'staff';
  return needsOwner ? { ...fixedValues, [owner]: actor.id } : fixedValues;
}

/** The row as the actor may see it; nothing of it when it may not read it. */
export const projectFor = (actor: Actor, entity: AnyEntity, row: StoredRow): WireRow =>
  isInScope(actor, entity, 'read', row) || grantedRows(actor, entity, 'update') !== undefined
    ? projectRow(entity, row, readableColumns(actor, entity))
    : {};
