/** Rounds of one node's work: one at a time, the next a while after the last, or sooner when there is something to tell. */

export interface RoundsOptions {
  /** A round; one that fails is told to `onFault`, and the next comes all the same. */
  readonly work: () => Promise<void>;
  readonly onFault: (error: unknown) => void;
  /** Until the next round, milliseconds; asked after each. */
  readonly pause: () => number;
}
export interface Rounds {
  /** Begins the next round after so many milliseconds instead; a round under way comes back by itself. */
  readonly next: (wait: number) => void;
  /** Ends when the round under way has ended. */
  readonly stop: () => Promise<void>;
}

export function createRounds({ work, onFault, pause }: RoundsOptions): Rounds {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let stopped = false;
  const arm = (wait: number): void => {
    clearTimeout(timer);
    if (stopped) return;
    timer = setTimeout(() => {
      running = work()
        .catch(onFault)
        .finally(() => {
          running = undefined;
          arm(pause());
        });
    }, wait);
    timer.unref();
  };
  arm(pause());
  return {
    next: (wait) => {
      if (running === undefined) arm(wait);
    },
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
