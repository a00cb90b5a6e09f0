/** What came after a break that people could see: counted as it arrives, the newest kept by name, told once. */
import type { ChangeFrame } from '../../../common/protocol/liveEvents';
import type { MissedChange } from '../store/connectionSlice';

const MAX_LISTED = 100;

interface MissedTotals {
  readonly changes: number;
  /** Of the noun of which there were most: what happened once may be told of several nouns. */
  readonly maxPerEntity: number;
}
export interface MissedSummary {
  /** A break that people can see has begun. */
  readonly begin: () => void;
  readonly isIdle: () => boolean;
  readonly add: (frame: ChangeFrame) => void;
  /** It is over; answers how many changes it cost. */
  readonly end: () => MissedTotals;
}

export function createMissedSummary(onMissed: (count: number, newest: readonly MissedChange[]) => void): MissedSummary {
  let isActive = false;
  let count = 0;
  let countByEntity = new Map<string, number>();
  /** A change may be told in several topics. */
  let counted = new Set<string>();
  /** One line per record: what happened to it last. */
  let newest = new Map<string, MissedChange>();
  return {
    begin: () => {
      if (isActive) return;
      isActive = true;
      count = 0;
      countByEntity = new Map();
      counted = new Set();
      newest = new Map();
      onMissed(0, []);
    },
    isIdle: () => !isActive,
    add: ({ e, c, n }) => {
      if (!isActive) return;
      const before = counted.size;
      for (const { id, v } of c) counted.add(`${e}:${id}:${v}`);
      const added = counted.size - before + (n?.enter ?? 0) + (n?.leave ?? 0);
      count += added;
      countByEntity.set(e, (countByEntity.get(e) ?? 0) + added);
      for (const { id, op, by, at } of c) {
        newest.delete(`${e}:${id}`);
        newest.set(`${e}:${id}`, { e, id, op, by: by?.name ?? '', at });
      }
      newest = new Map([...newest].slice(-MAX_LISTED));
      onMissed(count, [...newest.values()].reverse());
    },
    end: () => {
      isActive = false;
      return { changes: count, maxPerEntity: Math.max(0, ...countByEntity.values()) };
    },
  };
}
