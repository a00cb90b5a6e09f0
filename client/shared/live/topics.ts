/**
 * The topics of one connection (subscriptions, catch-up after a reconnect), shared by their subscribers, each with its own position in the
 * stream.
 * Invariant: a subscriber that starts at cursor s receives everything after s, once and in order, also across reconnects; if the
 * server cannot guarantee that, the subscriber receives a reset.
 */
import {
  LOG_TOO_SHORT,
  PERMISSIONS_CHANGED,
  type ChangeFrame,
  type Cursor,
  type ResetReason,
  type SubscribeRequest,
  type SubscribeResult,
  type TopicSpec,
} from '../../../common/protocol/liveEvents';

export interface TopicHandlers {
  /** Called after the frame's changes were applied to the store. */
  readonly onFrame?: (frame: ChangeFrame) => void;
  /** Changes may be missing: refetch, then subscribe from the cursor of that response. */
  readonly onReset?: (reason: ResetReason) => void;
  readonly onRefused?: (code: number) => void;
}
interface TopicSubscriber {
  readonly since: Cursor | undefined;
  readonly handlers: TopicHandlers;
  position: Cursor | undefined;
}
/**
 * `pending`: to be subscribed. `requested`: the request is sent; frames that arrive before its response belong to an earlier subscription.
 * `subscribed`: frames arrive. `idle`: reset or refused.
 */
type Phase = 'pending' | 'requested' | 'subscribed' | 'idle';
interface Topic {
  /** Short name, unique in this client. */
  readonly id: string;
  readonly spec: TopicSpec;
  readonly subscribers: Set<TopicSubscriber>;
  phase: Phase;
  /** The server's name, which depends on the permissions; kept across a break to detect changed permissions. */
  canonical: string | undefined;
  cursor: Cursor | undefined;
}
export interface TopicRegistry {
  /** By the short name. */
  readonly byKey: Map<string, Topic>;
  readonly unsubscribed: Set<string>;
  /** There are subscriptions to send to the server. */
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
/** Whether cursor a is at or before b; undefined if they cannot be compared, such as the opaque cursors of members. */
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
    phase: 'pending',
    canonical: undefined,
    cursor: since,
  };
  registry.byKey.set(topic.id, topic);
  return topic;
}

/**
 * Whether a subscriber that starts at `since` can share a running topic: only at the same cursor, because the next frame may span
 * changes that the new subscriber already has. Without `since` it can share any topic.
 */
const canShare = (topic: Topic, since: Cursor | undefined): boolean =>
  topic.phase !== 'idle' && (since === undefined || topic.cursor === since);

/** Subscribes to a topic from `since`, or from now; returns the function that unsubscribes. */
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

/** Takes the pending requests to the server: topics to unsubscribe and to subscribe. */
export function takePendingSubscriptions(registry: TopicRegistry): {
  unsubscribe: readonly string[];
  subscribe: SubscribeRequest['topics'];
} {
  const unsubscribe = [...registry.unsubscribed];
  registry.unsubscribed.clear();
  const waiting = [...registry.byKey.values()].filter((topic) => topic.phase === 'pending');
  for (const topic of waiting) topic.phase = 'requested';
  const subscribe = waiting.map(({ id, spec, cursor }) => ({
    t: id,
    spec,
    ...(cursor === undefined ? {} : { since: cursor }),
  }));
  return { unsubscribe, subscribe };
}

/** Missed events: the server cannot send the gap. Subscribers that started from a response refetch; those without a cursor continue from now. */
function resetTopic(topic: Topic, reason: ResetReason): void {
  topic.cursor = undefined;
  topic.canonical = undefined;
  topic.phase = [...topic.subscribers].some(({ since }) => since === undefined) ? 'pending' : 'idle';
  for (const subscriber of [...topic.subscribers]) {
    subscriber.position = undefined;
    subscriber.handlers.onReset?.(reason);
  }
}

function applySubscribeResult(topic: Topic, result: SubscribeResult): void {
  if (result.ok) {
    // The permissions changed during the break: the known rows were read with the old ones.
    const hasNewCanonical = topic.canonical !== undefined && topic.canonical !== result.topic;
    topic.phase = 'subscribed';
    topic.canonical = result.topic;
    topic.cursor ??= result.s;
    if (hasNewCanonical) resetTopic(topic, PERMISSIONS_CHANGED);
  } else if (result.code === 410) {
    resetTopic(topic, LOG_TOO_SHORT);
  } else {
    topic.phase = 'idle';
    for (const { handlers } of [...topic.subscribers]) handlers.onRefused?.(result.code);
  }
}

/** Applies the server's response to the requests of `takePendingSubscriptions`. */
export function applySubscribeResponse(
  registry: TopicRegistry,
  results: Readonly<Record<string, SubscribeResult>>,
): void {
  for (const topic of [...registry.byKey.values()]) {
    const result = results[topic.id];
    if (result && topic.phase === 'requested') applySubscribeResult(topic, result);
  }
  if ([...registry.byKey.values()].some(({ phase }) => phase === 'pending')) registry.onChanged();
}

const findByCanonical = (registry: TopicRegistry, canonical: string) =>
  [...registry.byKey.values()].filter((topic) => topic.canonical === canonical && topic.phase === 'subscribed');

export function deliverFrame(registry: TopicRegistry, frame: ChangeFrame): void {
  for (const topic of findByCanonical(registry, frame.t)) {
    // A frame for one subscription contains only what that one missed.
    if (frame.to !== undefined && frame.to !== topic.id) continue;
    topic.cursor = frame.s;
    for (const subscriber of [...topic.subscribers]) {
      if (subscriber.position !== undefined && isAtOrBefore(frame.s, subscriber.position) === true) continue;
      subscriber.position = frame.s;
      subscriber.handlers.onFrame?.(frame);
    }
  }
}

/** The server has sent everything up to the cursor. */
export function advanceTopics(registry: TopicRegistry, cursor: Cursor): void {
  for (const topic of registry.byKey.values()) if (topic.phase === 'subscribed') topic.cursor = cursor;
}

export function resetTopics(registry: TopicRegistry, canonical: readonly string[], reason: ResetReason): void {
  for (const topic of canonical.flatMap((name) => findByCanonical(registry, name))) resetTopic(topic, reason);
  registry.onChanged();
}

/** Resets all topics with a cursor: the change log was replaced. */
export function resetAllTopics(registry: TopicRegistry, reason: ResetReason): void {
  for (const topic of [...registry.byKey.values()]) if (topic.cursor !== undefined) resetTopic(topic, reason);
  registry.onChanged();
}

/** Requests without a response, or with a response that allows a retry, become pending again. */
export function retrySubscriptions(registry: TopicRegistry): void {
  for (const topic of registry.byKey.values()) if (topic.phase === 'requested') topic.phase = 'pending';
}

/** After a lost connection: marks all running topics to resubscribe from their cursors. */
export function markTopicsForResubscribe(registry: TopicRegistry): void {
  registry.unsubscribed.clear();
  for (const topic of registry.byKey.values()) {
    if (topic.phase !== 'idle') topic.phase = 'pending';
  }
}
