/** Work that nobody waits for: one after the other, and a failure is logged. */
import type { Log } from '../context';

export interface BackgroundQueue {
  /** Queues a task and returns at once; `failureMessage` says in the log what went wrong. */
  readonly add: (task: () => Promise<unknown>, failureMessage: string, fields?: object) => void;
  /** Resolves when everything queued so far is done. */
  readonly whenIdle: () => Promise<void>;
}

export function createBackgroundQueue(log: Log): BackgroundQueue {
  let tail: Promise<unknown> = Promise.resolve();
  return {
    add: (task, failureMessage, fields = {}) => {
      tail = tail.then(task).catch((error: unknown) => log.error({ error, ...fields }, failureMessage));
    },
    whenIdle: async () => {
      await tail;
    },
  };
}
