/** A small table of this browser. One that refuses storage costs only the memory of it. */

export interface LocalStore<T> {
  readonly read: (key: string) => Promise<T | undefined>;
  readonly write: (key: string, value: T) => Promise<void>;
  readonly drop: (key: string) => Promise<void>;
  readonly entries: () => Promise<readonly (readonly [key: string, value: T])[]>;
  /** Asks of each what shall become of it: itself, another value, or nothing. */
  readonly tidy: (judge: (key: string, value: T) => T | undefined) => Promise<void>;
}

/** Opened when it is first needed; whatever is not as it should be counts as absent. */
export function createLocalStore<T>(
  database: string,
  table: string,
  isWhole: (value: unknown) => value is T,
): LocalStore<T> {
  const load = () => import('idb-keyval').then((idb) => ({ idb, store: idb.createStore(database, table) }));
  let opened: ReturnType<typeof load> | undefined;
  const open = () => {
    // Code that could not be fetched is asked for again the next time.
    opened ??= load().catch((error: unknown) => {
      opened = undefined;
      throw error;
    });
    return opened;
  };
  const quietly = async <R>(work: (parts: Awaited<ReturnType<typeof open>>) => Promise<R>): Promise<R | undefined> => {
    if (!('indexedDB' in globalThis)) return undefined;
    try {
      return await work(await open());
    } catch {
      return undefined;
    }
  };
  const all = async () => (await quietly(({ idb, store }) => idb.entries<string, unknown>(store))) ?? [];
  const drop = async (keys: readonly string[]) => {
    if (keys.length > 0) await quietly(({ idb, store }) => idb.delMany([...keys], store));
  };
  const write = async (key: string, value: T) => {
    await quietly(({ idb, store }) => idb.set(key, value, store));
  };
  return {
    write,
    drop: (key) => drop([key]),
    read: async (key) => {
      const found = await quietly(({ idb, store }) => idb.get<unknown>(key, store));
      return isWhole(found) ? found : undefined;
    },
    entries: async () => (await all()).flatMap(([key, value]) => (isWhole(value) ? [[key, value] as const] : [])),
    tidy: async (judge) => {
      const judged = (await all()).map(
        ([key, value]) => [key, value, isWhole(value) ? judge(key, value) : undefined] as const,
      );
      await drop(judged.flatMap(([key, , next]) => (next === undefined ? [key] : [])));
      for (const [key, value, next] of judged) if (next !== undefined && next !== value) await write(key, next);
    },
  };
}
