/** Lets a few jobs run at once, keeps two short queues, one of them first, and refuses the rest. */
import { LIMITS } from '../../common/limits';
import { fault } from '../../common/protocol/faults';

/** Whoever waited longer is refused while there is still time to say so: a request is given up after nine seconds. */
const LONGEST_WAIT_MS = 5_000;

const full = () => fault('too_many', undefined, { data: { seconds: 1 } });

/**
 * @param width How many jobs run at once.
 * @param now Milliseconds of a clock that only goes forward.
 * @param longestWaitMs A job that waited longer is refused.
 * @returns Runs a job in its turn; `ahead` waits for nobody who is not. Rejects with `too_many` when the queue is full or took too long.
 */
export function gate(width: number, now: () => number = () => performance.now(), longestWaitMs = LONGEST_WAIT_MS) {
  const [first, rest]: [(() => void)[], (() => void)[]] = [[], []];
  let running = 0;
  const next = (): void => (first.shift() ?? rest.shift())?.();
  const done = (): void => {
    running -= 1;
    next();
  };
  const turn = async (queue: (() => void)[]): Promise<void> => {
    if (queue.length >= LIMITS.hashQueue) throw full();
    const since = now();
    await new Promise<void>((come) => queue.push(come));
    if (now() - since <= longestWaitMs) return;
    next();
    throw full();
  };
  return async <T>(job: () => Promise<T>, ahead = false): Promise<T> => {
    if (running >= width) await turn(ahead ? first : rest);
    running += 1;
    return job().finally(done);
  };
}
