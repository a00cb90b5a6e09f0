/** Concurrency, priority and maximal wait of the limiter. */
import { describe, expect, it } from '@jest/globals';
import { LIMITS } from '../../../common/limits';
import { createConcurrencyLimiter } from './concurrencyLimiter';

/** A job that runs until `end` is called. */
function createHeldJob() {
  let release: () => void = () => undefined;
  const over = new Promise<void>((done) => {
    release = done;
  });
  return { job: () => over, end: () => release() };
}
const recordingJob = (order: string[], name: string) => async () => void order.push(name);

describe('createConcurrencyLimiter', () => {
  it('runs jobs with priority first, the others in order', async () => {
    const limit = createConcurrencyLimiter(1);
    const [order, long]: [string[], ReturnType<typeof createHeldJob>] = [[], createHeldJob()];
    const all = [
      limit(long.job),
      ...['one', 'two'].map((name) => limit(recordingJob(order, name))),
      limit(recordingJob(order, 'ahead'), true),
    ];
    long.end();
    await Promise.all(all);
    expect(order).toEqual(['ahead', 'one', 'two']);
  });

  it('refuses a job at once when the queue is full', async () => {
    const limit = createConcurrencyLimiter(1);
    const [order, long]: [string[], ReturnType<typeof createHeldJob>] = [[], createHeldJob()];
    const waiting = [
      limit(long.job),
      ...Array.from({ length: LIMITS.queuedPasswordHashes }, () => limit(recordingJob(order, 'x'))),
    ];
    await expect(limit(recordingJob(order, 'late'))).rejects.toMatchObject({ code: 'too_many' });
    long.end();
    await Promise.all(waiting);
    expect(order).toEqual(Array.from({ length: LIMITS.queuedPasswordHashes }, () => 'x'));
  });

  it('refuses a job that waited too long and runs the next one', async () => {
    const limit = createConcurrencyLimiter(1, 20);
    const [order, long]: [string[], ReturnType<typeof createHeldJob>] = [[], createHeldJob()];
    const running = limit(long.job);
    const waiting = await Promise.allSettled(['one', 'two', 'three'].map((name) => limit(recordingJob(order, name))));
    const nextJob = limit(recordingJob(order, 'fresh'));
    long.end();
    await Promise.all([running, nextJob]);
    expect(waiting.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    expect(order).toEqual(['fresh']);
    await limit(recordingJob(order, 'after'));
    expect(order).toEqual(['fresh', 'after']);
  });
});
