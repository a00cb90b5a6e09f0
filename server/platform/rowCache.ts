/** Values read from the database and kept in memory for less than a second; a change in the log drops them sooner. */
import type { Clock, Db } from '../context';

/**
 * How long a value is kept at most, milliseconds. The change log drops it at once on the node that writes, and within a poll on the
 * others; this bound holds even while the log cannot be followed.
 */
export const KEPT_MS = 900;
/** Entries of one cache; beyond so many the oldest goes. */
const MOST = 5_000;

/** The part of a change that says which values are old. */
export interface Changed {
  readonly ent: string;
}
export interface RowCache<V> {
  /** The value of a key, loaded when it is not kept; a value that `keeps` refuses is loaded each time. */
  readonly get: (key: string, load: () => Promise<V>, keeps?: (value: V) => boolean) => Promise<V>;
  /** Drops the values a predicate names, all without one. A load in progress is not kept. */
  readonly drop: (isOld?: (value: V) => boolean) => void;
}

export function createRowCache<V>(clock: Clock): RowCache<V> {
  const entries = new Map<string, { readonly value: V; readonly at: number }>();
  let generation = 0;
  return {
    get: async (key, load, keeps = () => true) => {
      const now = clock.now();
      const known = entries.get(key);
      if (known && now >= known.at && now - known.at < KEPT_MS) return known.value;
      const before = generation;
      const value = await load();
      entries.delete(key);
      if (before !== generation || !keeps(value)) return value;
      entries.set(key, { value, at: now });
      const [oldest] = entries.keys();
      if (entries.size > MOST && oldest !== undefined) entries.delete(oldest);
      return value;
    },
    drop: (isOld = () => true) => {
      generation += 1;
      for (const [key, { value }] of entries) if (isOld(value)) entries.delete(key);
    },
  };
}

interface Followed {
  readonly ents: ReadonlySet<string>;
  readonly cache: RowCache<unknown>;
}
const followed = new WeakMap<Db, Map<string, Followed>>();

/** The cache of a database under a name, made once; a change of one of the entities drops all of it. */
export function entityCache<V>(
  { db, clock }: { readonly db: Db; readonly clock: Clock },
  name: string,
  ents: readonly string[],
) {
  const caches = followed.get(db) ?? new Map<string, Followed>();
  followed.set(db, caches);
  const known = caches.get(name) ?? { ents: new Set(ents), cache: createRowCache<unknown>(clock) };
  caches.set(name, known);
  return known.cache as RowCache<V>; // one name holds values of one type
}

/** Drops the values of a database that some changes made old; without changes, all values. */
export function dropChanged(db: Db, changes?: readonly Changed[]): void {
  for (const { ents, cache } of followed.get(db)?.values() ?? [])
    if (changes === undefined || changes.some(({ ent }) => ents.has(ent))) cache.drop();
}
