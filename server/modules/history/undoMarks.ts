/** Which change-set was taken back by which: so that a second undo answers plainly, and the undo of an undo is a redo. */
import { fault } from '../../../common/protocol/faults';
import { actorKey } from '../../engine/write/context/actorKey';
import type { HookContext } from '../../engine/write/context/hookContext';

/** Marks the change-set as taken back by this act; refuses when it was before. Others who want the same wait here. */
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

/** What this change-set had taken back stands again. */
export async function unmarkUndoneBy(hook: HookContext, cid: string): Promise<void> {
  await hook.tx.run('DELETE FROM change_undo WHERE by_cid = ?', [cid]);
}
/** Nothing could be taken back after all: another try may do better. */
export async function releaseUndoMark(hook: HookContext, cid: string): Promise<void> {
  await hook.tx.run('DELETE FROM change_undo WHERE cid = ?', [cid]);
}
