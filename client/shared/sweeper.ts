/**
 * Lets go of rows nobody shows, so that a console that is open for weeks stays small. Screens pin what they show; a row that was
 * found unpinned twice in a row goes. What is pinned stays, however much it is.
 */
import { LIMITS } from '../../common/limits';
import type { EntitiesState } from './entities';

export const SWEEP_MS = 60_000;

export type Pin = () => readonly (readonly [e: string, ids: Iterable<number>])[];
export interface Sweeper {
  /** Keeps rows as long as the answer is not called; asked anew at every sweep. */
  readonly pin: (pin: Pin) => () => void;
  /** What to release now. */
  readonly sweep: (rows: EntitiesState['rows']) => readonly (readonly [string, readonly number[]])[];
  /** Whether a table has outgrown its cap, and the next sweep should not wait for its time. */
  readonly isFull: (rows: EntitiesState['rows']) => boolean;
}

/** Their screens show whatever there is, without a list of their own. */
const SHOWN_WHOLE: ReadonlySet<string> = new Set(['notice']);

export function createSweeper(cap: number = LIMITS.rowsKept): Sweeper {
  const pins = new Set<Pin>();
  /** Only entities that screens pin rows of are swept: whoever never pins may rely on whatever arrived. */
  const swept = new Set<string>();
  let doubtful = new Map<string, ReadonlySet<number>>();
  const sizes = new WeakMap<object, number>();

  const kept = (): ReadonlyMap<string, ReadonlySet<number>> => {
    const all = new Map<string, Set<number>>();
    for (const pin of pins) {
      for (const [e, ids] of pin()) {
        const known = all.get(e) ?? new Set();
        for (const id of ids) known.add(id);
        if (!SHOWN_WHOLE.has(e)) swept.add(e);
        all.set(e, known);
      }
    }
    return all;
  };
  const sizeOf = (table: object): number => {
    const known = sizes.get(table) ?? Object.keys(table).length;
    sizes.set(table, known);
    return known;
  };
  return {
    pin: (pin) => {
      pins.add(pin);
      return () => void pins.delete(pin);
    },
    isFull: (rows) => Object.entries(rows).some(([e, table]) => swept.has(e) && sizeOf(table) > cap),
    sweep: (rows) => {
      const pinned = kept();
      const next = new Map<string, ReadonlySet<number>>();
      const tables = Object.entries(rows).filter(([e]) => swept.has(e));
      const released = tables.map(([e, table]) => {
        const loose = Object.keys(table)
          .map(Number)
          .filter((id) => pinned.get(e)?.has(id) !== true);
        const full = sizeOf(table) > cap;
        const going = loose.filter((id) => full || doubtful.get(e)?.has(id) === true);
        next.set(e, new Set(loose));
        return [e, going] as const;
      });
      doubtful = next;
      return released.filter(([, ids]) => ids.length > 0);
    },
  };
}
