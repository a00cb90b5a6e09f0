/** How late this process is: by how much a timer of a tenth of a second came late at each of its last turns. */

const EVERY_MS = 100;
/** One late turn is a hiccup; so many in a row are a burden. */
const TURNS = 5;

export interface Lag {
  /** Milliseconds. */
  readonly now: () => number;
  readonly stop: () => void;
}
export function createLag(): Lag {
  let due = performance.now() + EVERY_MS;
  let late: readonly number[] = [0];
  const timer = setInterval(() => {
    const now = performance.now();
    late = [...late, Math.max(0, now - due)].slice(-TURNS);
    due = now + EVERY_MS;
  }, EVERY_MS);
  timer.unref();
  return {
    now: () => Math.min(...late),
    stop: () => clearInterval(timer),
  };
}
