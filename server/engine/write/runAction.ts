/** Named verbs other than create, update and remove: an entity's own actions, and the transitions of its state machine. */
import type { AnyEntity } from '../../../common/entity/entity';
import type { StoredRow } from '../../../common/entity/columns';
import { fault } from '../../../common/protocol/faults';
import { getHookContext } from './context/createHookContext';
import { ROW_ALREADY_WRITTEN, getEntityHooks } from './context/entityHooks';
import type { UnitOfWork } from './context/openUnitOfWork';
import type { InputValues, WrittenRow } from './context/txWriter';
import { assertPermission, requireVisible } from './stages/authorize';
import { createAuditedChange } from './stages/recordAudit';
import { findTransition } from './stages/transitions';
import { toWrittenRow } from './stages/writtenRow';
import { applyChanges } from './unitOfWork';

/**
 * Runs an action on one row. It needs the permission key `<entity>/<action>` or the one that the definition names for it; a transition needs the
 * permission key that it names, or `edit`.
 */
export async function runAction(
  unit: UnitOfWork,
  entity: AnyEntity,
  id: number,
  action: string,
  input: InputValues,
): Promise<WrittenRow> {
  const { actor } = unit.ctx;
  const isOwnAction = entity.spec.actions?.includes(action) === true;
  const transition = isOwnAction ? undefined : findTransition(entity, action);
  if (!isOwnAction && transition === undefined) throw fault('row.missing');
  assertPermission(actor, transition?.permission ?? entity.spec.actionNodes?.[action] ?? `${entity.name}/${action}`);
  const stored = (await unit.rowStore.lockRows(entity, [id])).get(id);
  const row = requireVisible(actor, entity, isOwnAction ? 'read' : 'update', stored);
  const { actions, auditedInputs } = getEntityHooks(unit.hooks.all, entity);
  const handler = actions?.[action];
  if (isOwnAction && handler === undefined) throw fault('server.not_implemented');
  const changes = transition ? transition.changes : ((await handler?.(getHookContext(unit), row, input)) ?? {});
  // the action wrote the row by the hook context's writer, which recorded the audit entry
  if (changes === ROW_ALREADY_WRITTEN)
    return toWrittenRow(unit, entity, await currentRow(unit, entity, id), { saved: true });
  const after = await applyChanges(unit, entity, row, changes, { byAction: isOwnAction });
  const { data, before } = createAuditedChange(row, changes);
  unit.auditEntries.push({
    entity,
    verb: action,
    ids: [id],
    data: { ...getAuditedInputs(input, auditedInputs?.[action]), ...data },
    before,
  });
  return toWrittenRow(unit, entity, after);
}

async function currentRow(unit: UnitOfWork, entity: AnyEntity, id: number): Promise<StoredRow> {
  const row = (await unit.rowStore.lockRows(entity, [id])).get(id);
  if (row === undefined) throw fault('row.missing');
  return row;
}

/** The texts and numbers of an action's input that the audit log stores. */
const getAuditedInputs = (input: InputValues, names: readonly string[] = []): StoredRow =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = input[name];
      return typeof value === 'string' || typeof value === 'number' ? [[name, value]] : [];
    }),
  );
