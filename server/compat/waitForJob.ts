/** Waits for a job: older clients expect the work to be done when they get the response. */
import { setTimeout as sleep } from 'node:timers/promises';
import { JOB_STATUS } from '../../common/entities/job';
import type { Lang } from '../../common/lang';
import type { RequestContext } from '../context';
import type { JobRunner } from '../modules/jobs/jobRunner';
import { loadJob, type StoredJob } from '../modules/jobs/jobStore';

/** Older clients wait 30 seconds. */
const LONGEST_WAIT_MS = 25_000;
const POLL_MS = 100;

export interface FinishedJob {
  readonly id: number;
  /** Undefined for a job that has succeeded or still runs. */
  readonly error: string | undefined;
}

/** Why the job failed, in the language of the reader. */
function describeError(job: StoredJob | undefined, lang: Lang): string {
  const messages = (job?.steps ?? []).flatMap(({ message }) => message?.[lang] ?? []);
  return messages.length > 0 ? messages.join(' · ') : (job?.error ?? '');
}

/** Waits until the job has ended, also on another node. */
export async function waitForJob(
  jobs: JobRunner,
  { services, lang }: RequestContext,
  id: number,
): Promise<FinishedJob> {
  await jobs.settled();
  for (let waitedMs = 0; ; waitedMs += POLL_MS) {
    const job = await loadJob(services.db, id);
    const isOpen = job?.status === JOB_STATUS.waiting || job?.status === JOB_STATUS.running;
    if (job?.status === JOB_STATUS.success || (isOpen && waitedMs >= LONGEST_WAIT_MS)) return { id, error: undefined };
    if (!isOpen) return { id, error: describeError(job, lang) };
    await sleep(POLL_MS);
  }
}
