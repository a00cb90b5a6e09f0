/** Between wish and store: state machine, behaviour, uniqueness and references, in this order, for creates and updates alike. */
import { canUse, type Actor } from '../../../common/entity/access';
import type { AnyEntity } from '../../../common/entity/entity';
import type { StoredRow } from '../../../common/entity/columns';
import { findMissingEither } from '../../../common/entity/validate';
import { fault } from '../../../common/protocol/faults';
import { triggerFailpoint } from '../../platform/failpoints';
import type { UnitOfWork } from '../transaction/unitOfWork';
import { hooksOf } from '../hooks/entityHooks';
import { assertReferences, assertUnique } from '../checks/constraints';
import { sameValue } from './merge';
import { assertUnlocked, assertTransitions } from '../checks/transitions';
import { isInScope } from '../checks/authorize';
import { hookContextOf } from '../hooks/hookContext';
import { insertRow, updateRow } from './rowStore';

/** Values that differ from what is stored. */
export const changedValues = (before: StoredRow, values: StoredRow): StoredRow =>
  Object.fromEntries(Object.entries(values).filter(([name, value]) => !sameValue(before[name], value)));

/** Creates a row from complete, validated values. */
export async function applyCreate(unit: UnitOfWork, entity: AnyEntity, values: StoredRow): Promise<StoredRow> {
  const hooks = hooksOf(unit.hooks.all, entity);
  const prepared = hooks.beforeWrite ? await hooks.beforeWrite(hookContextOf(unit), values, undefined) : values;
  await assertUnique(unit, entity, prepared, 0);
  await assertReferences(unit, entity, prepared, 0);
  await triggerFailpoint(unit.ctx.services.env, 'write.before_store');
  const after = await insertRow(unit, entity, prepared);
  assertStaysInScope(unit.ctx.actor, entity, after, 'create');
  await afterStore(unit, entity, after, undefined);
  return after;
}

export interface ApplyOptions {
  /** The entity's own actions may do what edits may not: they are the state machine. */
  readonly byAction?: true;
}

/** Applies changes to a locked row; the row itself when none of them changes anything. */
export async function applyUpdate(
  unit: UnitOfWork,
  entity: AnyEntity,
  before: StoredRow,
  requested: StoredRow,
  { byAction }: ApplyOptions = {},
): Promise<StoredRow> {
  const changes = changedValues(before, requested);
  if (Object.keys(changes).length === 0) return before;
  if (!byAction) assertTransitions(unit.ctx, entity, before, changes);
  assertUnlocked(unit.ctx, entity, before, changes);
  const hooks = hooksOf(unit.hooks.all, entity);
  const changesToStore =
    hooks.beforeWrite && !byAction ? await hooks.beforeWrite(hookContextOf(unit), changes, before) : changes;
  const values = changedValues(before, changesToStore);
  if (Object.keys(values).length === 0) return before;
  const id = Number(before['id']);
  const missing = findMissingEither(entity, { ...before, ...values });
  if (missing.length > 0) throw fault('row.invalid', undefined, { fields: missing });
  await assertUnique(unit, entity, values, id);
  await assertReferences(unit, entity, values, id, before);
  await triggerFailpoint(unit.ctx.services.env, 'write.before_store');
  const after = await updateRow(unit, entity, before, { op: 'u', values });
  assertStaysInScope(unit.ctx.actor, entity, after, 'update');
  await afterStore(unit, entity, after, before);
  return after;
}

/** The behaviour's steps after a row is stored. */
export async function afterStore(
  unit: UnitOfWork,
  entity: AnyEntity,
  after: StoredRow,
  before: StoredRow | undefined,
): Promise<void> {
  unit.appliedChanges.push({ entity, after, before });
  const { afterWrite: afterWrite, afterCommit } = hooksOf(unit.hooks.all, entity);
  await afterWrite?.(hookContextOf(unit), after, before);
  if (afterCommit) unit.afterCommit.push(() => afterCommit(unit.ctx, after, before));
  await triggerFailpoint(unit.ctx.services.env, 'write.after_inside');
}

/** Nobody writes a row out of his own reach, nor creates one beyond it. */
export function assertStaysInScope(actor: Actor, entity: AnyEntity, after: StoredRow, verb: 'create' | 'update'): void {
  if (canUse(actor, entity, verb) && !isInScope(actor, entity, verb, after)) throw fault('access.denied');
}
