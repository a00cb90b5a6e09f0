/** A concurrency limiter with a priority queue and a normal one, both of limited length. */
import { LIMITS } from '../../../common/limits';
import { fault } from '../../../common/protocol/faults';

/** A longer wait is refused while the client still listens: requests time out after nine seconds. */
const MAX_WAIT_MS = 5_000;

const queueFullFault = () => fault('too_many', undefined, { data: { seconds: 1 } });

/**
 * @param concurrency How many jobs run at once.
 * @param now Milliseconds of a monotonic clock.
 * @param maxWaitMs A job that waited longer is refused.
 * @returns A function that runs a job in its turn; jobs with `hasPriority` precede all others. It rejects with `too_many` when the queue is full or the wait too long.
 */
export function createConcurrencyLimiter(
  concurrency: number,
  now: () => number = () => performance.now(),
  maxWaitMs = MAX_WAIT_MS,
) {
  const [priorityQueue, normalQueue]: [(() => void)[], (() => void)[]] = [[], []];
  let running = 0;
  const startNext = (): void => (priorityQueue.shift() ?? normalQueue.shift())?.();
  const release = (): void => {
    running -= 1;
    startNext();
  };
  const waitForSlot = async (queue: (() => void)[]): Promise<void> => {
    if (queue.length >= LIMITS.hashQueue) throw queueFullFault();
    const queuedAt = now();
    await new Promise<void>((resume) => queue.push(resume));
    if (now() - queuedAt <= maxWaitMs) return;
    startNext();
    throw queueFullFault();
  };
  return async <T>(job: () => Promise<T>, hasPriority = false): Promise<T> => {
    if (running >= concurrency) await waitForSlot(hasPriority ? priorityQueue : normalQueue);
    running += 1;
    return job().finally(release);
  };
}
