/** Deletes the comments of rows that retention deleted: it runs outside the write path, so no observer sees its deletions. */
import type { AnyEntity } from '../../../common/entity/entity';
import { LIMITS } from '../../../common/limits';
import type { RequestContext } from '../../context';
import type { Writer } from '../../engine/write/writer';
import { quoteIdentifier } from '../../platform/database/sql';

interface OrphanedComment {
  readonly id: number;
  readonly delete_time: number | null;
}
const findOrphans = ({ services: { db } }: RequestContext, entity: AnyEntity): Promise<readonly OrphanedComment[]> =>
  db.rows<OrphanedComment>(
    `SELECT c.id, c.delete_time FROM \`comment\` c LEFT JOIN ${quoteIdentifier(entity.name)} r ON r.id = c.record_id
      WHERE c.ent = ? AND r.id IS NULL ORDER BY c.id LIMIT ${LIMITS.maxBulkIds}`,
    [entity.name],
  );

/** Deletes them for good and returns their number. Comments of tables that are not in use stay. */
export async function deleteOrphanedComments(ctx: RequestContext, writer: Writer): Promise<number> {
  const { db, registry } = ctx.services;
  const comment = registry.get('comment');
  if (comment === undefined) return 0;
  let deleted = 0;
  for (const { ent } of await db.rows<{ ent: string }>('SELECT DISTINCT ent FROM `comment`')) {
    const entity = registry.get(ent);
    if (entity === undefined) continue;
    for (let found = LIMITS.maxBulkIds as number; found === LIMITS.maxBulkIds; deleted += found) {
      const orphans = await findOrphans(ctx, entity);
      found = orphans.length;
      if (found > 0) await deleteAll(ctx, writer, comment, orphans);
    }
  }
  return deleted;
}

async function deleteAll(
  ctx: RequestContext,
  writer: Writer,
  comment: AnyEntity,
  orphans: readonly OrphanedComment[],
): Promise<void> {
  const present = orphans.filter(({ delete_time }) => delete_time === null).map(({ id }) => Number(id));
  if (present.length > 0) await writer.remove(ctx, comment, present);
  await writer.purge(
    ctx,
    comment,
    orphans.map(({ id }) => Number(id)),
  );
}
