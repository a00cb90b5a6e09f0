/** One authenticated connection: its principal, subscriptions, rate limit and backpressure state. */
import type { DefaultEventsMap, Namespace, Socket } from 'socket.io';
import type { Actor } from '../../../common/entity/access';
import { LIMITS } from '../../../common/limits';
import type { ClientToServer, ServerToClient } from '../../../common/protocol/liveEvents';
import type { Lang } from '../../../common/lang';
import type { Realm } from '../../../common/realm';
import type { Topic, TopicRegistry } from '../topics/topicRegistry';

/** The result of a valid token. */
export interface SocketAuthentication {
  readonly actor: Actor;
  readonly sessionId: string;
  /** `admin:7`, `member:9`: as in the change log's `actor`. */
  readonly principal: string;
  /** Unix milliseconds. */
  readonly expiresAt: number;
  /** The admin of a support session: the member itself is not connected. */
  readonly supportBy?: number;
}
export type LiveSocket = Socket<ClientToServer, ServerToClient, DefaultEventsMap, { auth?: Admitted }>;
export type LiveNamespace = Namespace<ClientToServer, ServerToClient, DefaultEventsMap, { auth?: Admitted }>;
/** The authentication of a handshake, and the log position after which permission changes must be applied again. */
export interface Admitted extends SocketAuthentication {
  readonly position: number;
}

export interface Subscription {
  readonly topic: Topic;
  /** As the client sent it; resolved again when permissions change. */
  readonly spec: unknown;
}
export interface Connection {
  readonly socket: LiveSocket;
  readonly realm: Realm;
  readonly principal: string;
  /** The user's language. While it is undefined, the server sends texts such as log titles as they are stored. */
  readonly lang: Lang | undefined;
  sessionId: string;
  supportBy: number | undefined;
  actor: Actor;
  expiresAt: number;
  /** The sequence number at which its permissions last changed: earlier reads had other permissions. */
  permissionsChangedAt: number;
  /** By the short ids of the client. */
  readonly subscriptions: Map<string, Subscription>;
  tokenBucket: { tokens: number; at: number };
  violations: number;
  isHidden: boolean;
  /** The server disconnected it. */
  isDisconnected: boolean;
  /** Set while it gets no frames: the last delivered sequence number by topic name. */
  paused:
    | {
        readonly since: number;
        readonly why: 'slow' | 'hidden';
        at: number;
        readonly deliveredSeqs: Map<string, number>;
      }
    | undefined;
  /** The first unsent packet at the last check, and since when it is the first. */
  blockedPacket: { readonly head: unknown; readonly since: number } | undefined;
}

/** The Socket.IO room of paused connections. */
export const PAUSED_ROOM = 'paused';

export const createConnection = (
  socket: LiveSocket,
  realm: Realm,
  auth: SocketAuthentication,
  { now, lang }: { readonly now: number; readonly lang?: Lang },
): Connection => ({
  socket,
  realm,
  lang,
  principal: auth.principal,
  sessionId: auth.sessionId,
  supportBy: auth.supportBy,
  actor: auth.actor,
  expiresAt: auth.expiresAt,
  permissionsChangedAt: 0,
  subscriptions: new Map(),
  tokenBucket: { tokens: LIMITS.socketEventBurst, at: now },
  violations: 0,
  isHidden: false,
  isDisconnected: false,
  paused: undefined,
  blockedPacket: undefined,
});

/**
 * Rate limit of socket messages (token bucket): takes one token; false when the client has sent too many messages. Each refused message is a
 * violation, and a client with many violations is disconnected (`recordViolation`).
 */
export function takeEventToken(connection: Connection, now: number): boolean {
  const refill = ((now - connection.tokenBucket.at) / 1000) * LIMITS.socketEventsPerSecond;
  const tokens = Math.min(LIMITS.socketEventBurst, connection.tokenBucket.tokens + refill);
  connection.tokenBucket = { tokens: tokens >= 1 ? tokens - 1 : tokens, at: now };
  return tokens >= 1;
}

/** Sends `bye`, ends all subscriptions, and closes the transport: an open one could continue to flood the server. */
export function disconnectWithNotice(
  connection: Connection,
  topics: TopicRegistry,
  notice: Parameters<ServerToClient['bye']>[0],
): void {
  connection.isDisconnected = true;
  endAllSubscriptions(connection, topics);
  connection.socket.emit('bye', notice);
  connection.socket.disconnect(true);
}
/** Counts a violation of the protocol or of the rate limit; disconnects the client with 429 at the limit. */
export function recordViolation(connection: Connection, topics: TopicRegistry): void {
  connection.violations += 1;
  if (connection.violations >= LIMITS.socketViolations)
    disconnectWithNotice(connection, topics, { code: 429, retry: 30 });
}

/** Ends one subscription; leaves the room when no other subscription of the connection uses it. */
export function endSubscription(connection: Connection, topics: TopicRegistry, id: string): void {
  const subscription = connection.subscriptions.get(id);
  if (subscription === undefined) return;
  connection.subscriptions.delete(id);
  topics.leave(subscription.topic);
  topics.costs.remove(connection.principal, subscription.topic.name);
  if ([...connection.subscriptions.values()].some((other) => other.topic === subscription.topic)) return;
  void connection.socket.leave(subscription.topic.name);
  connection.paused?.deliveredSeqs.delete(subscription.topic.name);
}
export function endAllSubscriptions(connection: Connection, topics: TopicRegistry): void {
  for (const id of [...connection.subscriptions.keys()]) endSubscription(connection, topics, id);
}
/** Ends all subscriptions to the named topics. */
export function endTopicSubscriptions(connection: Connection, topics: TopicRegistry, names: ReadonlySet<string>): void {
  for (const [id, subscription] of [...connection.subscriptions])
    if (names.has(subscription.topic.name)) endSubscription(connection, topics, id);
}
export const subscribedTopics = (connection: Connection): ReadonlySet<Topic> =>
  new Set([...connection.subscriptions.values()].map((subscription) => subscription.topic));
