/** Work that nobody waits for: one after the other, and a failure is logged. */
import type { Log } from '../context';

export interface Afterwards {
  /** Queues a task and returns at once; `told` says in the log what went wrong. */
  readonly add: (task: () => Promise<unknown>, told: string, fields?: object) => void;
  /** Resolves when everything queued so far is done. */
  readonly settled: () => Promise<void>;
}

export function createAfterwards(log: Log): Afterwards {
  let last: Promise<unknown> = Promise.resolve();
  return {
    add: (task, told, fields = {}) => {
      last = last.then(task).catch((error: unknown) => log.error({ error, ...fields }, told));
    },
    settled: async () => {
      await last;
    },
  };
}
