/** Jobs: everyone follows them as rows; super admins and the admin who started a job may cancel it. */
import { z } from 'zod';
import { job as jobEntity, JOB_STATUS } from '../../../common/entities/job';
import { fault } from '../../../common/protocol/faults';
import { translate } from '../../../common/locales/translate';
import type { HandlerResult, RouteCall } from '../../engine/http/routeRegistry';
import type { ModuleServices } from '../../engine/http/moduleServices';
import type { Writer } from '../../engine/write/writer';
import { toSystemContext } from '../../platform/systemContext';
import type { JobRunner } from './jobRunner';
import { loadJob } from './jobStore';

const cancelInput = z.strictObject({ id: z.number().int().positive() });

export interface JobRouteDeps extends ModuleServices {
  readonly jobs: JobRunner;
}

export function registerJobRoutes({ routes: { add: route }, writer, jobs }: JobRouteDeps): void {
  route({
    method: 'POST',
    path: '/admin/job/cancel',
    realm: 'admin',
    access: 'admin',
    node: 'job/index',
    inPerson: true,
    query: [],
    body: 'json',
    input: cancelInput,
    entity: jobEntity,
    summary: 'Cancel a job and undo its steps',
    handler: (call) => cancel(call, writer, jobs),
  });
}

async function cancel({ ctx, body }: RouteCall, writer: Writer, jobs: JobRunner): Promise<HandlerResult> {
  const { id } = cancelInput.parse(body);
  await writer.changeSet(
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
      return {};
    },
  );
  jobs.wake();
  return { msg: translate(ctx.lang, 'success.job_cancelled') };
}
