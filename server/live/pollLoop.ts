/** A polling loop: one poll at a time, the next one after an interval, or sooner on request. */

export interface PollLoopOptions {
  /** One poll. After a failure `onError` is called and the loop continues. */
  readonly poll: () => Promise<void>;
  readonly onError: (error: unknown) => void;
  /** Milliseconds until the next poll; called after each. */
  readonly intervalMs: () => number;
}
export interface PollLoop {
  /** Starts the next poll after this delay instead; has no effect during a poll. */
  readonly pollAfter: (delayMs: number) => void;
  /** Resolves when the running poll has ended. */
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
