/** Load shedding: measures the lag of the event loop: the delay of a timer of a tenth of a second. */

const SAMPLE_EVERY_MS = 100;
/** The lag is the smallest delay of this many samples, so that a single late one does not count. */
const SAMPLES = 5;

export interface EventLoopLag {
  /** Milliseconds. */
  readonly currentMs: () => number;
  readonly stop: () => void;
}
export function createEventLoopLag(): EventLoopLag {
  let expectedAt = performance.now() + SAMPLE_EVERY_MS;
  let delays: readonly number[] = [0];
  const timer = setInterval(() => {
    const now = performance.now();
    delays = [...delays, Math.max(0, now - expectedAt)].slice(-SAMPLES);
    expectedAt = now + SAMPLE_EVERY_MS;
  }, SAMPLE_EVERY_MS);
  timer.unref();
  return {
    currentMs: () => Math.min(...delays),
    stop: () => clearInterval(timer),
  };
}
