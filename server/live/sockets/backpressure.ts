/** Backpressure: slow and hidden connections get no frames, and catch up from the ring buffer later, so that no queue grows. */
import { LIMITS } from '../../../common/limits';
import type { CursorCodec } from '../log/cursorCodec';
import { TIMING } from '../timing';
import type { Fanout } from '../topics/fanout';
import {
  disconnectWithNotice,
  endTopicSubscriptions,
  PAUSED_ROOM,
  subscribedTopics,
  type Connection,
} from './connection';
import type { Realm } from '../../../common/realm';
import { projectTopicChanges, type Topic, type TopicRegistry } from '../topics/topicRegistry';
import { unsentBytes, unsentPackets } from '../../platform/patches/engineIoBuffer';

export interface BackpressureOptions {
  readonly topics: TopicRegistry;
  readonly fanout: Fanout;
  readonly cursorCodecs: Readonly<Record<Realm, CursorCodec>>;
}

/** Whether the first unsent packet is the same for too long, or too many bytes wait in the socket. */
function isSlow(connection: Connection, now: number): boolean {
  const { conn } = connection.socket;
  const [head] = unsentPackets(conn);
  if (head === undefined) connection.blockedPacket = undefined;
  else if (connection.blockedPacket?.head !== head) connection.blockedPacket = { head, since: now };
  const stuckFor = connection.blockedPacket === undefined ? 0 : now - connection.blockedPacket.since;
  return stuckFor >= TIMING.slowAfterMs || unsentBytes(conn) > LIMITS.socketUnsentBytes;
}

function pause({ fanout }: BackpressureOptions, connection: Connection, why: 'slow' | 'hidden', now: number): void {
  const deliveredSeqs = new Map(
    [...subscribedTopics(connection)].map((topic) => [topic.name, fanout.getPublishedSeq(topic)]),
  );
  connection.paused = { since: now, why, at: now, deliveredSeqs };
  void connection.socket.join(PAUSED_ROOM);
}

interface SeqRange {
  readonly from: number;
  readonly upTo: number;
}
/** False when the changes are no longer in memory, or too many. */
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

/** Sends a paused connection what its topics published meanwhile. */
function catchUpAllTopics(options: BackpressureOptions, connection: Connection, now: number): void {
  const { paused } = connection;
  if (paused === undefined) return;
  const isTooLong = paused.why === 'slow' && now - paused.since > TIMING.slowResetMs;
  const lostTopics = new Set<string>();
  for (const topic of subscribedTopics(connection)) {
    const upTo = options.fanout.getPublishedSeq(topic);
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
 * Sends a paused connection the missed changes of one topic. Called before a second subscription to the topic joins. It starts at the
 * current position; a shared catch-up frame from the older position would repeat changes it already has and omit rows added and removed
 * since.
 */
function catchUpTopic(options: BackpressureOptions, connection: Connection, topic: Topic): void {
  const from = connection.paused?.deliveredSeqs.get(topic.name);
  if (from === undefined) return;
  const upTo = options.fanout.getPublishedSeq(topic);
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
  /** Pauses and resumes connections; only in the exclusive section. */
  readonly checkAll: (connections: Iterable<Connection>, now: number) => void;
  /** The client hid or showed its page; only in the exclusive section. */
  readonly setHidden: (connection: Connection, hidden: boolean, now: number) => void;
  /** Sends a paused connection the missed changes of a topic before a second subscription to it joins; only in the exclusive section. */
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
