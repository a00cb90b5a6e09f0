/** A key-value table in IndexedDB. If the browser refuses storage, reads return nothing and writes are ignored. */

export interface IndexedDbTable<T> {
  readonly read: (key: string) => Promise<T | undefined>;
  readonly write: (key: string, value: T) => Promise<void>;
  readonly delete: (key: string) => Promise<void>;
  readonly entries: () => Promise<readonly (readonly [key: string, value: T])[]>;
  /** Replaces each value with what `update` returns; undefined deletes it. */
  readonly updateAll: (update: (key: string, value: T) => T | undefined) => Promise<void>;
}

/** Creates the table, opened on first use. Values that fail `isValid` count as absent. */
export function createIndexedDbTable<T>(
  database: string,
  table: string,
  isValid: (value: unknown) => value is T,
): IndexedDbTable<T> {
  const load = () => import('idb-keyval').then((idb) => ({ idb, store: idb.createStore(database, table) }));
  let openPromise: ReturnType<typeof load> | undefined;
  const openTable = () => {
    // A chunk that failed to load is requested again next time.
    openPromise ??= load().catch((error: unknown) => {
      openPromise = undefined;
      throw error;
    });
    return openPromise;
  };
  const ignoreErrors = async <R>(
    work: (parts: Awaited<ReturnType<typeof openTable>>) => Promise<R>,
  ): Promise<R | undefined> => {
    if (!('indexedDB' in globalThis)) return undefined;
    try {
      return await work(await openTable());
    } catch {
      return undefined;
    }
  };
  const readAll = async () => (await ignoreErrors(({ idb, store }) => idb.entries<string, unknown>(store))) ?? [];
  const deleteKeys = async (keys: readonly string[]) => {
    if (keys.length > 0) await ignoreErrors(({ idb, store }) => idb.delMany([...keys], store));
  };
  const write = async (key: string, value: T) => {
    await ignoreErrors(({ idb, store }) => idb.set(key, value, store));
  };
  return {
    write,
    delete: (key) => deleteKeys([key]),
    read: async (key) => {
      const found = await ignoreErrors(({ idb, store }) => idb.get<unknown>(key, store));
      return isValid(found) ? found : undefined;
    },
    entries: async () => (await readAll()).flatMap(([key, value]) => (isValid(value) ? [[key, value] as const] : [])),
    updateAll: async (update) => {
      const updated = (await readAll()).map(
        ([key, value]) => [key, value, isValid(value) ? update(key, value) : undefined] as const,
      );
      await deleteKeys(updated.flatMap(([key, , next]) => (next === undefined ? [key] : [])));
      for (const [key, value, next] of updated) if (next !== undefined && next !== value) await write(key, next);
    },
  };
}
