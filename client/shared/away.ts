/** What came after a break that people could see: counted as it arrives, the newest kept by name, told once. */
import type { ChangeFrame } from '../../common/protocol/live';
import type { MissedChange } from './connection';

const KEPT = 100;

interface Cost {
  readonly changes: number;
  /** Of the noun of which there were most: what happened once may be told of several nouns. */
  readonly most: number;
}
export interface Away {
  /** A break that people can see has begun. */
  readonly begin: () => void;
  readonly isOver: () => boolean;
  readonly add: (frame: ChangeFrame) => void;
  /** It is over; answers how many changes it cost. */
  readonly end: () => Cost;
}

export function createAway(onMissed: (count: number, newest: readonly MissedChange[]) => void): Away {
  let broken = false;
  let count = 0;
  let nouns = new Map<string, number>();
  /** A change may be told in several topics. */
  let told = new Set<string>();
  /** One line per record: what happened to it last. */
  let newest = new Map<string, MissedChange>();
  return {
    begin: () => {
      if (broken) return;
      broken = true;
      count = 0;
      nouns = new Map();
      told = new Set();
      newest = new Map();
      onMissed(0, []);
    },
    isOver: () => !broken,
    add: ({ e, c, n }) => {
      if (!broken) return;
      const known = told.size;
      for (const { id, v } of c) told.add(`${e}:${id}:${v}`);
      const more = told.size - known + (n?.enter ?? 0) + (n?.leave ?? 0);
      count += more;
      nouns.set(e, (nouns.get(e) ?? 0) + more);
      for (const { id, op, by, at } of c) {
        newest.delete(`${e}:${id}`);
        newest.set(`${e}:${id}`, { e, id, op, by: by?.name ?? '', at });
      }
      newest = new Map([...newest].slice(-KEPT));
      onMissed(count, [...newest.values()].reverse());
    },
    end: () => {
      broken = false;
      return { changes: count, most: Math.max(0, ...nouns.values()) };
    },
  };
}
