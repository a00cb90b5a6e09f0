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
} from '../../../common/protocol/liveEvents';

export interface TopicHandlers {
  /** The frame's changes are already in the entities of the store. */
  readonly onFrame?: (frame: ChangeFrame) => void;
  /** What was known may have holes: fetch again, then follow anew from that answer. */
  readonly onReset?: (reason: ResetReason) => void;
  readonly onRefused?: (code: number) => void;
}
interface TopicSubscriber {
  readonly since: Cursor | undefined;
  readonly handlers: TopicHandlers;
  position: Cursor | undefined;
}
/**
 * `waiting`: to be asked for. `asked`: frames that still arrive belong to an earlier subscription, the answer comes before the
 * new ones. `idle`: was reset and waits for a fresh answer to start from.
 */
type Phase = 'wanted' | 'asked' | 'on' | 'idle';
interface Topic {
  /** Our own short name. */
  readonly id: string;
  readonly spec: TopicSpec;
  readonly subscribers: Set<TopicSubscriber>;
  phase: Phase;
  /** The server's name of it, once it answered; kept over a break, since it says with whose rights it was read. */
  canonical: string | undefined;
  cursor: Cursor | undefined;
}
export interface TopicRegistry {
  /** By our own short name. */
  readonly byKey: Map<string, Topic>;
  readonly unsubscribed: Set<string>;
  /** There is something to tell the server. */
  readonly onChanged: () => void;
  lastId: number;
}

export const createTopicRegistry = (onChanged: () => void): TopicRegistry => ({
  byKey: new Map(),
  unsubscribed: new Set(),
  onChanged,
  lastId: 0,
});

const DECIMAL = /^\d+$/;
/** Whether cursor a is at or before b; undefined when they cannot be compared, as members' opaque ones. */
export function isAtOrBefore(a: Cursor, b: Cursor): boolean | undefined {
  if (a === b) return true;
  if (!DECIMAL.test(a) || !DECIMAL.test(b)) return undefined;
  return a.length === b.length ? a < b : a.length < b.length;
}

function createTopic(registry: TopicRegistry, spec: TopicSpec, since: Cursor | undefined): Topic {
  registry.lastId += 1;
  const topic: Topic = {
    id: `t${registry.lastId}`,
    spec,
    subscribers: new Set(),
    phase: 'wanted',
    canonical: undefined,
    cursor: since,
  };
  registry.byKey.set(topic.id, topic);
  return topic;
}

/**
 * Whether somebody who starts at `since` can join what already runs: only where both stand at the very same place, since the
 * next frame may span what the later one knows already. Who starts from now joins anything.
 */
const canShare = (topic: Topic, since: Cursor | undefined): boolean =>
  topic.phase !== 'idle' && (since === undefined || topic.cursor === since);

/** Follows a topic from `since` on, or from now; answers how to stop. */
export function subscribeTopic(
  registry: TopicRegistry,
  spec: TopicSpec,
  since: Cursor | undefined,
  handlers: TopicHandlers,
): () => void {
  const text = JSON.stringify(spec);
  const existing = [...registry.byKey.values()].find(
    (topic) => JSON.stringify(topic.spec) === text && canShare(topic, since),
  );
  const topic = existing ?? createTopic(registry, spec, since);
  if (existing === undefined) registry.onChanged();
  const subscriber: TopicSubscriber = { since, handlers, position: since };
  topic.subscribers.add(subscriber);
  return () => {
    topic.subscribers.delete(subscriber);
    if (topic.subscribers.size > 0) return;
    registry.byKey.delete(topic.id);
    registry.unsubscribed.add(topic.id);
    registry.onChanged();
  };
}

/** What to tell the server now: names to give up, and topics to follow. */
export function takePendingSubscriptions(registry: TopicRegistry): {
  drop: readonly string[];
  ask: SubscribeRequest['topics'];
} {
  const unsubscribe = [...registry.unsubscribed];
  registry.unsubscribed.clear();
  const waiting = [...registry.byKey.values()].filter((topic) => topic.phase === 'wanted');
  for (const topic of waiting) topic.phase = 'asked';
  const subscribe = waiting.map(({ id, spec, cursor }) => ({
    t: id,
    spec,
    ...(cursor === undefined ? {} : { since: cursor }),
  }));
  return { drop: unsubscribe, ask: subscribe };
}

/** Fetching again is for watchers that started from an answer; who started from now simply goes on from now. */
function resetTopic(topic: Topic, reason: ResetReason): void {
  topic.cursor = undefined;
  topic.canonical = undefined;
  topic.phase = [...topic.subscribers].some(({ since }) => since === undefined) ? 'wanted' : 'idle';
  for (const subscriber of [...topic.subscribers]) {
    subscriber.position = undefined;
    subscriber.handlers.onReset?.(reason);
  }
}

function applySubscribeResult(topic: Topic, result: SubscribeResult): void {
  if (result.ok) {
    // Rights changed while nobody was there to hear it: what is known was seen with other eyes.
    const hasNewCanonical = topic.canonical !== undefined && topic.canonical !== result.topic;
    topic.phase = 'on';
    topic.canonical = result.topic;
    topic.cursor ??= result.s;
    if (hasNewCanonical) resetTopic(topic, 'perm');
  } else if (result.code === 410) {
    resetTopic(topic, 'floor');
  } else {
    topic.phase = 'idle';
    for (const { handlers } of [...topic.subscribers]) handlers.onRefused?.(result.code);
  }
}

/** The server's answer to what `takePendingSubscriptions` asked. */
export function applySubscribeAnswer(
  registry: TopicRegistry,
  results: Readonly<Record<string, SubscribeResult>>,
): void {
  for (const topic of [...registry.byKey.values()]) {
    const result = results[topic.id];
    if (result && topic.phase === 'asked') applySubscribeResult(topic, result);
  }
  if ([...registry.byKey.values()].some(({ phase }) => phase === 'wanted')) registry.onChanged();
}

const findByCanonical = (registry: TopicRegistry, canonical: string) =>
  [...registry.byKey.values()].filter((topic) => topic.canonical === canonical && topic.phase === 'on');

export function deliverFrame(registry: TopicRegistry, frame: ChangeFrame): void {
  for (const topic of findByCanonical(registry, frame.t)) {
    // What one subscription missed is no news to the others of the same topic.
    if (frame.to !== undefined && frame.to !== topic.id) continue;
    topic.cursor = frame.s;
    for (const subscriber of [...topic.subscribers]) {
      if (subscriber.position !== undefined && isAtOrBefore(frame.s, subscriber.position) === true) continue;
      subscriber.position = frame.s;
      subscriber.handlers.onFrame?.(frame);
    }
  }
}

/** Everything up to the cursor was sent. */
export function advanceTopics(registry: TopicRegistry, cursor: Cursor): void {
  for (const topic of registry.byKey.values()) if (topic.phase === 'on') topic.cursor = cursor;
}

export function resetTopics(registry: TopicRegistry, canonical: readonly string[], reason: ResetReason): void {
  for (const topic of canonical.flatMap((name) => findByCanonical(registry, name))) resetTopic(topic, reason);
  registry.onChanged();
}

/** Every cursor belongs to a log that is no more. */
export function resetAllTopics(registry: TopicRegistry, reason: ResetReason): void {
  for (const topic of [...registry.byKey.values()]) if (topic.cursor !== undefined) resetTopic(topic, reason);
  registry.onChanged();
}

/** An answer did not come, or said to try again. */
export function retrySubscriptions(registry: TopicRegistry): void {
  for (const topic of registry.byKey.values()) if (topic.phase === 'asked') topic.phase = 'wanted';
}

/** The connection is gone: whatever ran has to be asked for again, from where it was. */
export function handleConnectionLost(registry: TopicRegistry): void {
  registry.unsubscribed.clear();
  for (const topic of registry.byKey.values()) {
    if (topic.phase !== 'idle') topic.phase = 'wanted';
  }
}
