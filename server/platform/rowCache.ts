/** Row cache: values of the database stay in memory for less than a second; a change in the change log invalidates them earlier. */
import type { Clock, Db } from '../context';

/**
 * The maximum age of a value in milliseconds. The change log invalidates it at once on the node that writes, and within one poll on the
 * others; this limit holds even when the log cannot be read.
 */
export const ROW_CACHE_MAX_AGE_MS = 900;
/** Entries of one cache; beyond this number the oldest is dropped. */
const MAX_ENTRIES = 5_000;

/** The part of a change that decides which values are stale. */
export interface EntityChange {
  readonly entityName: string;
}
export interface RowCache<V> {
  /** The value of a key, loaded when it is not in the cache; a value that `isCacheable` refuses is loaded each time. */
  readonly get: (key: string, load: () => Promise<V>, isCacheable?: (value: V) => boolean) => Promise<V>;
  /** Drops the values that a predicate matches, all without one. A load in progress is not stored. */
  readonly invalidate: (isStale?: (value: V) => boolean) => void;
}

export function createRowCache<V>(clock: Clock): RowCache<V> {
  const entries = new Map<string, { readonly value: V; readonly at: number }>();
  let generation = 0;
  return {
    get: async (key, load, isCacheable = () => true) => {
      const now = clock.now();
      const cached = entries.get(key);
      if (cached && now >= cached.at && now - cached.at < ROW_CACHE_MAX_AGE_MS) return cached.value;
      const startGeneration = generation;
      const value = await load();
      entries.delete(key);
      if (startGeneration !== generation || !isCacheable(value)) return value;
      entries.set(key, { value, at: now });
      const [oldest] = entries.keys();
      if (entries.size > MAX_ENTRIES && oldest !== undefined) entries.delete(oldest);
      return value;
    },
    invalidate: (isStale = () => true) => {
      generation += 1;
      for (const [key, { value }] of entries) if (isStale(value)) entries.delete(key);
    },
  };
}

interface CacheOfEntities {
  readonly entityNames: ReadonlySet<string>;
  readonly cache: RowCache<unknown>;
}
const cachesByDb = new WeakMap<Db, Map<string, CacheOfEntities>>();

/** The cache of a database with this name, created once; a change of one of the entities drops all its values. */
export function getEntityCache<V>(
  { db, clock }: { readonly db: Db; readonly clock: Clock },
  name: string,
  entityNames: readonly string[],
) {
  const caches = cachesByDb.get(db) ?? new Map<string, CacheOfEntities>();
  cachesByDb.set(db, caches);
  const cached = caches.get(name) ?? { entityNames: new Set(entityNames), cache: createRowCache<unknown>(clock) };
  caches.set(name, cached);
  return cached.cache as RowCache<V>; // each name has values of one type
}

/** Drops the values of a database that these changes made stale; without changes, all values. */
export function invalidateChanged(db: Db, changes?: readonly EntityChange[]): void {
  for (const { entityNames, cache } of cachesByDb.get(db)?.values() ?? [])
    if (changes === undefined || changes.some(({ entityName }) => entityNames.has(entityName))) cache.invalidate();
}
