/** Background tasks, run one after another; errors are logged. */
import type { Log } from '../context';
import { createMutex } from './mutex';

export interface BackgroundQueue {
  /** Queues a task and returns at once; an error of the task is logged with `failureMessage`. */
  readonly add: (task: () => Promise<unknown>, failureMessage: string, fields?: object) => void;
  /** Resolves when all tasks queued so far have ended. */
  readonly whenIdle: () => Promise<void>;
}

export function createBackgroundQueue(log: Log): BackgroundQueue {
  const runExclusive = createMutex();
  return {
    add: (task, failureMessage, fields = {}) => {
      runExclusive(task).catch((error: unknown) => log.error({ err: error, ...fields }, failureMessage));
    },
    whenIdle: () => runExclusive(() => undefined),
  };
}
