/** The writer of a running job: its transactions hold the job as a fencing token, so that a runner which lost it stores nothing more. */
import type { HookContext } from '../../engine/write/context/hookContext';
import type { Writer } from '../../engine/write/writer';

/**
 * Calls `holdJob` first in every transaction of several writes. It throws when another runner owns the job, and makes one that wants to take
 * the job over wait for the commit. Single verbs are not fenced: a step that repeats one must reach the same rows.
 */
export const createFencedWriter = (writer: Writer, holdJob: (hook: HookContext) => Promise<void>): Writer => ({
  ...writer,
  inTransaction: (ctx, work) =>
    writer.inTransaction(ctx, async (write, hook) => {
      await holdJob(hook);
      return work(write, hook);
    }),
  changeSet: (ctx, auditEntry, work) =>
    writer.changeSet(ctx, auditEntry, async (write, hook, cid) => {
      await holdJob(hook);
      return work(write, hook, cid);
    }),
});
