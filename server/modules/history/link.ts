/** Which change-set was taken back by which: so that a second undo answers plainly, and the undo of an undo is a redo. */
import { fault } from '../../../common/protocol/faults';
import { actorKey } from '../../engine/act';
import type { Step } from '../../engine/writer';

/** Marks the change-set as taken back by this act; refuses when it was before. Others who want the same wait here. */
export async function claimUndo(step: Step, cid: string, by: string): Promise<void> {
  const ignore = step.kit.db.dialect === 'mariadb' ? 'INSERT IGNORE' : 'INSERT OR IGNORE';
  const { changes } = await step.tx.run(
    `${ignore} INTO change_undo (cid, by_cid, actor, actor_name, \`at\`) VALUES (?, ?, ?, ?, ?)`,
    [cid, by, actorKey(step.actor), step.actor.name, step.kit.clock.now()],
  );
  if (changes === 1) return;
  const [known] = await step.tx.rows<{ actor_name: string; at: number }>(
    'SELECT actor_name, `at` FROM change_undo WHERE cid = ?',
    [cid],
  );
  throw fault('undo.done', { name: known?.actor_name ?? '' }, { data: { at: Number(known?.at ?? 0) } });
}

/** What this change-set had taken back stands again. */
export async function standAgain(step: Step, cid: string): Promise<void> {
  await step.tx.run('DELETE FROM change_undo WHERE by_cid = ?', [cid]);
}
/** Nothing could be taken back after all: another try may do better. */
export async function releaseUndo(step: Step, cid: string): Promise<void> {
  await step.tx.run('DELETE FROM change_undo WHERE cid = ?', [cid]);
}
