/** Deleted tasks keep their numbers for a month, so that nobody runs one a second time; then they go for good. */
import { taskEntity } from './task';
import { LIMITS } from '../../../common/limits';
import type { Writer } from '../../engine/writer';
import type { Ctx } from '../../kit';

const MONTH_S = 30 * 86_400;

/** Answers how many went. */
export async function forgetTasks(ctx: Ctx, writer: Writer): Promise<number> {
  const { kit } = ctx;
  if (kit.registry.get('terminal_task') === undefined) return 0;
  const before = Math.floor(kit.clock.now() / 1000) - MONTH_S;
  const rows = await kit.db.rows<{ id: number }>(
    `SELECT id FROM \`terminal_task\` WHERE delete_time IS NOT NULL AND delete_time < ? LIMIT ${LIMITS.bulk}`,
    [before],
  );
  const ids = rows.map(({ id }) => Number(id));
  if (ids.length > 0) await writer.purge(ctx, taskEntity(kit), ids);
  return ids.length;
}
