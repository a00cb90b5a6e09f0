/**
 * Runs the background jobs of a queue one after another. Each step is recorded before and after it runs, so that everyone follows it: job progress
 * is published live through the change log. Another node resumes a job after a crash. A failed or canceled job rolls back its steps, the last first
 * (undo).
 */
import { setInterval as startInterval, clearInterval } from 'node:timers';
import { job as jobEntity, JOB_STATUS } from '../../../common/entities/job';
import { Fault } from '../../../common/protocol/faults';
import type { Lang } from '../../../common/lang';
import { translateFault } from '../../../common/locales/translate';
import { truncate } from '../../../common/text/normalize';
import type { Writer } from '../../engine/write/writer';
import type { RequestContext, Services } from '../../context';
import type { Actor } from '../../../common/entity/access';
import { loadStaffActorAt } from '../../access/rbac/permissionCache';
import { loadLogHead } from '../../live/log/changeLog';
import { triggerFailpoint } from '../../platform/failpoints';
import { createMutex } from '../../platform/mutex';
import { systemContext } from '../../platform/systemContext';
import type { JobData, JobKind, JobRun, JobStep, StoredStep } from './jobKind';
import { createFencedWriter } from './fencedWriter';
import {
  claimNextJob,
  lockRunningJob,
  insertJob,
  JobStoppedError,
  inOwnedJobTransaction,
  type NewJob,
  type StoredJob,
  type WriteAlongside,
} from './jobStore';
import { unixSeconds } from '../../platform/unixSeconds';

/** The interval at which a node searches for jobs of stopped nodes. */
const POLL_MS = 15_000;
/** The interval between two records of the progress within a step. */
const PROGRESS_MS = 1_000;
const MAX_OUTPUT = 20_000;
const MAX_ERROR = 1000;

export interface JobRunner {
  /** A job may be waiting: look now. */
  readonly wake: () => void;
  /** Looks for waiting and abandoned jobs from now on. */
  readonly start: () => void;
  /** Resolves when this node runs no job. */
  readonly settled: () => Promise<void>;
  /** Starts no further job, and waits for the running one. */
  readonly close: () => Promise<void>;
  /**
   * Stores a waiting job and starts it as soon as no other one runs; returns its id. `alongside` writes in the same transaction. Errors:
   * `job.busy`, `import.busy`.
   */
  readonly enqueue: (job: NewJob, alongside?: WriteAlongside) => Promise<number>;
}
export interface JobRunnerDeps {
  readonly services: Services;
  readonly writer: Writer;
  /** The nodes of this installation, and this one. */
  readonly nodes: { readonly id: string; readonly alive: () => readonly string[] };
  readonly kinds: readonly JobKind[];
}

export function createJobRunner(deps: JobRunnerDeps): JobRunner {
  const { services, nodes } = deps;
  const kinds = new Map(deps.kinds.map((kind) => [kind.kind, kind]));
  const runExclusive = createMutex();
  const scope = { services, writer: deps.writer, ctx: systemContext(services, 'jobs'), isClosing: () => isClosed };
  const isAbandoned = (runner: string) => runner === nodes.id || !nodes.alive().includes(runner);
  let isClosed = false;
  let timer: NodeJS.Timeout | undefined;

  const runWaiting = async (): Promise<void> => {
    while (!isClosed) {
      const claimed = await claimNextJob(scope, isAbandoned, nodes.id);
      if (claimed === undefined) return;
      await runJob(scope, claimed, kinds.get(claimed.kind));
    }
  };
  const wake = () => {
    if (isClosed || services.registry.get(jobEntity.name) === undefined) return;
    runExclusive(runWaiting).catch((error: unknown) =>
      services.log.error({ err: error }, 'starting waiting jobs failed'),
    );
  };
  return {
    wake,
    start: () => {
      wake();
      timer = startInterval(wake, POLL_MS).unref();
    },
    settled: () => runExclusive(() => undefined),
    close: async () => {
      isClosed = true;
      clearInterval(timer);
      await runExclusive(() => undefined);
    },
    enqueue: async (job, alongside) => {
      const kind = kinds.get(job.kind);
      if (kind === undefined) throw new Error(`no such kind of job: ${job.kind}`);
      const id = await insertJob(scope, job, kind, alongside);
      wake();
      return id;
    },
  };
}

interface Scope {
  readonly services: Services;
  readonly writer: Writer;
  readonly ctx: RequestContext;
  /** The admin who started the job, if that account can still sign in. */
  readonly author?: Actor;
  readonly isClosing: () => boolean;
}

async function loadAuthor(services: Services, adminId: number | null): Promise<Actor | undefined> {
  if (adminId === null) return undefined;
  const { last } = await loadLogHead(services.db);
  return loadStaffActorAt(services, adminId, { head: last });
}
/** The system runs the job in the name of its author. */
const withAuthor = ({ author, ...scope }: Scope): Scope =>
  author === undefined ? scope : { ...scope, ctx: { ...scope.ctx, author } };

/** The progress of one claimed job in memory; `store` writes it. */
interface Progress {
  readonly job: StoredJob;
  steps: readonly StoredStep[];
  state: JobData;
  output: string;
  error: string;
  /** Finished part of the running step, from 0 to 1. */
  stepFraction: number;
  /** Unix milliseconds of the last record of the progress within the step. */
  progressStoredAt: number;
  /** Its steps are being undone: cancelling it has no effect any more. */
  isUndoing: boolean;
}

const getPercent = ({ steps, stepFraction }: Pick<Progress, 'steps' | 'stepFraction'>): number => {
  const finished = steps.filter(({ status }) => status === 'success').length;
  return Math.min(100, Math.round((100 * (finished + stepFraction)) / Math.max(1, steps.length)));
};

const toColumns = (progress: Progress): JobData => ({
  steps: progress.steps.map((step) => ({ ...step })),
  progress: getPercent(progress),
  state: progress.state,
  output: progress.output,
  error: progress.error,
});

const store = (scope: Scope, progress: Progress, values: JobData = {}): Promise<void> =>
  inOwnedJobTransaction(scope, progress.job, () => Promise.resolve({ ...toColumns(progress), ...values }), {
    ignoresCancelling: progress.isUndoing,
  });

function setStep(scope: Scope, progress: Progress, name: string, status: StoredStep['status']): void {
  progress.stepFraction = 0;
  progress.steps = progress.steps.map((step) =>
    step.name === name ? { ...step, status, at: unixSeconds(scope.services) } : step,
  );
}
/** By name: the version of the server that stored the job may have had the steps in another order. */
const findStatus = ({ steps }: Progress, name: string): StoredStep['status'] | undefined =>
  steps.find((step) => step.name === name)?.status;

function createJobRun(scope: Scope, progress: Progress): JobRun {
  const { job } = progress;
  const authored = withAuthor(scope);
  return {
    services: scope.services,
    isClosing: scope.isClosing,
    ctx: authored.ctx,
    writer: createFencedWriter(scope.writer, (hook) =>
      lockRunningJob(hook, job, { ignoresCancelling: progress.isUndoing }),
    ),
    id: job.id,
    adminId: job.adminId,
    input: job.input,
    state: () => progress.state,
    error: () => progress.error,
    errorTexts: () =>
      progress.steps.find(({ status, message }) => status === 'failed' && message !== undefined)?.message ?? {
        en: progress.error,
        'zh-cn': progress.error,
      },
    saveState: async (values) => {
      progress.state = { ...progress.state, ...values };
      await store(scope, progress);
    },
    reportProgress: async (stepFraction) => {
      progress.stepFraction = stepFraction;
      if (Date.now() - progress.progressStoredAt < PROGRESS_MS) return;
      progress.progressStoredAt = Date.now();
      await store(scope, progress);
    },
    transact: async (work) => {
      let state = progress.state;
      await inOwnedJobTransaction(
        authored,
        job,
        async (writer, hook) => {
          state = { ...progress.state, ...(await work(writer, hook)) };
          return toColumns({ ...progress, state });
        },
        { ignoresCancelling: progress.isUndoing },
      );
      progress.state = state;
    },
    report: (line) => {
      const lines = `${progress.output}${line}\n`;
      progress.output = lines.length > MAX_OUTPUT ? truncateStart(lines, MAX_OUTPUT) : lines;
    },
    assertRunning: () => store(scope, progress),
  };
}

/** The last lines of a text, at most `length` characters. */
function truncateStart(lines: string, length: number): string {
  const keptLines = lines.split('\n');
  let size = lines.length;
  while (size > length) size -= (keptLines.shift() ?? '').length + 1;
  return keptLines.join('\n');
}

const wasUndoing = (steps: readonly StoredStep[]): boolean =>
  steps.some(({ status }) => status === 'failed' || status === 'undone');

async function runJob(system: Scope, job: StoredJob, kind: JobKind | undefined): Promise<void> {
  const author = await loadAuthor(system.services, job.adminId);
  const scope: Scope = author === undefined ? system : { ...system, author };
  const progress: Progress = {
    job,
    steps: job.steps,
    state: job.state,
    output: job.output,
    error: job.error,
    stepFraction: 0,
    progressStoredAt: 0,
    isUndoing: false,
  };
  try {
    // The job was already being undone; its error is stored.
    if (wasUndoing(job.steps)) {
      await undoJob(scope, progress, kind?.steps ?? []);
      return;
    }
    await runSteps(scope, progress, kind);
    await storeSuccess(scope, progress, kind);
  } catch (error) {
    if (error instanceof JobStoppedError && error.reason === 'lost') return;
    await endJob(scope, progress, kind?.steps ?? [], error);
    return;
  }
  await deleteFiles(scope, progress, kind);
}

/** Records the success, and deletes in the same transaction what only undoing would need. */
const storeSuccess = (scope: Scope, progress: Progress, kind: JobKind | undefined): Promise<void> =>
  inOwnedJobTransaction(scope, progress.job, async (writer, hook) => {
    await kind?.deleteOnSuccess?.(createJobRun(scope, progress), writer, hook);
    const ended = { status: JOB_STATUS.success, progress: 100, ended_time: unixSeconds(scope.services) };
    return { ...toColumns(progress), ...ended };
  });

async function deleteFiles(scope: Scope, progress: Progress, kind: JobKind | undefined): Promise<void> {
  try {
    await kind?.deleteFiles?.(createJobRun(scope, progress));
  } catch (error) {
    scope.services.log.warn(
      { err: error, job: progress.job.id },
      'deleting the replaced files of a finished job failed',
    );
  }
}

async function runSteps(scope: Scope, progress: Progress, kind: JobKind | undefined): Promise<void> {
  if (kind === undefined) throw new Error(`no such kind of job: ${progress.job.kind}`);
  const { env } = scope.services;
  const run = createJobRun(scope, progress);
  for (const step of kind.steps) {
    if (findStatus(progress, step.name) === 'success') continue;
    setStep(scope, progress, step.name, 'running');
    await store(scope, progress);
    await triggerFailpoint(env, `job_before_${step.name}`);
    await step.run(run);
    await triggerFailpoint(env, `job_after_${step.name}`);
    setStep(scope, progress, step.name, 'success');
    await store(scope, progress);
  }
}

/** Error text stored with the job: the translated fault, otherwise the error's message. */
const errorText = (error: unknown, lang: Lang = 'en'): string => {
  if (error instanceof Fault) return truncate(translateFault(lang, error), MAX_ERROR);
  return truncate(error instanceof Error ? error.message : String(error), MAX_ERROR);
};
const errorTexts = (error: unknown) => ({ en: errorText(error), 'zh-cn': errorText(error, 'zh-cn') });

/** Stores with a step, in each language, why it or its undoing failed. */
function setMessage(progress: Progress, name: string, error: unknown): void {
  const message = errorTexts(error);
  progress.steps = progress.steps.map((step) => (step.name === name ? { ...step, message } : step));
}

/** Records why the job ends early, then undoes its steps. */
async function endJob(scope: Scope, progress: Progress, steps: readonly JobStep[], error: unknown): Promise<void> {
  const isCancelled = error instanceof JobStoppedError;
  if (!isCancelled)
    scope.services.log.error({ err: error, job: progress.job.id }, 'a job failed; its steps are being undone');
  progress.isUndoing = true;
  progress.error = isCancelled ? '' : errorText(error);
  const current = progress.steps.find(({ status }) => status === 'running');
  if (current !== undefined) {
    setStep(scope, progress, current.name, 'failed');
    if (!isCancelled) setMessage(progress, current.name, error);
  }
  await store(scope, progress);
  await undoJob(scope, progress, steps);
}

/** Undoes the steps that ran, the last first, and records the outcome. A step that cannot be undone is reported; the others are still undone. */
async function undoJob(scope: Scope, progress: Progress, steps: readonly JobStep[]): Promise<void> {
  progress.isUndoing = true;
  const run = createJobRun(scope, progress);
  for (const step of [...steps].reverse()) {
    const status = findStatus(progress, step.name);
    if (step.undo === undefined || status === undefined || status === 'waiting' || status === 'undone') continue;
    await triggerFailpoint(scope.services.env, `job_undo_${step.name}`);
    try {
      await step.undo(run);
    } catch (error) {
      scope.services.log.error({ err: error, job: progress.job.id, step: step.name }, 'undoing a job step failed');
      progress.error = truncate(`${progress.error} · ${step.name}: ${errorText(error)}`, MAX_ERROR);
      if (status !== 'failed') setMessage(progress, step.name, error);
    }
    if (status !== 'failed') setStep(scope, progress, step.name, 'undone');
    await store(scope, progress);
  }
  const status = progress.error === '' ? JOB_STATUS.cancelled : JOB_STATUS.failed;
  await store(scope, progress, { status, ended_time: unixSeconds(scope.services) });
}
