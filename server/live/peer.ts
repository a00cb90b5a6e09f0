/** One signed-in socket as the live channel sees it: who it is, what it listens to, how well it keeps up. */
import type { DefaultEventsMap, Namespace, Socket } from 'socket.io';
import type { Actor } from '../../common/entity/access';
import { LIMITS } from '../../common/limits';
import type { ClientToServer, ServerToClient } from '../../common/protocol/live';
import type { Lang } from '../context';
import type { Realm } from './spec';
import type { Topic, Topics } from './topics';

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
export interface Peer {
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
  rightsAt: number;
  /** By the client's own short ids. */
  readonly subs: Map<string, Subscription>;
  bucket: { tokens: number; at: number };
  strikes: number;
  hidden: boolean;
  /** The house ended it, and it will not be back. */
  dismissed: boolean;
  /** While it gets no live frames: what it was told per topic, by the topic's name. */
  paused:
    | { readonly since: number; readonly why: 'slow' | 'hidden'; at: number; readonly told: Map<string, number> }
    | undefined;
  /** The packet that waited first at the last look, and since when. */
  stuck: { readonly head: unknown; readonly since: number } | undefined;
}

/** The room of sockets that get no live frames for a while. */
export const PAUSED = 'slow';

export const createPeer = (
  socket: LiveSocket,
  realm: Realm,
  auth: Authenticated,
  { now, lang }: { readonly now: number; readonly lang?: Lang },
): Peer => ({
  socket,
  realm,
  lang,
  principal: auth.principal,
  sessionId: auth.sessionId,
  supportBy: auth.supportBy,
  actor: auth.actor,
  expiresAt: auth.expiresAt,
  rightsAt: 0,
  subs: new Map(),
  bucket: { tokens: LIMITS.socketBurst, at: now },
  strikes: 0,
  hidden: false,
  dismissed: false,
  paused: undefined,
  stuck: undefined,
});

/** Takes one event from the socket's allowance; false when there is none left. */
export function allow(peer: Peer, now: number): boolean {
  const refill = ((now - peer.bucket.at) / 1000) * LIMITS.socketEventsPerSecond;
  const tokens = Math.min(LIMITS.socketBurst, peer.bucket.tokens + refill);
  peer.bucket = { tokens: tokens >= 1 ? tokens - 1 : tokens, at: now };
  return tokens >= 1;
}

/** Says why, leaves every room at once, and ends the whole connection: one that stayed open could go on flooding. */
export function dismiss(peer: Peer, topics: Topics, notice: Parameters<ServerToClient['bye']>[0]): void {
  peer.dismissed = true;
  endAll(peer, topics);
  peer.socket.emit('bye', notice);
  peer.socket.disconnect(true);
}
/** One breach of the rules; the last one allowed ends the socket. */
export function strike(peer: Peer, topics: Topics): void {
  peer.strikes += 1;
  if (peer.strikes >= LIMITS.socketStrikes) dismiss(peer, topics, { code: 429, retry: 30 });
}

/** Ends one subscription; the room is left when no other subscription of the socket is in it. */
export function end(peer: Peer, topics: Topics, id: string): void {
  const sub = peer.subs.get(id);
  if (sub === undefined) return;
  peer.subs.delete(id);
  topics.leave(sub.topic);
  topics.costs.remove(peer.principal, sub.topic.name);
  if ([...peer.subs.values()].some((other) => other.topic === sub.topic)) return;
  void peer.socket.leave(sub.topic.name);
  peer.paused?.told.delete(sub.topic.name);
}
export function endAll(peer: Peer, topics: Topics): void {
  for (const id of [...peer.subs.keys()]) end(peer, topics, id);
}
/** Ends every subscription to some topics. */
export function endTopics(peer: Peer, topics: Topics, names: ReadonlySet<string>): void {
  for (const [id, sub] of [...peer.subs]) if (names.has(sub.topic.name)) end(peer, topics, id);
}
export const topicsOf = (peer: Peer): ReadonlySet<Topic> => new Set([...peer.subs.values()].map((sub) => sub.topic));
