/** Deletes old notices: read ones after 90 days, unread ones after a year; open lists receive the deletions. */
import type { Filter } from '../../../common/entity/filter';
import { LIMITS } from '../../../common/limits';
import type { Writer } from '../../engine/write/writer';
import type { RequestContext } from '../../context';

const READ_RETENTION_SECONDS = 90 * 86_400;
const UNREAD_RETENTION_SECONDS = 365 * 86_400;

const sentBefore = (time: number): Filter => ({ field: 'told_time', op: '<', value: time });

/** Deletes old notices as the system, some hundred rows per transaction; returns their number. */
export async function deleteExpiredNotices(systemCtx: RequestContext, writer: Writer): Promise<number> {
  const { services } = systemCtx;
  const entity = services.registry.get('notice');
  if (entity === undefined) return 0;
  const now = Math.floor(services.clock.now() / 1000);
  const isRead: Filter = { field: 'read_time', op: 'NOT NULL', value: null };
  const expired: Filter = {
    some: [{ all: [isRead, sentBefore(now - READ_RETENTION_SECONDS)] }, sentBefore(now - UNREAD_RETENTION_SECONDS)],
  };
  let deleted = 0;
  let batchSize: number;
  do {
    batchSize = await writer.inTransaction(systemCtx, async (_txWriter, hook) => {
      const ids = (await hook.find('notice', expired)).slice(0, LIMITS.maxBulkIds).map((row) => Number(row['id']));
      if (ids.length === 0) return 0;
      await hook.asSystem.remove(entity, ids);
      await hook.asSystem.purge(entity, ids);
      return ids.length;
    });
    deleted += batchSize;
  } while (batchSize === LIMITS.maxBulkIds);
  return deleted;
}
