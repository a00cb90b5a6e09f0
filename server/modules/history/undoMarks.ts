/** Undo and redo marks: which change-set undid which, so that a second undo is refused and the undo of an undo is a redo. */
import { fault } from '../../../common/protocol/faults';
import { actorKey } from '../../engine/write/context/actorKey';
import type { HookContext } from '../../engine/write/context/hookContext';

/** Marks the change-set as undone by this transaction; throws when it already was. Concurrent undos of it wait here. */
export async function markUndone(hook: HookContext, cid: string, byCid: string): Promise<void> {
  const insertIgnore = hook.services.db.dialect === 'mariadb' ? 'INSERT IGNORE' : 'INSERT OR IGNORE';
  const { changes } = await hook.tx.run(
    `${insertIgnore} INTO change_undo (cid, by_cid, actor, actor_name, \`at\`) VALUES (?, ?, ?, ?, ?)`,
    [cid, byCid, actorKey(hook.actor), hook.actor.name, hook.services.clock.now()],
  );
  if (changes === 1) return;
  const [existing] = await hook.tx.rows<{ actor_name: string; at: number }>(
    'SELECT actor_name, `at` FROM change_undo WHERE cid = ?',
    [cid],
  );
  throw fault('undo.done', { name: existing?.actor_name ?? '' }, { data: { at: Number(existing?.at ?? 0) } });
}

/** Removes the marks of the change-sets that this one had undone. */
export async function removeUndoMarks(hook: HookContext, cid: string): Promise<void> {
  await hook.tx.run('DELETE FROM change_undo WHERE by_cid = ?', [cid]);
}
/** Removes the mark when no row could be undone, so that a later attempt may succeed. */
export async function releaseUndoMark(hook: HookContext, cid: string): Promise<void> {
  await hook.tx.run('DELETE FROM change_undo WHERE cid = ?', [cid]);
}
/** Marks the change-set as undone by a change-set of several transactions; each of them may call it. Error: `undo.done` when another one did. */
export async function markUndoneOnce(hook: HookContext, cid: string, byCid: string): Promise<void> {
  const [existing] = await hook.tx.rows<{ by_cid: string }>('SELECT by_cid FROM change_undo WHERE cid = ?', [cid]);
  if (existing?.by_cid !== byCid) await markUndone(hook, cid, byCid);
}
