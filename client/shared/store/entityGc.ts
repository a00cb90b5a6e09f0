/**
 * Garbage collection of cached rows, so that a console that is open for weeks stays small. Screens retain the rows they show; a row
 * that two successive collections find unretained is evicted. Retained rows stay, however many there are.
 */
import { LIMITS } from '../../../common/limits';
import type { EntitiesState } from './entities';

export const GC_INTERVAL_MS = 60_000;

export type RetainedRows = () => readonly (readonly [e: string, ids: Iterable<number>])[];
export interface EntityGc {
  /** Retains rows until the returned function is called; `getRetained` runs at every collection. */
  readonly retain: (getRetained: RetainedRows) => () => void;
  /** The rows to evict now. */
  readonly collect: (rows: EntitiesState['rows']) => readonly (readonly [string, readonly number[]])[];
  /** Whether a table exceeds its cap, so that a collection should run early. */
  readonly isOverCap: (rows: EntitiesState['rows']) => boolean;
}

/** Screens show all cached rows of these entities, so they are never collected. */
const FULLY_SHOWN: ReadonlySet<string> = new Set(['notice']);

export function createEntityGc(cap: number = LIMITS.cachedRowsPerEntity): EntityGc {
  const retainers = new Set<RetainedRows>();
  /** Only entities with retained rows are collected; screens of the others may rely on every row that arrived. */
  const collectable = new Set<string>();
  let unretainedBefore = new Map<string, ReadonlySet<number>>();
  const sizes = new WeakMap<object, number>();

  const retainedRows = (): ReadonlyMap<string, ReadonlySet<number>> => {
    const retained = new Map<string, Set<number>>();
    for (const getRetained of retainers) {
      for (const [e, ids] of getRetained()) {
        const rowIds = retained.get(e) ?? new Set();
        for (const id of ids) rowIds.add(id);
        if (!FULLY_SHOWN.has(e)) collectable.add(e);
        retained.set(e, rowIds);
      }
    }
    return retained;
  };
  const getSize = (table: object): number => {
    const size = sizes.get(table) ?? Object.keys(table).length;
    sizes.set(table, size);
    return size;
  };
  return {
    retain: (getRetained) => {
      retainers.add(getRetained);
      return () => void retainers.delete(getRetained);
    },
    isOverCap: (rows) => Object.entries(rows).some(([e, table]) => collectable.has(e) && getSize(table) > cap),
    collect: (rows) => {
      const retained = retainedRows();
      const unretainedNow = new Map<string, ReadonlySet<number>>();
      const tables = Object.entries(rows).filter(([e]) => collectable.has(e));
      const evictedRows = tables.map(([e, table]) => {
        const unretained = Object.keys(table)
          .map(Number)
          .filter((id) => retained.get(e)?.has(id) !== true);
        const overCap = getSize(table) > cap;
        const evicted = unretained.filter((id) => overCap || unretainedBefore.get(e)?.has(id) === true);
        unretainedNow.set(e, new Set(unretained));
        return [e, evicted] as const;
      });
      unretainedBefore = unretainedNow;
      return evictedRows.filter(([, ids]) => ids.length > 0);
    },
  };
}
