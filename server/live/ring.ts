/** The newest changes kept in memory, so that a thousand returning readers cost no database query. */
import type { LoggedChange } from './log';

export interface Ring {
  /** The oldest change still held; `last + 1` while empty. */
  readonly low: () => number;
  readonly last: () => number;
  readonly push: (change: LoggedChange, bytes: number) => void;
  /** Changes of one entity with `after < seq <= upTo`, oldest first. */
  readonly of: (ent: string, after: number, upTo: number) => readonly LoggedChange[];
  /** How many those are, without looking at them. */
  readonly count: (ent: string, after: number, upTo: number) => number;
  /** Forgets everything; the next change is `last + 1`. */
  readonly restart: (last: number) => void;
  readonly size: () => { readonly changes: number; readonly bytes: number };
}

interface Index {
  readonly seqs: number[];
  head: number;
}
/** How many dead entries may lie before the head of an array before it is cut. */
const SLACK = 4096;

const firstAfter = (seqs: readonly number[], from: number, after: number): number => {
  let low = from;
  let high = seqs.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((seqs[middle] ?? 0) > after) high = middle;
    else low = middle + 1;
  }
  return low;
};

const trim = (index: Index): void => {
  if (index.head <= SLACK) return;
  index.seqs.splice(0, index.head);
  index.head = 0;
};

interface Held {
  entries: { readonly change: LoggedChange; readonly bytes: number }[];
  /** Where the oldest one lies among the entries, and its number. */
  head: number;
  first: number;
  bytes: number;
  byEntity: Map<string, Index>;
}
const emptyAfter = (last: number): Held => ({ entries: [], head: 0, first: last + 1, bytes: 0, byEntity: new Map() });
const count = (held: Held): number => held.entries.length - held.head;

function dropOldest(held: Held): void {
  const oldest = held.entries[held.head];
  if (oldest === undefined) return;
  held.head += 1;
  held.first += 1;
  held.bytes -= oldest.bytes;
  const index = held.byEntity.get(oldest.change.ent);
  if (index !== undefined) {
    index.head += 1;
    trim(index);
  }
  if (held.head <= SLACK) return;
  held.entries = held.entries.slice(held.head);
  held.head = 0;
}

function addNewest(held: Held, change: LoggedChange, bytes: number): void {
  held.entries.push({ change, bytes });
  held.bytes += bytes;
  const index = held.byEntity.get(change.ent) ?? { seqs: [], head: 0 };
  held.byEntity.set(change.ent, index);
  index.seqs.push(change.seq);
}

function between(held: Held, ent: string, after: number, upTo: number): readonly LoggedChange[] {
  const index = held.byEntity.get(ent);
  if (index === undefined) return [];
  const found: LoggedChange[] = [];
  for (let at = firstAfter(index.seqs, index.head, after); at < index.seqs.length; at += 1) {
    const seq = index.seqs[at] ?? 0;
    if (seq > upTo) break;
    const entry = held.entries[held.head + seq - held.first];
    if (entry !== undefined) found.push(entry.change);
  }
  return found;
}

export function createRing(last: number, cap: { readonly rows: number; readonly bytes: number }): Ring {
  let held = emptyAfter(last);
  return {
    low: () => held.first,
    last: () => held.first + count(held) - 1,
    push: (change, bytes) => {
      addNewest(held, change, bytes);
      while (count(held) > 1 && (count(held) > cap.rows || held.bytes > cap.bytes)) dropOldest(held);
    },
    of: (ent, after, upTo) => between(held, ent, after, upTo),
    count: (ent, after, upTo) => {
      const index = held.byEntity.get(ent);
      if (index === undefined) return 0;
      return firstAfter(index.seqs, index.head, upTo) - firstAfter(index.seqs, index.head, after);
    },
    restart: (seq) => {
      held = emptyAfter(seq);
    },
    size: () => ({ changes: count(held), bytes: held.bytes }),
  };
}
