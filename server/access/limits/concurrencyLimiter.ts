/** A concurrency limiter with a priority queue and a normal one, both of limited length. */
import { LIMITS } from '../../../common/limits';
import { fault } from '../../../common/protocol/faults';
import { createFairQueue } from '../../platform/fairQueue';

/** A longer wait is refused while the client still listens: requests time out after nine seconds. */
const MAX_WAIT_MS = 5_000;

const queueFullFault = () => fault('too_many', undefined, { data: { seconds: 1 } });

/**
 * @param concurrency Number of jobs that run at once.
 * @param maxWaitMs Milliseconds after which a waiting job is refused.
 * @returns A function that runs a job in its turn; jobs with `hasPriority` precede all others. It rejects with `too_many` when the queue is full or the wait too long.
 */
export function createConcurrencyLimiter(concurrency: number, maxWaitMs = MAX_WAIT_MS) {
  const run = createFairQueue({
    concurrency,
    maxPerGroup: concurrency,
    maxQueued: LIMITS.queuedPasswordHashes,
    queueTimeoutMs: maxWaitMs,
    priorityGroup: 'priority',
    createFullError: queueFullFault,
    createTimeoutError: queueFullFault,
  });
  return <T>(job: () => Promise<T>, hasPriority = false): Promise<T> => run(hasPriority ? 'priority' : 'normal', job);
}
