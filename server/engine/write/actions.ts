/** Named verbs beyond create, edit and delete: a behaviour's action, or a move of a state machine. */
import type { AnyEntity } from '../../../common/entity/entity';
import type { StoredRow } from '../../../common/entity/columns';
import { fault } from '../../../common/protocol/faults';
import type { UnitOfWork } from '../transaction/unitOfWork';
import { SAVED, hooksOf } from '../hooks/entityHooks';
import { auditedChange, toWrittenRow } from './createUpdate';
import { findTransition } from '../checks/transitions';
import { assertNode, requireVisible } from '../checks/authorize';
import { lockRows, hookContextOf } from '../hooks/hookContext';
import { applyUpdate } from './applyChange';
import type { Draft, WrittenRow } from './writer';

/** Performs an action on one row. Needs the node `<entity>/<action>`, a move the node it names or `edit`. */
export async function runAction(
  unit: UnitOfWork,
  entity: AnyEntity,
  id: number,
  action: string,
  input: Draft,
): Promise<WrittenRow> {
  const { actor } = unit.ctx;
  const isOwnAction = entity.spec.actions?.includes(action) === true;
  const transition = isOwnAction ? undefined : findTransition(entity, action);
  if (!isOwnAction && transition === undefined) throw fault('row.missing');
  assertNode(actor, transition?.node ?? entity.spec.actionNodes?.[action] ?? `${entity.name}/${action}`);
  const row = requireVisible(
    actor,
    entity,
    isOwnAction ? 'read' : 'update',
    (await lockRows(unit, entity, [id])).get(id),
  );
  const { actions, auditedInputs: auditedInputs } = hooksOf(unit.hooks.all, entity);
  const handler = actions?.[action];
  if (isOwnAction && handler === undefined) throw fault('server.not_implemented');
  const changes = transition ? transition.changes : ((await handler?.(hookContextOf(unit), row, input)) ?? {});
  // the write itself is in the admin log
  if (changes === SAVED) return toWrittenRow(unit, entity, await currentRow(unit, entity, id), { saved: true });
  const after = await applyUpdate(unit, entity, row, changes, isOwnAction ? { byAction: true } : {});
  const { data, before } = auditedChange(row, changes);
  unit.auditEntries.push({
    entity,
    verb: action,
    ids: [id],
    data: { ...auditedInputsOf(input, auditedInputs?.[action]), ...data },
    before,
  });
  return toWrittenRow(unit, entity, after);
}

async function currentRow(unit: UnitOfWork, entity: AnyEntity, id: number): Promise<StoredRow> {
  const row = (await lockRows(unit, entity, [id])).get(id);
  if (row === undefined) throw fault('row.missing');
  return row;
}

/** The texts of an action's input that the admin log keeps. */
const auditedInputsOf = (input: Draft, names: readonly string[] = []): StoredRow =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = input[name];
      return typeof value === 'string' || typeof value === 'number' ? [[name, value]] : [];
    }),
  );
