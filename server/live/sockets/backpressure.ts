/** Slow and hidden readers: nothing is queued for them; they are left out and caught up from the ring when they can take it. */
import { LIMITS } from '../../../common/limits';
import type { CursorCodec } from '../log/cursorCodec';
import { TIMING } from '../timing';
import type { Fanout } from './fanout';
import {
  disconnectWithNotice,
  endTopicSubscriptions,
  PAUSED_ROOM,
  subscribedTopics,
  type Connection,
} from '../sockets/connection';
import type { Realm } from './subscriptionSpec';
import { projectTopicChanges, type Topic, type TopicRegistry } from './topicRegistry';

export interface BackpressureOptions {
  readonly topics: TopicRegistry;
  readonly fanout: Fanout;
  readonly cursorCodecs: Readonly<Record<Realm, CursorCodec>>;
}

/** What engine.io knows of its unsent packets but does not declare; a polling transport has no socket of its own. */
interface EngineConnection {
  readonly writeBuffer: readonly unknown[];
  readonly transport: { readonly socket?: { readonly bufferedAmount?: number } };
}
const engineConnectionOf = (connection: Connection) => connection.socket.conn as unknown as EngineConnection;
const unsentBytes = (connection: Connection): number =>
  engineConnectionOf(connection).transport.socket?.bufferedAmount ?? 0;

/** Whether packets wait behind one that has not moved for too long, or too many bytes wait in the kernel's queue. */
function isSlow(connection: Connection, now: number): boolean {
  const head = engineConnectionOf(connection).writeBuffer[0];
  if (head === undefined) connection.blockedPacket = undefined;
  else if (connection.blockedPacket?.head !== head) connection.blockedPacket = { head, since: now };
  const stuckFor = connection.blockedPacket === undefined ? 0 : now - connection.blockedPacket.since;
  return stuckFor >= TIMING.slowAfterMs || unsentBytes(connection) > LIMITS.socketSlow;
}

function pause({ fanout }: BackpressureOptions, connection: Connection, why: 'slow' | 'hidden', now: number): void {
  const deliveredSeqs = new Map(
    [...subscribedTopics(connection)].map((topic) => [topic.name, fanout.publishedSeqOf(topic)]),
  );
  connection.paused = { since: now, why, at: now, deliveredSeqs };
  void connection.socket.join(PAUSED_ROOM);
}

interface SeqRange {
  readonly from: number;
  readonly upTo: number;
}
/** False: it is no longer known, or too much. */
function sendCatchUp(
  { fanout, cursorCodecs }: BackpressureOptions,
  connection: Connection,
  topic: Topic,
  { from, upTo }: SeqRange,
): boolean {
  const foldedChanges = fanout.foldedChanges(topic.entity.name, from, upTo);
  if (foldedChanges === undefined) return false;
  const changes = projectTopicChanges(topic, foldedChanges);
  if (changes.length > TIMING.catchUpRows) return false;
  if (changes.length === 0) return true;
  const frame = { t: topic.name, e: topic.frameEntity, s: cursorCodecs[connection.realm].encode(upTo), c: changes };
  connection.socket.emit('chg', frame);
  return true;
}

/** Tells a paused reader what its rooms were told meanwhile. */
function catchUpAllTopics(options: BackpressureOptions, connection: Connection, now: number): void {
  const { paused } = connection;
  if (paused === undefined) return;
  const isTooLong = paused.why === 'slow' && now - paused.since > TIMING.slowResetMs;
  const lostTopics = new Set<string>();
  for (const topic of subscribedTopics(connection)) {
    const upTo = options.fanout.publishedSeqOf(topic);
    const from = paused.deliveredSeqs.get(topic.name) ?? upTo;
    if (isTooLong || !sendCatchUp(options, connection, topic, { from, upTo })) lostTopics.add(topic.name);
    paused.deliveredSeqs.set(topic.name, upTo);
  }
  paused.at = now;
  if (lostTopics.size > 0) resetTopics(options, connection, lostTopics);
}
function resetTopics({ topics }: BackpressureOptions, connection: Connection, names: ReadonlySet<string>): void {
  endTopicSubscriptions(connection, topics, names);
  connection.socket.emit('reset', { t: [...names], why: 'slow', jitter: TIMING.resetJitterMs });
}

/**
 * Tells a paused reader one topic up to now. Who follows it a second time starts from now: one frame for both that began
 * where the first one stands would tell the second what it knows, and keep from it what came and went.
 */
function catchUpTopic(options: BackpressureOptions, connection: Connection, topic: Topic): void {
  const from = connection.paused?.deliveredSeqs.get(topic.name);
  if (from === undefined) return;
  const upTo = options.fanout.publishedSeqOf(topic);
  if (sendCatchUp(options, connection, topic, { from, upTo })) connection.paused?.deliveredSeqs.set(topic.name, upTo);
  else resetTopics(options, connection, new Set([topic.name]));
}

function resume(options: BackpressureOptions, connection: Connection, now: number): void {
  catchUpAllTopics(options, connection, now);
  connection.paused = undefined;
  void connection.socket.leave(PAUSED_ROOM);
}

function checkConnection(options: BackpressureOptions, connection: Connection, now: number): void {
  const isSlowNow = isSlow(connection, now);
  const { paused } = connection;
  if (paused === undefined) {
    if (isSlowNow) pause(options, connection, 'slow', now);
  } else if (paused.why === 'slow' && now - paused.since > TIMING.slowDisconnectMs) {
    disconnectWithNotice(connection, options.topics, { code: 503, retry: 10 });
  } else if (!isSlowNow) {
    if (!connection.isHidden) resume(options, connection, now);
    else if (now - paused.at >= TIMING.hiddenFlushMs) catchUpAllTopics(options, connection, now);
  }
}

export interface Backpressure {
  /** Judges all sockets; only between passes. */
  readonly checkAll: (connections: Iterable<Connection>, now: number) => void;
  /** The tab was hidden or shown; only between passes. */
  readonly setHidden: (connection: Connection, hidden: boolean, now: number) => void;
  /** Before the reader joins a topic once more; only between passes, the topic flushed. */
  readonly catchUpTopic: (connection: Connection, topic: Topic) => void;
}
export const createBackpressure = (options: BackpressureOptions): Backpressure => ({
  checkAll: (connections, now) => {
    for (const connection of connections) checkConnection(options, connection, now);
  },
  setHidden: (connection, hidden, now) => {
    connection.isHidden = hidden;
    if (hidden && connection.paused === undefined) pause(options, connection, 'hidden', now);
    else if (!hidden && connection.paused?.why === 'hidden') resume(options, connection, now);
  },
  catchUpTopic: (connection, topic) => catchUpTopic(options, connection, topic),
});
