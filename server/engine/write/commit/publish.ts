/** Publishes a committed write, the last stage: invalidates caches, notifies the tailer of the change log, runs after-commit hooks. */
import { triggerFailpoint } from '../../../platform/failpoints';
import { invalidateChanged } from '../../../platform/rowCache';
import type { UnitOfWork } from '../context/openUnitOfWork';

/**
 * Publishes a committed unit of work: invalidates the caches of changed rows, notifies the tailer of the change log, then runs the hooks `afterCommit` one
 * after the other. An error of such a hook is logged only.
 */
export async function publish(unit: UnitOfWork): Promise<void> {
  const { services, requestId } = unit.ctx;
  if (unit.changes.length === 0) return;
  invalidateChanged(services.db, unit.changes);
  services.live.committed?.(unit.changes);
  await triggerFailpoint(services.env, 'write.after_commit');
  services.live.wakeTailer();
  for (const task of unit.afterCommit) {
    try {
      await task();
    } catch (error) {
      services.log.error({ err: error, cid: unit.cid, requestId }, 'a hook after the commit failed');
    }
  }
}
