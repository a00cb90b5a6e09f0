/** Slow and hidden readers: nothing is queued for them; they are left out and caught up from the ring when they can take it. */
import { LIMITS } from '../../common/limits';
import type { Cursors } from './cursor';
import { PACE } from './pace';
import type { Passes } from './passes';
import { dismiss, endTopics, PAUSED, topicsOf, type Peer } from './peer';
import type { Realm } from './spec';
import { changesFor, type Topic, type Topics } from './topics';

export interface BackpressureOptions {
  readonly topics: Topics;
  readonly passes: Passes;
  readonly cursors: Readonly<Record<Realm, Cursors>>;
}

/** What engine.io knows of its unsent packets but does not declare; a polling transport has no socket of its own. */
interface Connection {
  readonly writeBuffer: readonly unknown[];
  readonly transport: { readonly socket?: { readonly bufferedAmount?: number } };
}
const connectionOf = (peer: Peer) => peer.socket.conn as unknown as Connection;
const unsentBytes = (peer: Peer): number => connectionOf(peer).transport.socket?.bufferedAmount ?? 0;

/** Whether packets wait behind one that has not moved for too long, or too many bytes wait in the kernel's queue. */
function isSlow(peer: Peer, now: number): boolean {
  const head = connectionOf(peer).writeBuffer[0];
  if (head === undefined) peer.stuck = undefined;
  else if (peer.stuck?.head !== head) peer.stuck = { head, since: now };
  const stuckFor = peer.stuck === undefined ? 0 : now - peer.stuck.since;
  return stuckFor >= PACE.slowAfter || unsentBytes(peer) > LIMITS.socketSlow;
}

function pause({ passes }: BackpressureOptions, peer: Peer, why: 'slow' | 'hidden', now: number): void {
  const told = new Map([...topicsOf(peer)].map((topic) => [topic.name, passes.sentOf(topic)]));
  peer.paused = { since: now, why, at: now, told };
  void peer.socket.join(PAUSED);
}

interface Span {
  readonly from: number;
  readonly upTo: number;
}
/** False: it is no longer known, or too much. */
function tellOne({ passes, cursors }: BackpressureOptions, peer: Peer, topic: Topic, { from, upTo }: Span): boolean {
  const missed = passes.missed(topic.entity.name, from, upTo);
  if (missed === undefined) return false;
  const changes = changesFor(topic, missed);
  if (changes.length > PACE.catchUpRows) return false;
  if (changes.length === 0) return true;
  const frame = { t: topic.name, e: topic.called, s: cursors[peer.realm].print(upTo), c: changes };
  peer.socket.emit('chg', frame);
  return true;
}

/** Tells a paused reader what its rooms were told meanwhile. */
function catchUp(options: BackpressureOptions, peer: Peer, now: number): void {
  const { paused } = peer;
  if (paused === undefined) return;
  const tooLong = paused.why === 'slow' && now - paused.since > PACE.slowReset;
  const lapped = new Set<string>();
  for (const topic of topicsOf(peer)) {
    const upTo = options.passes.sentOf(topic);
    const from = paused.told.get(topic.name) ?? upTo;
    if (tooLong || !tellOne(options, peer, topic, { from, upTo })) lapped.add(topic.name);
    paused.told.set(topic.name, upTo);
  }
  paused.at = now;
  if (lapped.size > 0) lap(options, peer, lapped);
}
function lap({ topics }: BackpressureOptions, peer: Peer, names: ReadonlySet<string>): void {
  endTopics(peer, topics, names);
  peer.socket.emit('reset', { t: [...names], why: 'slow', jitter: PACE.jitter });
}

/**
 * Tells a paused reader one topic up to now. Who follows it a second time starts from now: one frame for both that began
 * where the first one stands would tell the second what it knows, and keep from it what came and went.
 */
function level(options: BackpressureOptions, peer: Peer, topic: Topic): void {
  const from = peer.paused?.told.get(topic.name);
  if (from === undefined) return;
  const upTo = options.passes.sentOf(topic);
  if (tellOne(options, peer, topic, { from, upTo })) peer.paused?.told.set(topic.name, upTo);
  else lap(options, peer, new Set([topic.name]));
}

function resume(options: BackpressureOptions, peer: Peer, now: number): void {
  catchUp(options, peer, now);
  peer.paused = undefined;
  void peer.socket.leave(PAUSED);
}

function look(options: BackpressureOptions, peer: Peer, now: number): void {
  const slow = isSlow(peer, now);
  const { paused } = peer;
  if (paused === undefined) {
    if (slow) pause(options, peer, 'slow', now);
  } else if (paused.why === 'slow' && now - paused.since > PACE.slowBye) {
    dismiss(peer, options.topics, { code: 503, retry: 10 });
  } else if (!slow) {
    if (!peer.hidden) resume(options, peer, now);
    else if (now - paused.at >= PACE.hiddenFlush) catchUp(options, peer, now);
  }
}

export interface Backpressure {
  /** Judges all sockets; only between passes. */
  readonly look: (peers: Iterable<Peer>, now: number) => void;
  /** The tab was hidden or shown; only between passes. */
  readonly hide: (peer: Peer, hidden: boolean, now: number) => void;
  /** Before the reader joins a topic once more; only between passes, the topic flushed. */
  readonly level: (peer: Peer, topic: Topic) => void;
}
export const createBackpressure = (options: BackpressureOptions): Backpressure => ({
  look: (peers, now) => {
    for (const peer of peers) look(options, peer, now);
  },
  hide: (peer, hidden, now) => {
    peer.hidden = hidden;
    if (hidden && peer.paused === undefined) pause(options, peer, 'hidden', now);
    else if (!hidden && peer.paused?.why === 'hidden') resume(options, peer, now);
  },
  level: (peer, topic) => level(options, peer, topic),
});
