/** Between wish and store: state machine, behaviour, uniqueness and references, in this order, for creates and updates alike. */
import { may, type Actor } from '../../common/entity/access';
import type { AnyEntity } from '../../common/entity/entity';
import type { StoredRow } from '../../common/entity/meta';
import { missingOfEither } from '../../common/entity/validate';
import { fault } from '../../common/protocol/faults';
import { failpoint } from '../platform/failpoints';
import type { Act } from './act';
import { stepsOf } from './behaviour';
import { checkRefs, checkUnique } from './checks';
import { sameValue } from './merge';
import { checkLock, checkMoves } from './moves';
import { within } from './rights';
import { stepOf } from './rows';
import { insertRow, updateRow } from './store';

/** Values that differ from what is stored. */
export const differing = (before: StoredRow, values: StoredRow): StoredRow =>
  Object.fromEntries(Object.entries(values).filter(([name, value]) => !sameValue(before[name], value)));

/** Creates a row from complete, validated values. */
export async function settleCreate(act: Act, entity: AnyEntity, values: StoredRow): Promise<StoredRow> {
  const steps = stepsOf(act.behaviours.all, entity);
  const ready = steps.beforeWrite ? await steps.beforeWrite(stepOf(act), values, undefined) : values;
  await checkUnique(act, entity, ready, 0);
  await checkRefs(act, entity, ready, 0);
  await failpoint(act.ctx.kit.env, 'write.before_store');
  const after = await insertRow(act, entity, ready);
  stayWithin(act.ctx.actor, entity, after, 'create');
  await finish(act, entity, after, undefined);
  return after;
}

export interface SettleOptions {
  /** The entity's own actions may do what edits may not: they are the state machine. */
  readonly byAction?: true;
}

/** Applies changes to a locked row; the row itself when none of them changes anything. */
export async function settleUpdate(
  act: Act,
  entity: AnyEntity,
  before: StoredRow,
  wanted: StoredRow,
  { byAction }: SettleOptions = {},
): Promise<StoredRow> {
  const changes = differing(before, wanted);
  if (Object.keys(changes).length === 0) return before;
  if (!byAction) checkMoves(act.ctx, entity, before, changes);
  checkLock(act.ctx, entity, before, changes);
  const steps = stepsOf(act.behaviours.all, entity);
  const settled = steps.beforeWrite && !byAction ? await steps.beforeWrite(stepOf(act), changes, before) : changes;
  const values = differing(before, settled);
  if (Object.keys(values).length === 0) return before;
  const id = Number(before['id']);
  const missing = missingOfEither(entity, { ...before, ...values });
  if (missing.length > 0) throw fault('row.invalid', undefined, { fields: missing });
  await checkUnique(act, entity, values, id);
  await checkRefs(act, entity, values, id, before);
  await failpoint(act.ctx.kit.env, 'write.before_store');
  const after = await updateRow(act, entity, before, { op: 'u', values });
  stayWithin(act.ctx.actor, entity, after, 'update');
  await finish(act, entity, after, before);
  return after;
}

/** The behaviour's steps after a row is stored. */
export async function finish(
  act: Act,
  entity: AnyEntity,
  after: StoredRow,
  before: StoredRow | undefined,
): Promise<void> {
  act.settled.push({ entity, after, before });
  const { inside, afterCommit } = stepsOf(act.behaviours.all, entity);
  await inside?.(stepOf(act), after, before);
  if (afterCommit) act.afterCommit.push(() => afterCommit(act.ctx, after, before));
  await failpoint(act.ctx.kit.env, 'write.after_inside');
}

/** Nobody writes a row out of his own reach, nor creates one beyond it. */
export function stayWithin(actor: Actor, entity: AnyEntity, after: StoredRow, verb: 'create' | 'update'): void {
  if (may(actor, entity, verb) && !within(actor, entity, verb, after)) throw fault('access.denied');
}
