/** Ring buffer of the newest changes in memory, for the replay after a reconnect without a database query. */
import type { LoggedChange } from './changeLog';

export interface RingBuffer {
  /** The oldest stored sequence number; `last + 1` while empty. */
  readonly oldestSeq: () => number;
  readonly newestSeq: () => number;
  readonly push: (change: LoggedChange, bytes: number) => void;
  /** Changes of one entity with `after < seq <= upTo`, oldest first. */
  readonly getChanges: (entityName: string, after: number, upTo: number) => readonly LoggedChange[];
  /** The number of those changes, without reading them. */
  readonly countChangesOf: (entityName: string, after: number, upTo: number) => number;
  /** Removes all changes; the next one is `last + 1`. */
  readonly reset: (last: number) => void;
  readonly size: () => { readonly changes: number; readonly bytes: number };
}

interface SeqIndex {
  readonly seqs: number[];
  head: number;
}
/** The number of removed entries before the head of an array at which it is cut. */
const MAX_DEAD_ENTRIES = 4096;

const findFirstAfter = (seqs: readonly number[], from: number, after: number): number => {
  let low = from;
  let high = seqs.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((seqs[middle] ?? 0) > after) high = middle;
    else low = middle + 1;
  }
  return low;
};

const cutDeadEntries = (index: SeqIndex): void => {
  if (index.head <= MAX_DEAD_ENTRIES) return;
  index.seqs.splice(0, index.head);
  index.head = 0;
};

interface BufferState {
  entries: { readonly change: LoggedChange; readonly bytes: number }[];
  /** The index of the oldest entry, and its sequence number. */
  head: number;
  first: number;
  bytes: number;
  byEntity: Map<string, SeqIndex>;
}
const createEmptyState = (last: number): BufferState => ({
  entries: [],
  head: 0,
  first: last + 1,
  bytes: 0,
  byEntity: new Map(),
});
const countEntries = (state: BufferState): number => state.entries.length - state.head;

function dropOldest(state: BufferState): void {
  const oldest = state.entries[state.head];
  if (oldest === undefined) return;
  state.head += 1;
  state.first += 1;
  state.bytes -= oldest.bytes;
  const index = state.byEntity.get(oldest.change.entityName);
  if (index !== undefined) {
    index.head += 1;
    cutDeadEntries(index);
  }
  if (state.head <= MAX_DEAD_ENTRIES) return;
  state.entries = state.entries.slice(state.head);
  state.head = 0;
}

function appendChange(state: BufferState, change: LoggedChange, bytes: number): void {
  state.entries.push({ change, bytes });
  state.bytes += bytes;
  const index = state.byEntity.get(change.entityName) ?? { seqs: [], head: 0 };
  state.byEntity.set(change.entityName, index);
  index.seqs.push(change.seq);
}

function collectBetween(state: BufferState, entityName: string, after: number, upTo: number): readonly LoggedChange[] {
  const index = state.byEntity.get(entityName);
  if (index === undefined) return [];
  const found: LoggedChange[] = [];
  for (let slot = findFirstAfter(index.seqs, index.head, after); slot < index.seqs.length; slot += 1) {
    const seq = index.seqs[slot] ?? 0;
    if (seq > upTo) break;
    const entry = state.entries[state.head + seq - state.first];
    if (entry !== undefined) found.push(entry.change);
  }
  return found;
}

export function createRingBuffer(last: number, limits: { readonly rows: number; readonly bytes: number }): RingBuffer {
  let state = createEmptyState(last);
  return {
    oldestSeq: () => state.first,
    newestSeq: () => state.first + countEntries(state) - 1,
    push: (change, bytes) => {
      appendChange(state, change, bytes);
      while (countEntries(state) > 1 && (countEntries(state) > limits.rows || state.bytes > limits.bytes))
        dropOldest(state);
    },
    getChanges: (entityName, after, upTo) => collectBetween(state, entityName, after, upTo),
    countChangesOf: (entityName, after, upTo) => {
      const index = state.byEntity.get(entityName);
      if (index === undefined) return 0;
      return findFirstAfter(index.seqs, index.head, upTo) - findFirstAfter(index.seqs, index.head, after);
    },
    reset: (seq) => {
      state = createEmptyState(seq);
    },
    size: () => ({ changes: countEntries(state), bytes: state.bytes }),
  };
}
