/** Batch loader against N+1 queries: lookups by key that arrive while one is running wait and are then loaded in one query. */

interface PendingKey<K, V> {
  readonly key: K;
  readonly resolve: (value: V | undefined) => void;
  readonly reject: (error: unknown) => void;
}

/** Creates a batch loader. A value is never older than its request: a running lookup serves only the requests it was started for. */
export function createBatchLoader<K, V>(
  loadBatch: (keys: readonly K[]) => Promise<(key: K) => V | undefined>,
): (key: K) => Promise<V | undefined> {
  let pending: PendingKey<K, V>[] = [];
  let isLoading = false;
  const loadNext = async (): Promise<void> => {
    const batch = pending;
    pending = [];
    try {
      const valueOf = await loadBatch(batch.map(({ key }) => key));
      for (const { key, resolve } of batch) resolve(valueOf(key));
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  };
  const drain = async (): Promise<void> => {
    isLoading = true;
    while (pending.length > 0) await loadNext();
    isLoading = false;
  };
  return (key) =>
    new Promise((resolve, reject) => {
      pending.push({ key, resolve, reject });
      if (!isLoading) void drain();
    });
}
