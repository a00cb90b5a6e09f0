/**
 * The one place where time passes: every pass takes whole transactions, then tells each touched topic once. Passes, joins and
 * changes of rights run one after the other, so nothing falls between a reader's snapshot and its first frame.
 */
import type { ChangeFrame, Cursor, ResetReason } from '../../common/protocol/live';
import type { Log } from '../context';
import { createCadence, type Cadence } from './cadence';
import { compact, type Missed } from './delta';
import type { LoggedChange } from './log';
import { PACE } from './pace';
import type { Ring } from './ring';
import type { Realm } from './spec';
import type { Entry } from './tailer';
import { changesFor, throttled, type Topic, type Topics } from './topics';

export interface PassesOptions {
  readonly log: Log;
  readonly ring: Ring;
  readonly topics: Topics;
  readonly cursor: (realm: Realm, seq: number) => Cursor;
  /** To the topic's room on this node, slow sockets excepted. */
  readonly emit: (topic: Topic, frame: ChangeFrame) => void;
  /** Ends the topic for all its readers, who fetch and subscribe anew. */
  readonly evict: (topic: Topic, why: ResetReason) => void;
  /** Changes that may concern rights, before anything after them is told to anybody. */
  readonly rights: (changes: readonly LoggedChange[]) => Promise<void>;
  /** Changes that were taken, before anybody is told of them. */
  readonly took?: (batch: readonly Entry[]) => void;
  readonly concernsRights: (change: LoggedChange) => boolean;
}

export interface Passes {
  /** Everything up to here was taken. */
  readonly position: () => number;
  /** Number of the last change that concerned rights. */
  readonly rightsAt: () => number;
  readonly take: (batch: readonly Entry[]) => Promise<void>;
  /** Runs between passes; a synchronous `work` sees no time pass. */
  readonly between: <T>(work: () => T | Promise<T>) => Promise<T>;
  /** Resolves once `position >= seq`, or with false after some time. */
  readonly reached: (seq: number) => Promise<boolean>;
  /** Tells a topic at once what it was not told yet; only within `between`. */
  readonly flush: (topic: Topic) => void;
  readonly flushAll: () => void;
  /** What the room of the topic was told up to. */
  readonly sentOf: (topic: Topic) => number;
  /** Folded changes of an entity with `from < seq <= upTo`; undefined when the ring no longer holds them. */
  readonly missed: (ent: string, from: number, upTo: number) => ReadonlyMap<number, Missed> | undefined;
  readonly restart: (last: number) => void;
  readonly stop: () => void;
  readonly stats: () => { readonly passes: number; readonly frames: number; readonly resets: number };
}

interface Waiter {
  readonly seq: number;
  readonly done: (reached: boolean) => void;
}

/** A chain of promises: each piece of work starts when the one before has ended, however it ended. */
function createQueue() {
  let tail: Promise<unknown> = Promise.resolve();
  return <T>(work: () => T | Promise<T>): Promise<T> => {
    const result = tail.then(work);
    tail = result.catch(() => undefined);
    return result;
  };
}

const RANGES_KEPT = 256;
/** Folded ranges, shared by all topics and returning readers until the next pass. */
function createMemo(ring: Ring) {
  const known = new Map<string, ReadonlyMap<number, Missed>>();
  return {
    clear: () => known.clear(),
    get: (ent: string, from: number, upTo: number): ReadonlyMap<number, Missed> | undefined => {
      if (from + 1 < ring.low()) return undefined;
      const key = `${ent}:${from}:${upTo}`;
      const hit = known.get(key);
      if (hit !== undefined) return hit;
      if (known.size >= RANGES_KEPT) known.clear();
      const folded = compact(ring.of(ent, from, upTo));
      known.set(key, folded);
      return folded;
    },
  };
}

function createWaiters() {
  const waiting = new Set<Waiter>();
  return {
    wait: (seq: number): Promise<boolean> =>
      new Promise((resolve) => {
        const timer = setTimeout(() => waiter.done(false), PACE.aheadWait);
        const waiter: Waiter = {
          seq,
          done: (reached) => {
            clearTimeout(timer);
            waiting.delete(waiter);
            resolve(reached);
          },
        };
        waiting.add(waiter);
      }),
    tell: (position: number) => {
      for (const waiter of waiting) if (waiter.seq <= position) waiter.done(true);
    },
    stop: () => {
      for (const waiter of waiting) waiter.done(false);
    },
  };
}

interface State {
  readonly options: PassesOptions;
  readonly between: ReturnType<typeof createQueue>;
  readonly memo: ReturnType<typeof createMemo>;
  readonly waiters: ReturnType<typeof createWaiters>;
  readonly cadence: Cadence;
  readonly counts: { passes: number; frames: number; resets: number };
  rightsAt: number;
  timer: NodeJS.Timeout | undefined;
  stopped: boolean;
}

function evict(state: State, topic: Topic, why: ResetReason): void {
  state.counts.resets += 1;
  state.options.evict(topic, why);
  state.options.topics.drop(topic);
}

function tell(state: State, topic: Topic): void {
  const { ring, cursor, emit } = state.options;
  const missed = state.memo.get(topic.entity.name, topic.sent, ring.last());
  if (missed === undefined) {
    evict(state, topic, 'storm');
    return;
  }
  const changes = changesFor(topic, missed);
  if (changes.length === 0) return;
  const now = performance.now();
  const told = throttled(topic, changes, now);
  if (told === 'storm') {
    evict(state, topic, 'storm');
    return;
  }
  topic.flushedAt = now;
  state.counts.frames += 1;
  emit(topic, { t: topic.name, e: topic.called, s: cursor(topic.realm, ring.last()), ...told });
}

function flush(state: State, topic: Topic): void {
  if (!topic.dirty) return;
  try {
    tell(state, topic);
  } catch (error) {
    // One topic that cannot be told must not stop the others.
    state.options.log.error({ err: error, topic: topic.name, entity: topic.entity.name }, 'a topic could not be told');
    evict(state, topic, 'storm');
  }
  state.options.topics.clean(topic);
}

/** Tells every touched topic whose time has come, and comes back for the others. */
function flushDue(state: State): void {
  clearTimeout(state.timer);
  state.timer = undefined;
  const now = performance.now();
  const pace = state.cadence.at(now);
  let next = Infinity;
  for (const topic of state.options.topics.dirty()) {
    const due = topic.flushedAt + pace;
    if (due <= now) flush(state, topic);
    else next = Math.min(next, due);
  }
  if (next === Infinity || state.stopped) return;
  state.timer = setTimeout(() => void state.between(() => flushDue(state)), next - now);
}

async function pass(state: State, batch: readonly Entry[]): Promise<void> {
  const { ring, topics, concernsRights, rights } = state.options;
  state.memo.clear();
  state.counts.passes += 1;
  const concerned: LoggedChange[] = [];
  // One place for all topics of a pass: those that were told as much share what is folded for them.
  const before = ring.last();
  for (const { change, bytes } of batch) {
    if (change.seq <= ring.last()) continue;
    topics.touch(change, before);
    ring.push(change, bytes);
    if (concernsRights(change)) concerned.push(change);
  }
  state.options.took?.(batch);
  const last = concerned.at(-1);
  if (last !== undefined) {
    state.rightsAt = last.seq;
    await rights(concerned);
  }
  flushDue(state);
  state.waiters.tell(ring.last());
}

export function createPasses(options: PassesOptions): Passes {
  const { ring, topics } = options;
  const parts = { between: createQueue(), memo: createMemo(ring), waiters: createWaiters(), cadence: createCadence() };
  const counts = { passes: 0, frames: 0, resets: 0 };
  const state: State = { options, ...parts, counts, rightsAt: 0, timer: undefined, stopped: false };
  return {
    position: ring.last,
    rightsAt: () => state.rightsAt,
    take: (batch) => state.between(() => pass(state, batch)),
    between: state.between,
    reached: (seq) => (seq <= ring.last() ? Promise.resolve(true) : state.waiters.wait(seq)),
    flush: (topic) => {
      flush(state, topic);
    },
    flushAll: () => {
      for (const topic of topics.dirty()) flush(state, topic);
    },
    sentOf: (topic) => (topic.dirty ? topic.sent : ring.last()),
    missed: state.memo.get,
    restart: (last) => {
      state.memo.clear();
      ring.restart(last);
    },
    stop: () => {
      state.stopped = true;
      clearTimeout(state.timer);
      state.waiters.stop();
    },
    stats: () => counts,
  };
}
