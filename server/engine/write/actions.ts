/** Named verbs beyond create, edit and delete: a behaviour's action, or a move of a state machine. */
import type { AnyEntity } from '../../../common/entity/entity';
import type { StoredRow } from '../../../common/entity/meta';
import { fault } from '../../../common/protocol/faults';
import type { UnitOfWork } from './unitOfWork';
import { SAVED, hooksOf } from './entityHooks';
import { auditedChange, toWrittenRow } from './createUpdate';
import { findTransition } from './transitions';
import { assertNode, requireVisible } from './authorize';
import { lockRows, hookContextOf } from './hookContext';
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
  const own = entity.spec.actions?.includes(action) === true;
  const move = own ? undefined : findTransition(entity, action);
  if (!own && move === undefined) throw fault('row.missing');
  assertNode(actor, move?.node ?? entity.spec.actionNodes?.[action] ?? `${entity.name}/${action}`);
  const row = requireVisible(actor, entity, own ? 'read' : 'update', (await lockRows(unit, entity, [id])).get(id));
  const { actions, auditedInputs: logged } = hooksOf(unit.hooks.all, entity);
  const duty = actions?.[action];
  if (own && duty === undefined) throw fault('server.not_implemented');
  const changes = move ? move.changes : ((await duty?.(hookContextOf(unit), row, input)) ?? {});
  // the write itself is in the admin log
  if (changes === SAVED) return toWrittenRow(unit, entity, await currentRow(unit, entity, id), { saved: true });
  const after = await applyUpdate(unit, entity, row, changes, own ? { byAction: true } : {});
  const { data, before } = auditedChange(row, changes);
  unit.auditEntries.push({
    entity,
    verb: action,
    ids: [id],
    data: { ...auditedInputsOf(input, logged?.[action]), ...data },
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
