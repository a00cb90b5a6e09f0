/** Counts the changes missed during a visible outage as they arrive, and keeps the newest for the list of missed changes. */
import type { ChangeFrame } from '../../../common/protocol/liveEvents';
import type { MissedChange } from '../store/connectionSlice';

const MAX_LISTED = 100;

interface MissedTotals {
  readonly changes: number;
  /** The largest number of changes of one entity: one action may change several entities. */
  readonly maxPerEntity: number;
}
export interface MissedSummary {
  /** A visible outage has begun. */
  readonly begin: () => void;
  readonly isIdle: () => boolean;
  readonly add: (frame: ChangeFrame) => void;
  /** The outage is over; returns the totals. */
  readonly end: () => MissedTotals;
}

export function createMissedSummary(onMissed: (count: number, newest: readonly MissedChange[]) => void): MissedSummary {
  let isActive = false;
  let count = 0;
  let countByEntity = new Map<string, number>();
  /** Keys of the counted changes, because a change may arrive in several topics. */
  let counted = new Set<string>();
  /** The last change of each record. */
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
