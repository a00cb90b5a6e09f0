/** Named verbs beyond create, edit and delete: a behaviour's action, or a move of a state machine. */
import type { AnyEntity } from '../../common/entity/entity';
import type { StoredRow } from '../../common/entity/meta';
import { fault } from '../../common/protocol/faults';
import type { Act } from './act';
import { SAVED, stepsOf } from './behaviour';
import { changedIn, writtenRow } from './edit';
import { moveNamed } from './moves';
import { demandNode, present } from './rights';
import { lockRows, stepOf } from './rows';
import { settleUpdate } from './settle';
import type { Draft, WrittenRow } from './writer';

/** Performs an action on one row. Needs the node `<entity>/<action>`, a move the node it names or `edit`. */
export async function perform(
  act: Act,
  entity: AnyEntity,
  id: number,
  action: string,
  input: Draft,
): Promise<WrittenRow> {
  const { actor } = act.ctx;
  const own = entity.spec.actions?.includes(action) === true;
  const move = own ? undefined : moveNamed(entity, action);
  if (!own && move === undefined) throw fault('row.missing');
  demandNode(actor, move?.node ?? entity.spec.actionNodes?.[action] ?? `${entity.name}/${action}`);
  const row = present(actor, entity, own ? 'read' : 'update', (await lockRows(act, entity, [id])).get(id));
  const { actions, logged } = stepsOf(act.behaviours.all, entity);
  const duty = actions?.[action];
  if (own && duty === undefined) throw fault('server.not_implemented');
  const changes = move ? move.changes : ((await duty?.(stepOf(act), row, input)) ?? {});
  // the write itself is in the admin log
  if (changes === SAVED) return writtenRow(act, entity, await rowNow(act, entity, id), { saved: true });
  const after = await settleUpdate(act, entity, row, changes, own ? { byAction: true } : {});
  const { data, before } = changedIn(row, changes);
  act.deeds.push({ entity, verb: action, ids: [id], data: { ...inputsOf(input, logged?.[action]), ...data }, before });
  return writtenRow(act, entity, after);
}

async function rowNow(act: Act, entity: AnyEntity, id: number): Promise<StoredRow> {
  const row = (await lockRows(act, entity, [id])).get(id);
  if (row === undefined) throw fault('row.missing');
  return row;
}

/** The texts of an action's input that the admin log keeps. */
const inputsOf = (input: Draft, names: readonly string[] = []): StoredRow =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = input[name];
      return typeof value === 'string' || typeof value === 'number' ? [[name, value]] : [];
    }),
  );
