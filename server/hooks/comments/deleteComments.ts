/** Deletes the comments of records that are deleted for good. Comments of a record in the recycle bin stay with it. */
import type { StoredChangeObserver } from '../../engine/write/context/hookRegistry';
import type { HookContext } from '../../engine/write/context/hookContext';
import { placeholders } from '../../platform/database/sql';
import { LIMITS } from '../../../common/limits';
import { CHANGE_OPS } from '../../live/log/changeLog';

interface CommentState {
  readonly id: number;
  readonly delete_time: number | null;
}
const findCommentsOf = (
  { tx }: HookContext,
  entity: string,
  recordIds: readonly number[],
): Promise<readonly CommentState[]> =>
  tx.rows<CommentState>(
    `SELECT id, delete_time FROM \`comment\` WHERE ent = ? AND record_id IN (${placeholders(recordIds.length)}) ORDER BY id LIMIT ${LIMITS.maxBulkIds}`,
    [entity, ...recordIds],
  );

async function deleteCommentsOf(hook: HookContext, entity: string, recordIds: readonly number[]): Promise<void> {
  const comment = hook.services.registry.get('comment');
  if (comment === undefined) return;
  for (let found = LIMITS.maxBulkIds as number; found === LIMITS.maxBulkIds;) {
    const rows = await findCommentsOf(hook, entity, recordIds);
    found = rows.length;
    if (found === 0) return;
    const present = rows.filter(({ delete_time }) => delete_time === null).map(({ id }) => Number(id));
    if (present.length > 0) await hook.asSystem.remove(comment, present);
    await hook.asSystem.purge(
      comment,
      rows.map(({ id }) => Number(id)),
    );
  }
}

/** Deletes the comments in the transaction that deletes their records. */
export const deleteComments: StoredChangeObserver = async (hook, stored) => {
  const purged = new Map<string, number[]>();
  for (const { op, entity, before } of stored)
    if (op === CHANGE_OPS.purged) purged.set(entity.name, [...(purged.get(entity.name) ?? []), Number(before['id'])]);
  for (const [entity, recordIds] of purged) await deleteCommentsOf(hook, entity, recordIds);
};
