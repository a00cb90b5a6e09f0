/** Lets a few jobs run at once, keeps two short queues, one of them first, and refuses the rest. */
import { LIMITS } from '../../../common/limits';
import { fault } from '../../../common/protocol/faults';

/** Whoever waited longer is refused while there is still time to say so: a request is given up after nine seconds. */
const MAX_WAIT_MS = 5_000;

const queueFullFault = () => fault('too_many', undefined, { data: { seconds: 1 } });

/**
 * @param width How many jobs run at once.
 * @param now Milliseconds of a clock that only goes forward.
 * @param longestWaitMs A job that waited longer is refused.
 * @returns Runs a job in its turn; `hasPriority` waits for nobody who is not. Rejects with `too_many` when the queue is full or took too long.
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
