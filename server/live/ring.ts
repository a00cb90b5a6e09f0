/** The newest changes kept in memory, so that a thousand returning readers cost no database query. */
import type { LoggedChange } from './log';

export interface Ring {
  /** The oldest change still held; `last + 1` while empty. */
  readonly low: () => number;
  readonly last: () => number;
  readonly push: (change: LoggedChange, bytes: number) => void;
  /** Changes of one entity with `after < seq <= upTo`, oldest first. */
  readonly of: (ent: string, after: number, upTo: number) => readonly LoggedChange[];
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

export function createRing(last: number, cap: { readonly rows: number; readonly bytes: number }): Ring {
  let held: { readonly change: LoggedChange; readonly bytes: number }[] = [];
  let head = 0;
  let first = last + 1;
  let bytes = 0;
  let byEntity = new Map<string, Index>();

  const count = () => held.length - head;
  const drop = (): void => {
    const oldest = held[head];
    if (oldest === undefined) return;
    head += 1;
    first += 1;
    bytes -= oldest.bytes;
    const index = byEntity.get(oldest.change.ent);
    if (index !== undefined) {
      index.head += 1;
      trim(index);
    }
    if (head > SLACK) {
      held = held.slice(head);
      head = 0;
    }
  };
  const indexOf = (ent: string): Index => {
    const known = byEntity.get(ent);
    if (known !== undefined) return known;
    const fresh: Index = { seqs: [], head: 0 };
    byEntity.set(ent, fresh);
    return fresh;
  };

  return {
    low: () => first,
    last: () => first + count() - 1,
    push: (change, size) => {
      held.push({ change, bytes: size });
      bytes += size;
      indexOf(change.ent).seqs.push(change.seq);
      while (count() > 1 && (count() > cap.rows || bytes > cap.bytes)) drop();
    },
    of: (ent, after, upTo) => {
      const index = byEntity.get(ent);
      if (index === undefined) return [];
      const found: LoggedChange[] = [];
      for (let at = firstAfter(index.seqs, index.head, after); at < index.seqs.length; at += 1) {
        const seq = index.seqs[at] ?? 0;
        if (seq > upTo) break;
        const entry = held[head + seq - first];
        if (entry !== undefined) found.push(entry.change);
      }
      return found;
    },
    restart: (seq) => {
      held = [];
      head = 0;
      first = seq + 1;
      bytes = 0;
      byEntity = new Map();
    },
    size: () => ({ changes: count(), bytes }),
  };
}
