/**
 * The fan-out loop: each batch of whole transactions gives one frame per affected topic. Batches, subscriptions and
 * permission changes run one after the other in the exclusive section, so that no change is lost between a snapshot and the first frame.
 */
import { TOO_MANY_CHANGES, type ChangeFrame, type Cursor, type ResetReason } from '../../../common/protocol/liveEvents';
import type { Log } from '../../context';
import { createAdaptiveThrottle, type AdaptiveThrottle } from './adaptiveThrottle';
import { foldChanges, type FoldedChange } from './projectChange';
import type { LoggedChange } from '../log/changeLog';
import { TIMING } from '../timing';
import type { RingBuffer } from '../log/ringBuffer';
import type { Realm } from '../../../common/realm';
import type { LogEntry } from '../log/tailer';
import { projectTopicChanges, limitChangeRate, type Topic, type TopicRegistry } from './topicRegistry';
import { createMutex, type Mutex } from '../../platform/mutex';

export interface FanoutOptions {
  readonly log: Log;
  readonly ring: RingBuffer;
  readonly topics: TopicRegistry;
  readonly encodeCursor: (realm: Realm, seq: number) => Cursor;
  /** Sends a frame to the room of the topic on this node, except to paused connections. */
  readonly emit: (topic: Topic, frame: ChangeFrame) => void;
  /** Ends the topic for all subscribers, which fetch and subscribe again. */
  readonly resetTopic: (topic: Topic, why: ResetReason) => void;
  /** Applies permission changes before later changes are published. */
  readonly reauthorize: (changes: readonly LoggedChange[]) => Promise<void>;
  /** Receives the changes of a batch before they are published. */
  readonly onBatch?: (batch: readonly LogEntry[]) => void;
  readonly affectsPermissions: (change: LoggedChange) => boolean;
}

export interface Fanout {
  /** The last processed sequence number. */
  readonly position: () => number;
  /** The sequence number of the last change that affected permissions. */
  readonly permissionsChangedAt: () => number;
  readonly processBatch: (batch: readonly LogEntry[]) => Promise<void>;
  /** Runs `work` in the exclusive section, when no batch is processed. */
  readonly runExclusive: <T>(work: () => T | Promise<T>) => Promise<T>;
  /** Resolves with true when `position >= seq`, with false after `TIMING.catchUpWaitMs`. */
  readonly waitFor: (seq: number) => Promise<boolean>;
  /** Publishes the pending changes of a topic now; only within `runExclusive`. */
  readonly flush: (topic: Topic) => void;
  readonly flushAll: () => void;
  /** The sequence number up to which the topic was published. */
  readonly getPublishedSeq: (topic: Topic) => number;
  /** The folded changes of an entity with `from < seq <= upTo`; undefined when the ring buffer no longer contains them. */
  readonly foldedChanges: (
    entityName: string,
    from: number,
    upTo: number,
  ) => ReadonlyMap<number, FoldedChange> | undefined;
  readonly reset: (last: number) => void;
  readonly stop: () => void;
  readonly stats: () => { readonly passes: number; readonly frames: number; readonly resets: number };
}

interface Waiter {
  readonly seq: number;
  readonly done: (reached: boolean) => void;
}

const MAX_CACHED_RANGES = 256;
/** Folded ranges, shared by all topics and returning clients until the next batch. */
function createFoldCache(ring: RingBuffer) {
  const cache = new Map<string, ReadonlyMap<number, FoldedChange>>();
  return {
    clear: () => cache.clear(),
    get: (entityName: string, from: number, upTo: number): ReadonlyMap<number, FoldedChange> | undefined => {
      if (from + 1 < ring.oldestSeq()) return undefined;
      const key = `${entityName}:${from}:${upTo}`;
      const cached = cache.get(key);
      if (cached !== undefined) return cached;
      if (cache.size >= MAX_CACHED_RANGES) cache.clear();
      const foldedChanges = foldChanges(ring.getChanges(entityName, from, upTo));
      cache.set(key, foldedChanges);
      return foldedChanges;
    },
  };
}

function createWaiters() {
  const waiting = new Set<Waiter>();
  return {
    wait: (seq: number): Promise<boolean> =>
      new Promise((resolve) => {
        const timer = setTimeout(() => waiter.done(false), TIMING.catchUpWaitMs);
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
    resolve: (position: number) => {
      for (const waiter of waiting) if (waiter.seq <= position) waiter.done(true);
    },
    stop: () => {
      for (const waiter of waiting) waiter.done(false);
    },
  };
}

interface State {
  readonly options: FanoutOptions;
  readonly runExclusive: Mutex;
  readonly foldCache: ReturnType<typeof createFoldCache>;
  readonly waiters: ReturnType<typeof createWaiters>;
  readonly throttle: AdaptiveThrottle;
  readonly counts: { passes: number; frames: number; resets: number };
  permissionsChangedAt: number;
  timer: NodeJS.Timeout | undefined;
  isStopped: boolean;
}

function resetTopic(state: State, topic: Topic, why: ResetReason): void {
  state.counts.resets += 1;
  state.options.resetTopic(topic, why);
  state.options.topics.drop(topic);
}

function publish(state: State, topic: Topic): void {
  const { ring, encodeCursor, emit } = state.options;
  const foldedChanges = state.foldCache.get(topic.entity.name, topic.publishedSeq, ring.newestSeq());
  if (foldedChanges === undefined) {
    resetTopic(state, topic, TOO_MANY_CHANGES);
    return;
  }
  const changes = projectTopicChanges(topic, foldedChanges);
  if (changes.length === 0) return;
  const now = performance.now();
  const payload = limitChangeRate(topic, changes, now);
  if (payload === undefined) {
    resetTopic(state, topic, TOO_MANY_CHANGES);
    return;
  }
  topic.flushedAt = now;
  state.counts.frames += 1;
  emit(topic, { t: topic.name, e: topic.frameEntity, s: encodeCursor(topic.realm, ring.newestSeq()), ...payload });
}

function flush(state: State, topic: Topic): void {
  if (!topic.isDirty) return;
  try {
    publish(state, topic);
  } catch (error) {
    // A topic that fails must not stop the others.
    state.options.log.error(
      { err: error, topic: topic.name, entity: topic.entity.name },
      'publishing a topic failed; its subscribers fetch again',
    );
    resetTopic(state, topic, TOO_MANY_CHANGES);
  }
  state.options.topics.markClean(topic);
}

/** Publishes all dirty topics that are due, and schedules the others. */
function flushDue(state: State): void {
  clearTimeout(state.timer);
  state.timer = undefined;
  const now = performance.now();
  const intervalMs = state.throttle.intervalAt(now);
  let next = Infinity;
  for (const topic of state.options.topics.dirtyTopics()) {
    const due = topic.flushedAt + intervalMs;
    if (due <= now) flush(state, topic);
    else next = Math.min(next, due);
  }
  if (next === Infinity || state.isStopped) return;
  state.timer = setTimeout(() => void state.runExclusive(() => flushDue(state)), next - now);
}

async function processBatch(state: State, batch: readonly LogEntry[]): Promise<void> {
  const { ring, topics, affectsPermissions, reauthorize } = state.options;
  state.foldCache.clear();
  state.counts.passes += 1;
  const permissionChanges: LoggedChange[] = [];
  // All topics that become dirty in this batch get the same position, so that they share folded ranges.
  const positionBefore = ring.newestSeq();
  for (const { change, bytes } of batch) {
    if (change.seq <= ring.newestSeq()) continue;
    topics.markDirty(change, positionBefore);
    ring.push(change, bytes);
    if (affectsPermissions(change)) permissionChanges.push(change);
  }
  state.options.onBatch?.(batch);
  const last = permissionChanges.at(-1);
  if (last !== undefined) {
    state.permissionsChangedAt = last.seq;
    await reauthorize(permissionChanges);
  }
  flushDue(state);
  state.waiters.resolve(ring.newestSeq());
}

export function createFanout(options: FanoutOptions): Fanout {
  const { ring, topics } = options;
  const parts = {
    runExclusive: createMutex(),
    foldCache: createFoldCache(ring),
    waiters: createWaiters(),
    throttle: createAdaptiveThrottle(),
  };
  const counts = { passes: 0, frames: 0, resets: 0 };
  const state: State = { options, ...parts, counts, permissionsChangedAt: 0, timer: undefined, isStopped: false };
  return {
    position: ring.newestSeq,
    permissionsChangedAt: () => state.permissionsChangedAt,
    processBatch: (batch) => state.runExclusive(() => processBatch(state, batch)),
    runExclusive: state.runExclusive,
    waitFor: (seq) => (seq <= ring.newestSeq() ? Promise.resolve(true) : state.waiters.wait(seq)),
    flush: (topic) => {
      flush(state, topic);
    },
    flushAll: () => {
      for (const topic of topics.dirtyTopics()) flush(state, topic);
    },
    getPublishedSeq: (topic) => (topic.isDirty ? topic.publishedSeq : ring.newestSeq()),
    foldedChanges: state.foldCache.get,
    reset: (last) => {
      state.foldCache.clear();
      ring.reset(last);
    },
    stop: () => {
      state.isStopped = true;
      clearTimeout(state.timer);
      state.waiters.stop();
    },
    stats: () => counts,
  };
}
