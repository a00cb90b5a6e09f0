/** Step-up authentication: a request waits until the user has entered the password in a dialog, and is then sent again. */
export interface StepUp {
  /** Resolves with whether the person confirmed; undefined where no dialog can ask. Several requests wait for one dialog. */
  readonly confirm: () => Promise<boolean | undefined>;
  readonly isPending: () => boolean;
  readonly resolve: (confirmed: boolean) => void;
  readonly subscribe: (listener: () => void) => () => void;
}

export function createStepUp(): StepUp {
  const listeners = new Set<() => void>();
  let pending: { readonly confirmation: Promise<boolean>; readonly resolve: (confirmed: boolean) => void } | undefined;
  const notify = () => {
    for (const listener of listeners) listener();
  };
  return {
    confirm: () => {
      // No dialog is mounted.
      if (listeners.size === 0) return Promise.resolve(undefined);
      if (pending === undefined) {
        let resolve: (confirmed: boolean) => void = () => undefined;
        const confirmation = new Promise<boolean>((resolvePromise) => {
          resolve = resolvePromise;
        });
        pending = { confirmation, resolve };
        notify();
      }
      return pending.confirmation;
    },
    isPending: () => pending !== undefined,
    resolve: (confirmed) => {
      pending?.resolve(confirmed);
      pending = undefined;
      notify();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
