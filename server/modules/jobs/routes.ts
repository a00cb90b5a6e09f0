/** Jobs: everyone follows them as rows; super admins and the admin who started a job may cancel it. */
import { z } from 'zod';
import { job as jobEntity } from '../../../common/entities/job';
import { translate } from '../../../common/locales/translate';
import type { HandlerResult, RouteCall } from '../../engine/http/routeRegistry';
import type { ModuleServices } from '../../engine/http/moduleServices';
import type { Writer } from '../../engine/write/writer';
import type { JobRunner } from './jobRunner';
import { cancelJob } from './cancelJob';

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
    permission: 'job/index',
    rejectsApiTokens: true,
    query: [],
    body: 'json',
    input: cancelInput,
    entity: jobEntity,
    summary: 'Cancel a job and undo its steps',
    handler: (call) => cancel(call, writer, jobs),
  });
}

async function cancel({ ctx, body }: RouteCall, writer: Writer, jobs: JobRunner): Promise<HandlerResult> {
  await cancelJob(ctx, { writer, jobs }, cancelInput.parse(body).id);
  return { msg: translate(ctx.lang, 'success.job_cancelled') };
}
