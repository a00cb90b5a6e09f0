/** Confirming one's password in the middle of a request: the request waits, the dialog asks, the request is replayed. */
export interface StepUp {
  /** Settles once the person confirmed or gave up; several requests wait for one answer. */
  readonly ask: () => Promise<boolean>;
  readonly pending: () => boolean;
  readonly settle: (confirmed: boolean) => void;
  readonly subscribe: (listener: () => void) => () => void;
}

export function createStepUp(): StepUp {
  const listeners = new Set<() => void>();
  let waiting: { readonly answer: Promise<boolean>; readonly resolve: (confirmed: boolean) => void } | undefined;
  const tell = () => {
    for (const listener of listeners) listener();
  };
  return {
    ask: () => {
      // Nobody on the page could ask.
      if (listeners.size === 0) return Promise.resolve(false);
      if (waiting === undefined) {
        let resolve: (confirmed: boolean) => void = () => undefined;
        const answer = new Promise<boolean>((done) => {
          resolve = done;
        });
        waiting = { answer, resolve };
        tell();
      }
      return waiting.answer;
    },
    pending: () => waiting !== undefined,
    settle: (confirmed) => {
      waiting?.resolve(confirmed);
      waiting = undefined;
      tell();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
