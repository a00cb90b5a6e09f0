/**
 * Authorizes a write: permission for the verb, row scope (row-level), and field-level write permissions: values of fields that the actor may
 * not write (forbidden or read-only fields) are dropped. Sets the values of a new row that follow from the actor, such as its owner.
 */
import {
  canUse,
  grantedRows,
  hasPermission,
  readableColumns,
  writableColumns,
  type Actor,
} from '../../../../common/entity/access';
import type { AnyEntity, Verb } from '../../../../common/entity/entity';
import { compileFilter } from '../../../../common/query/compileFilter';
import { findColumn, type Column, type StoredRow } from '../../../../common/entity/columns';
import { projectRow, type WireRow } from '../../../../common/entity/projectRow';
import { fault } from '../../../../common/protocol/faults';
import type { UpdateBody } from '../../../../common/protocol/liveEvents';
import type { UnitOfWork } from '../context/openUnitOfWork';
import { findLastActor } from './changeHistory';
import { conflictFault } from './conflictFault';
import { transitionFields } from './transitions';
import { storableColumns } from './storableColumns';

/** Whether a row is among those on which an actor may use a verb. */
export function isInScope(actor: Actor, entity: AnyEntity, verb: Verb, row: StoredRow): boolean {
  const rows = grantedRows(actor, entity, verb);
  return rows !== undefined && compileFilter(entity, rows)(row);
}

/** Throws `access.denied` when the actor may use the verb on no row at all. */
export function assertCanUse(actor: Actor, entity: AnyEntity, verb: Verb): void {
  if (grantedRows(actor, entity, verb) === undefined) throw fault('access.denied');
}

/** Throws `access.denied` when the actor lacks a permission key; only admins and the system have permissions. */
export function assertPermission(actor: Actor, permission: string): void {
  if (!hasPermission(actor, permission)) throw fault('access.denied');
}

/**
 * Returns the row when it is not deleted and the actor may use the verb on it. Errors: `row.missing` for a row that is deleted, absent or not
 * readable for the actor, without telling which; `access.denied` for a readable one.
 */
export function requireVisible(actor: Actor, entity: AnyEntity, verb: Verb, row: StoredRow | undefined): StoredRow {
  assertCanUse(actor, entity, verb);
  if (row === undefined || isRemoved(row)) throw fault('row.missing');
  if (isInScope(actor, entity, verb, row)) return row;
  throw fault(isInScope(actor, entity, 'read', row) ? 'access.denied' : 'row.missing');
}
/** Whether a row that is not deleted exists for an actor, who may read or remove it. */
export const isVisible = (actor: Actor, entity: AnyEntity, row: StoredRow | undefined): boolean =>
  row !== undefined &&
  !isRemoved(row) &&
  (isInScope(actor, entity, 'remove', row) || isInScope(actor, entity, 'read', row));
export const isRemoved = (row: StoredRow): boolean => (row['delete_time'] ?? null) !== null;

/**
 * The columns that a create or an update of an actor may contain: `writableColumns`, for the system actor also columns reserved for hooks,
 * and for a create without the columns that only transitions change.
 */
export function listWritableColumns(actor: Actor, entity: AnyEntity, mode: 'create' | 'update'): readonly Column[] {
  if (actor.kind === 'system') return storableColumns(entity);
  const columns = writableColumns(actor, entity);
  if (mode === 'update') return columns;
  const transitionColumns = transitionFields(entity);
  return columns.filter((column) => !transitionColumns.has(column.name));
}

/** Sets the owner of a new row (the admin who creates it), and the values that the creator's grant fixes. */
export function deriveActorDefaults(actor: Actor, entity: AnyEntity, input: StoredRow): StoredRow {
  const { owner, access } = entity.spec;
  if (actor.kind === 'system') return {};
  const grant = access[actor.kind];
  const clause = grant === 'crud' || grant === undefined ? true : (grant.create ?? true);
  const fixedValues: Record<string, StoredRow[string]> = {};
  for (const [field, value] of Object.entries(clause === true ? {} : clause)) {
    const isFromActor = typeof value === 'object' && value !== null && 'actor' in value;
    if (isFromActor) fixedValues[field] = value.actor === 'company_id' ? actor.company_id : actor.id;
    else if (findColumn(entity, field)?.readonly) fixedValues[field] = value as StoredRow[string]; // a clause's literal
  }
  const needsOwner = owner !== undefined && (input[owner] ?? null) === null && actor.kind === 'staff';
  return needsOwner ? { ...fixedValues, [owner]: actor.id } : fixedValues;
}

/**
 * Returns the stored row that an actor may update. Errors: `row.conflict` (412) when it was deleted meanwhile
 * (concurrent delete); otherwise those of `requireVisible`.
 */
export async function authorizeUpdate(
  unit: UnitOfWork,
  entity: AnyEntity,
  body: UpdateBody,
  stored: StoredRow | undefined,
): Promise<StoredRow> {
  const { actor } = unit.ctx;
  if (stored && isRemoved(stored) && body.revision !== undefined && isInScope(actor, entity, 'update', stored)) {
    throw conflictFault(stored, 'deleted', { by: await findLastActor(unit, entity, body.id) });
  }
  return requireVisible(actor, entity, 'update', stored);
}

/** Throws `access.denied` when a written row is outside the rows on which the actor may use the verb. */
export function assertStaysInScope(actor: Actor, entity: AnyEntity, after: StoredRow, verb: 'create' | 'update'): void {
  if (canUse(actor, entity, verb) && !isInScope(actor, entity, verb, after)) throw fault('access.denied');
}

/** The row with the columns the actor may read; empty when it may not read the row. */
export const projectFor = (actor: Actor, entity: AnyEntity, row: StoredRow): WireRow =>
  isInScope(actor, entity, 'read', row) || grantedRows(actor, entity, 'update') !== undefined
    ? projectRow(entity, row, readableColumns(actor, entity))
    : {};
