/** The terminal task that installs the npm packages of a module: starts it, waits until it has finished, and cancels it when the job is undone. */
import { setTimeout as sleep } from 'node:timers/promises';
import { isFinished, isRunning, TASK_STATUS } from '../../../common/terminal';
import { Fault } from '../../../common/protocol/faults';
import type { JobRun } from '../../modules/jobs/jobKind';
import { JobStoppedError } from '../../modules/jobs/jobStore';
import { killTaskProcesses, taskTag } from '../../modules/terminal/tasks/processes';
import { loadTask, type Task } from '../../modules/terminal/tasks/task';
import { deleteTask, enqueue } from '../../modules/terminal/tasks/taskQueue';
import { loadTerminalSettings } from '../../modules/terminal/terminalSettings';
import type { Terminal } from '../../modules/terminal/terminal';

/** The command that installs the packages; the digest of the module's package is its value. */
const COMMAND = 'module.dependencies';
const POLL_MS = 100;
/** Milliseconds between two checks whether the job was canceled. */
const CHECK_MS = 1_000;
/** Milliseconds until a task must have ended, with the time that it waits for other tasks. */
const WAIT_MS = 30 * 60_000;
/** Milliseconds until a task that is being canceled must have ended. */
const CANCEL_MS = 20_000;

/** The server of the task ended, or its process was lost: the task can run again. */
export const isInterrupted = ({ status, reason }: Pick<Task, 'status' | 'reason'>): boolean =>
  status === TASK_STATUS.unknown || (status === TASK_STATUS.failed && reason === 'lost');

/** Queues the task. A failed one does not hold up other tasks. */
export async function startTask(
  job: JobRun,
  { queue, notify, wake }: Terminal,
  { uuid, uid, digest }: { readonly uuid: string; readonly uid: string; readonly digest: string },
): Promise<void> {
  const request = {
    command: COMMAND,
    args: { package: digest },
    extend: `module-install:${uid}`,
    uuid,
    blocks: false,
    again: true,
    isInternal: true as const,
  };
  const { stuck } = await enqueue(queue, job.ctx, request, await loadTerminalSettings(job.services));
  if (stuck)
    job.report('A failed task blocks the terminal: the packages are installed after it is retried or deleted.');
  notify(uuid);
  wake();
}

/** Waits until the task has ended; undefined when somebody deleted it. Throws like `assertRunning`, and when this server is being stopped. */
export async function waitForTask(job: JobRun, uuid: string): Promise<Task | undefined> {
  const startedAt = Date.now();
  let checkedAt = startedAt;
  for (;;) {
    // The job stays where it is; the next process continues it.
    if (job.isClosing()) throw new JobStoppedError('lost');
    const task = await loadTask(job.services, uuid);
    if (task === undefined || isFinished(task.status) || Date.now() - startedAt > WAIT_MS) return task;
    if (Date.now() - checkedAt > CHECK_MS) {
      checkedAt = Date.now();
      await job.assertRunning();
    }
    await sleep(POLL_MS);
  }
}

/** Another transaction may have changed the task meanwhile: the loop looks again. */
const ignoreFault = (error: unknown): void => {
  if (!(error instanceof Fault)) throw error;
};

/** Deletes a waiting task, or cancels a running one and waits until it has stopped. */
export async function endTask(job: JobRun, terminal: Terminal, uuid: string): Promise<void> {
  const startedAt = Date.now();
  let isCancelled = false;
  for (;;) {
    const task = await loadTask(job.services, uuid);
    if (task === undefined || isFinished(task.status)) break;
    if (Date.now() - startedAt > CANCEL_MS) throw new Error(`the terminal task ${uuid} does not end`);
    if (!isRunning(task.status)) await deleteTask(terminal.queue, job.ctx, uuid).catch(ignoreFault);
    else if (!isCancelled) {
      isCancelled = true;
      await terminal.cancel(job.ctx, uuid).catch(ignoreFault);
    }
    terminal.notify(uuid);
    await sleep(POLL_MS);
  }
}

/** Ends what an interrupted task left running on this machine. */
export const endProcesses = ({ uuid, attempt }: Pick<Task, 'uuid' | 'attempt'>): Promise<void> =>
  killTaskProcesses(taskTag(uuid, attempt));
