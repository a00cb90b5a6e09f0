/** A small table of this browser. One that refuses storage costs only the memory of it. */

export interface IndexedDbTable<T> {
  readonly read: (key: string) => Promise<T | undefined>;
  readonly write: (key: string, value: T) => Promise<void>;
  readonly delete: (key: string) => Promise<void>;
  readonly entries: () => Promise<readonly (readonly [key: string, value: T])[]>;
  /** Asks of each what shall become of it: itself, another value, or nothing. */
  readonly updateAll: (update: (key: string, value: T) => T | undefined) => Promise<void>;
}

/** Opened when it is first needed; whatever is not as it should be counts as absent. */
export function createIndexedDbTable<T>(
  database: string,
  table: string,
  isValid: (value: unknown) => value is T,
): IndexedDbTable<T> {
  const load = () => import('idb-keyval').then((idb) => ({ idb, store: idb.createStore(database, table) }));
  let openPromise: ReturnType<typeof load> | undefined;
  const openTable = () => {
    // Code that could not be fetched is asked for again the next time.
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
