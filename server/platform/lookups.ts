/** Lookups by key that come while one is under way wait for it and are then made as one. */

interface Asked<K, V> {
  readonly key: K;
  readonly resolve: (value: V | undefined) => void;
  readonly reject: (error: unknown) => void;
}

/** Every answer is as new as the question: a lookup that is under way already answers nobody who came later. */
export function createLookups<K, V>(
  load: (keys: readonly K[]) => Promise<(key: K) => V | undefined>,
): (key: K) => Promise<V | undefined> {
  let waiting: Asked<K, V>[] = [];
  let isBusy = false;
  const next = async (): Promise<void> => {
    const all = waiting;
    waiting = [];
    try {
      const find = await load(all.map(({ key }) => key));
      for (const { key, resolve } of all) resolve(find(key));
    } catch (error) {
      for (const { reject } of all) reject(error);
    }
  };
  const run = async (): Promise<void> => {
    isBusy = true;
    while (waiting.length > 0) await next();
    isBusy = false;
  };
  return (key) =>
    new Promise((resolve, reject) => {
      waiting.push({ key, resolve, reject });
      if (!isBusy) void run();
    });
}
