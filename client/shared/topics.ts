/**
 * The topics one connection follows, shared by all who watch them, each with its own place in the stream.
 * Law: a watcher that starts at cursor s hears everything after s, once and in order, whatever breaks in between;
 * where the server cannot keep that, it is told so by a reset.
 */
import type {
  ChangeFrame,
  Cursor,
  ResetReason,
  SubscribeRequest,
  SubscribeResult,
  TopicSpec,
} from '../../common/protocol/live';

export interface Watcher {
  /** The frame's changes are already in the entities of the store. */
  readonly onFrame?: (frame: ChangeFrame) => void;
  /** What was known may have holes: fetch again, then follow anew from that answer. */
  readonly onReset?: (why: ResetReason) => void;
  readonly onRefused?: (code: number) => void;
}
interface Watching {
  readonly since: Cursor | undefined;
  readonly watcher: Watcher;
  at: Cursor | undefined;
}
/**
 * `wanted`: to be asked for. `asked`: frames that still arrive belong to an earlier subscription, the answer comes before the
 * new ones. `idle`: was reset and waits for a fresh answer to start from.
 */
type Phase = 'wanted' | 'asked' | 'on' | 'idle';
interface Topic {
  /** Our own short name. */
  readonly id: string;
  readonly spec: TopicSpec;
  readonly watching: Set<Watching>;
  phase: Phase;
  /** The server's name of it, once it answered; kept over a break, since it says with whose rights it was read. */
  canonical: string | undefined;
  cursor: Cursor | undefined;
}
export interface Topics {
  /** By our own short name. */
  readonly byKey: Map<string, Topic>;
  readonly dropped: Set<string>;
  /** There is something to tell the server. */
  readonly changed: () => void;
  last: number;
}

export const createTopics = (changed: () => void): Topics => ({
  byKey: new Map(),
  dropped: new Set(),
  changed,
  last: 0,
});

const DECIMAL = /^\d+$/;
/** Whether cursor a is at or before b; undefined when they cannot be compared, as members' opaque ones. */
export function isBefore(a: Cursor, b: Cursor): boolean | undefined {
  if (a === b) return true;
  if (!DECIMAL.test(a) || !DECIMAL.test(b)) return undefined;
  return a.length === b.length ? a < b : a.length < b.length;
}

function newTopic(topics: Topics, spec: TopicSpec, since: Cursor | undefined): Topic {
  topics.last += 1;
  const topic: Topic = {
    id: `t${topics.last}`,
    spec,
    watching: new Set(),
    phase: 'wanted',
    canonical: undefined,
    cursor: since,
  };
  topics.byKey.set(topic.id, topic);
  return topic;
}

/**
 * Whether somebody who starts at `since` can join what already runs: only where both stand at the very same place, since the
 * next frame may span what the later one knows already. Who starts from now joins anything.
 */
const joins = (topic: Topic, since: Cursor | undefined): boolean =>
  topic.phase !== 'idle' && (since === undefined || topic.cursor === since);

/** Follows a topic from `since` on, or from now; answers how to stop. */
export function watchTopic(topics: Topics, spec: TopicSpec, since: Cursor | undefined, watcher: Watcher): () => void {
  const text = JSON.stringify(spec);
  const running = [...topics.byKey.values()].find(
    (topic) => JSON.stringify(topic.spec) === text && joins(topic, since),
  );
  const topic = running ?? newTopic(topics, spec, since);
  if (running === undefined) topics.changed();
  const watching: Watching = { since, watcher, at: since };
  topic.watching.add(watching);
  return () => {
    topic.watching.delete(watching);
    if (topic.watching.size > 0) return;
    topics.byKey.delete(topic.id);
    topics.dropped.add(topic.id);
    topics.changed();
  };
}

/** What to tell the server now: names to give up, and topics to follow. */
export function takeWishes(topics: Topics): { drop: readonly string[]; ask: SubscribeRequest['topics'] } {
  const drop = [...topics.dropped];
  topics.dropped.clear();
  const wanted = [...topics.byKey.values()].filter((topic) => topic.phase === 'wanted');
  for (const topic of wanted) topic.phase = 'asked';
  const ask = wanted.map(({ id, spec, cursor }) => ({
    t: id,
    spec,
    ...(cursor === undefined ? {} : { since: cursor }),
  }));
  return { drop, ask };
}

/** Fetching again is for watchers that started from an answer; who started from now simply goes on from now. */
function restart(topic: Topic, why: ResetReason): void {
  topic.cursor = undefined;
  topic.canonical = undefined;
  topic.phase = [...topic.watching].some(({ since }) => since === undefined) ? 'wanted' : 'idle';
  for (const watching of [...topic.watching]) {
    watching.at = undefined;
    watching.watcher.onReset?.(why);
  }
}

function settle(topic: Topic, result: SubscribeResult): void {
  if (result.ok) {
    // Rights changed while nobody was there to hear it: what is known was seen with other eyes.
    const isOther = topic.canonical !== undefined && topic.canonical !== result.topic;
    topic.phase = 'on';
    topic.canonical = result.topic;
    topic.cursor ??= result.s;
    if (isOther) restart(topic, 'perm');
  } else if (result.code === 410) {
    restart(topic, 'floor');
  } else {
    topic.phase = 'idle';
    for (const { watcher } of [...topic.watching]) watcher.onRefused?.(result.code);
  }
}

/** The server's answer to what `takeWishes` asked. */
export function answerTopics(topics: Topics, results: Readonly<Record<string, SubscribeResult>>): void {
  for (const topic of [...topics.byKey.values()]) {
    const result = results[topic.id];
    if (result && topic.phase === 'asked') settle(topic, result);
  }
  if ([...topics.byKey.values()].some(({ phase }) => phase === 'wanted')) topics.changed();
}

const named = (topics: Topics, canonical: string) =>
  [...topics.byKey.values()].filter((topic) => topic.canonical === canonical && topic.phase === 'on');

export function deliverFrame(topics: Topics, frame: ChangeFrame): void {
  for (const topic of named(topics, frame.t)) {
    // What one subscription missed is no news to the others of the same topic.
    if (frame.to !== undefined && frame.to !== topic.id) continue;
    topic.cursor = frame.s;
    for (const watching of [...topic.watching]) {
      if (watching.at !== undefined && isBefore(frame.s, watching.at) === true) continue;
      watching.at = frame.s;
      watching.watcher.onFrame?.(frame);
    }
  }
}

/** Everything up to the cursor was sent. */
export function advanceTopics(topics: Topics, cursor: Cursor): void {
  for (const topic of topics.byKey.values()) if (topic.phase === 'on') topic.cursor = cursor;
}

export function resetTopics(topics: Topics, canonical: readonly string[], why: ResetReason): void {
  for (const topic of canonical.flatMap((name) => named(topics, name))) restart(topic, why);
  topics.changed();
}

/** Every cursor belongs to a log that is no more. */
export function resetAllTopics(topics: Topics, why: ResetReason): void {
  for (const topic of [...topics.byKey.values()]) if (topic.cursor !== undefined) restart(topic, why);
  topics.changed();
}

/** An answer did not come, or said to try again. */
export function wantAgain(topics: Topics): void {
  for (const topic of topics.byKey.values()) if (topic.phase === 'asked') topic.phase = 'wanted';
}

/** The connection is gone: whatever ran has to be asked for again, from where it was. */
export function loseTopics(topics: Topics): void {
  topics.dropped.clear();
  for (const topic of topics.byKey.values()) {
    if (topic.phase !== 'idle') topic.phase = 'wanted';
  }
}
