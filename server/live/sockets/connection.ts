/** One signed-in socket as the live channel sees it: who it is, what it listens to, how well it keeps up. */
import type { DefaultEventsMap, Namespace, Socket } from 'socket.io';
import type { Actor } from '../../../common/entity/access';
import { LIMITS } from '../../../common/limits';
import type { ClientToServer, ServerToClient } from '../../../common/protocol/liveEvents';
import type { Lang } from '../../context';
import type { Realm } from '../topics/subscriptionSpec';
import type { Topic, TopicRegistry } from '../topics/topicRegistry';

/** What a token proves. */
export interface Authenticated {
  readonly actor: Actor;
  readonly sessionId: string;
  /** `admin:7`, `member:9`: as in the change log's `actor`. */
  readonly principal: string;
  /** Unix milliseconds. */
  readonly expiresAt: number;
  /** The admin who looks at a member's account for support: the member is not there. */
  readonly supportBy?: number;
}
export type LiveSocket = Socket<ClientToServer, ServerToClient, DefaultEventsMap, { auth?: Admitted }>;
export type LiveNamespace = Namespace<ClientToServer, ServerToClient, DefaultEventsMap, { auth?: Admitted }>;
/** A proof and the log position from which on changes of rights must be looked at again. */
export interface Admitted extends Authenticated {
  readonly position: number;
}

export interface Subscription {
  readonly topic: Topic;
  /** As sent; judged again when rights change. */
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
  /** The log's number when its rights became others: what was read before was read with other eyes. */
  permissionsChangedAt: number;
  /** By the client's own short ids. */
  readonly subscriptions: Map<string, Subscription>;
  tokenBucket: { tokens: number; at: number };
  violations: number;
  isHidden: boolean;
  /** The house ended it, and it will not be back. */
  isDisconnected: boolean;
  /** While it gets no live frames: what it was told per topic, by the topic's name. */
  paused:
    | {
        readonly since: number;
        readonly why: 'slow' | 'hidden';
        at: number;
        readonly deliveredSeqs: Map<string, number>;
      }
    | undefined;
  /** The packet that waited first at the last look, and since when. */
  blockedPacket: { readonly head: unknown; readonly since: number } | undefined;
}

/** The room of sockets that get no live frames for a while. */
export const PAUSED_ROOM = 'slow';

export const createConnection = (
  socket: LiveSocket,
  realm: Realm,
  auth: Authenticated,
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
  tokenBucket: { tokens: LIMITS.socketBurst, at: now },
  violations: 0,
  isHidden: false,
  isDisconnected: false,
  paused: undefined,
  blockedPacket: undefined,
});

/** Takes one event from the socket's allowance; false when there is none left. */
export function takeEventToken(connection: Connection, now: number): boolean {
  const refill = ((now - connection.tokenBucket.at) / 1000) * LIMITS.socketEventsPerSecond;
  const tokens = Math.min(LIMITS.socketBurst, connection.tokenBucket.tokens + refill);
  connection.tokenBucket = { tokens: tokens >= 1 ? tokens - 1 : tokens, at: now };
  return tokens >= 1;
}

/** Says why, leaves every room at once, and ends the whole connection: one that stayed open could go on flooding. */
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
/** One breach of the rules; the last one allowed ends the socket. */
export function recordViolation(connection: Connection, topics: TopicRegistry): void {
  connection.violations += 1;
  if (connection.violations >= LIMITS.socketStrikes) disconnectWithNotice(connection, topics, { code: 429, retry: 30 });
}

/** Ends one subscription; the room is left when no other subscription of the socket is in it. */
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
/** Ends every subscription to some topics. */
export function endTopicSubscriptions(connection: Connection, topics: TopicRegistry, names: ReadonlySet<string>): void {
  for (const [id, subscription] of [...connection.subscriptions])
    if (names.has(subscription.topic.name)) endSubscription(connection, topics, id);
}
export const subscribedTopics = (connection: Connection): ReadonlySet<Topic> =>
  new Set([...connection.subscriptions.values()].map((subscription) => subscription.topic));
