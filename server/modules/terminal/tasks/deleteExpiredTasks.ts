/** Retention: purges deleted tasks after a month. Until then they keep their ids, so that no id runs twice. */
import { requireTaskEntity } from './task';
import { LIMITS } from '../../../../common/limits';
import type { Writer } from '../../../engine/write/writer';
import type { RequestContext } from '../../../context';

const RETENTION_SECONDS = 30 * 86_400;

/** Returns the number of purged tasks. */
export async function deleteExpiredTasks(ctx: RequestContext, writer: Writer): Promise<number> {
  const { services } = ctx;
  if (services.registry.get('terminal_task') === undefined) return 0;
  const cutoff = Math.floor(services.clock.now() / 1000) - RETENTION_SECONDS;
  const rows = await services.db.rows<{ id: number }>(
    `SELECT id FROM \`terminal_task\` WHERE delete_time IS NOT NULL AND delete_time < ? LIMIT ${LIMITS.maxBulkIds}`,
    [cutoff],
  );
  const ids = rows.map(({ id }) => Number(id));
  if (ids.length > 0) await writer.purge(ctx, requireTaskEntity(services), ids);
  return ids.length;
}
