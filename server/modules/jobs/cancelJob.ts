/** Cancels a job: one that waits never runs, and the steps of a running one are undone. */
import { job as jobEntity, JOB_STATUS } from '../../../common/entities/job';
import { fault } from '../../../common/protocol/faults';
import type { RequestContext } from '../../context';
import type { Writer } from '../../engine/write/writer';
import { toSystemContext } from '../../platform/systemContext';
import type { JobRunner } from './jobRunner';
import { loadJob } from './jobStore';

/** For the admin who started it, and super admins. Returns whether the job had not begun. Errors: `row.missing`, `access.denied`, `job.ended`. */
export async function cancelJob(
  ctx: RequestContext,
  { writer, jobs }: { readonly writer: Writer; readonly jobs: JobRunner },
  id: number,
): Promise<boolean> {
  const { wasWaiting } = await writer.changeSet(
    toSystemContext(ctx, { channel: 'ui' }),
    { verb: 'cancel', about: `${jobEntity.name} ${id}`, input: { id } },
    async (write, hook) => {
      await hook.withLock(jobEntity.name);
      const found = await loadJob(hook.tx, id);
      if (found === undefined) throw fault('row.missing');
      if (!ctx.actor.isSuper && found.adminId !== ctx.actor.id) throw fault('access.denied');
      if (found.status === JOB_STATUS.waiting) await write.update(jobEntity, { id, status: JOB_STATUS.cancelled });
      else if (found.status === JOB_STATUS.running) await write.update(jobEntity, { id, is_cancelling: 1 });
      else throw fault('job.ended');
      return { wasWaiting: found.status === JOB_STATUS.waiting };
    },
  );
  jobs.wake();
  return wasWaiting;
}
