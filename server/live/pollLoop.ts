/** Rounds of one node's work: one at a time, the next a while after the last, or sooner when there is something to tell. */

export interface PollLoopOptions {
  /** A round; one that fails is told to `onError`, and the next comes all the same. */
  readonly poll: () => Promise<void>;
  readonly onError: (error: unknown) => void;
  /** Until the next round, milliseconds; asked after each. */
  readonly intervalMs: () => number;
}
export interface PollLoop {
  /** Begins the next round after so many milliseconds instead; a round under way comes back by itself. */
  readonly pollAfter: (delayMs: number) => void;
  /** Ends when the round under way has ended. */
  readonly stop: () => Promise<void>;
}

export function createPollLoop({ poll, onError, intervalMs }: PollLoopOptions): PollLoop {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let stopped = false;
  const schedule = (delayMs: number): void => {
    clearTimeout(timer);
    if (stopped) return;
    timer = setTimeout(() => {
      running = poll()
        .catch(onError)
        .finally(() => {
          running = undefined;
          schedule(intervalMs());
        });
    }, delayMs);
    timer.unref();
  };
  schedule(intervalMs());
  return {
    pollAfter: (delayMs) => {
      if (running === undefined) schedule(delayMs);
    },
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
