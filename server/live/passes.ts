/**
 * The one place where time passes: every pass takes whole transactions, then tells each touched topic once. Passes, joins and
 * changes of rights run one after the other, so nothing falls between a reader's snapshot and its first frame.
 */
import type { ChangeFrame, Cursor, ResetReason } from '../../common/protocol/live';
import type { Log } from '../kit';
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

export function createPasses(options: PassesOptions): Passes {
  const { ring, topics } = options;
  const between = createQueue();
  const memo = createMemo(ring);
  const waiters = createWaiters();
  const counts = { passes: 0, frames: 0, resets: 0 };
  let rightsAt = 0;
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  const position = ring.last;

  const evict = (topic: Topic, why: ResetReason) => {
    counts.resets += 1;
    options.evict(topic, why);
    topics.drop(topic);
  };
  const tell = (topic: Topic): void => {
    const missed = memo.get(topic.entity.name, topic.sent, position());
    if (missed === undefined) return evict(topic, 'storm');
    const changes = changesFor(topic, missed);
    if (changes.length === 0) return;
    const now = performance.now();
    const told = throttled(topic, changes, now);
    if (told === 'storm') return evict(topic, 'storm');
    topic.flushedAt = now;
    counts.frames += 1;
    options.emit(topic, { t: topic.name, e: topic.entity.name, s: options.cursor(topic.realm, position()), ...told });
  };
  const flush = (topic: Topic): void => {
    if (!topic.dirty) return;
    try {
      tell(topic);
    } catch (error) {
      // One topic that cannot be told must not stop the others.
      options.log.error({ err: error, topic: topic.name, entity: topic.entity.name }, 'a topic could not be told');
      evict(topic, 'storm');
    }
    topics.clean(topic);
  };
  const flushDue = (): void => {
    clearTimeout(timer);
    timer = undefined;
    const now = performance.now();
    let next = Infinity;
    for (const topic of topics.dirty()) {
      const due = topic.flushedAt + PACE.flush;
      if (due <= now) flush(topic);
      else next = Math.min(next, due);
    }
    if (next === Infinity || stopped) return;
    timer = setTimeout(() => void between(flushDue), next - now);
  };
  const pass = async (batch: readonly Entry[]) => {
    memo.clear();
    counts.passes += 1;
    const concerned: LoggedChange[] = [];
    for (const { change, bytes } of batch) {
      if (change.seq <= position()) continue;
      topics.touch(change.ent, position());
      ring.push(change, bytes);
      if (options.concernsRights(change)) concerned.push(change);
    }
    const last = concerned.at(-1);
    if (last !== undefined) {
      rightsAt = last.seq;
      await options.rights(concerned);
    }
    flushDue();
    waiters.tell(position());
  };

  return {
    position,
    rightsAt: () => rightsAt,
    take: (batch) => between(() => pass(batch)),
    between,
    reached: (seq) => (seq <= position() ? Promise.resolve(true) : waiters.wait(seq)),
    flush,
    flushAll: () => {
      for (const topic of topics.dirty()) flush(topic);
    },
    sentOf: (topic) => (topic.dirty ? topic.sent : position()),
    missed: memo.get,
    restart: (last) => {
      memo.clear();
      ring.restart(last);
    },
    stop: () => {
      stopped = true;
      clearTimeout(timer);
      waiters.stop();
    },
    stats: () => counts,
  };
}
