/** A mutex: runs pieces of work one after another: each starts when the one before has ended, successfully or not. Resolves with the work's result. */
export type Mutex = <T>(work: () => T | Promise<T>) => Promise<T>;

/** Creates a mutex; waiting work runs in the order of the calls. */
export function createMutex(): Mutex {
  let previous: Promise<unknown> = Promise.resolve();
  return (work) => {
    const result = previous.then(work);
    previous = result.catch(() => undefined);
    return result;
  };
}
