/** Slow and hidden readers: nothing is queued for them; they are left out and caught up from the ring when they can take it. */
import { LIMITS } from '../../common/limits';
import type { ResetReason } from '../../common/protocol/live';
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

export function createBackpressure({ topics, passes, cursors }: BackpressureOptions) {
  /** Whether packets wait behind one that has not moved for too long, or too many bytes wait in the kernel's queue. */
  const isSlow = (peer: Peer, now: number): boolean => {
    const head = connectionOf(peer).writeBuffer[0];
    if (head === undefined) peer.stuck = undefined;
    else if (peer.stuck?.head !== head) peer.stuck = { head, since: now };
    const stuckFor = peer.stuck === undefined ? 0 : now - peer.stuck.since;
    return stuckFor >= PACE.slowAfter || unsentBytes(peer) > LIMITS.socketSlow;
  };
  const pause = (peer: Peer, why: 'slow' | 'hidden', now: number): void => {
    const told = new Map([...topicsOf(peer)].map((topic) => [topic.name, passes.sentOf(topic)]));
    peer.paused = { since: now, why, at: now, told };
    void peer.socket.join(PAUSED);
  };
  const tellOne = (peer: Peer, topic: Topic, from: number, upTo: number): boolean => {
    const missed = passes.missed(topic.entity.name, from, upTo);
    if (missed === undefined) return false;
    const changes = changesFor(topic, missed);
    if (changes.length > PACE.catchUpRows) return false;
    if (changes.length === 0) return true;
    const frame = { t: topic.name, e: topic.entity.name, s: cursors[peer.realm].print(upTo), c: changes };
    peer.socket.emit('chg', frame);
    return true;
  };
  const reset = (peer: Peer, names: ReadonlySet<string>, why: ResetReason): void => {
    if (names.size === 0) return;
    endTopics(peer, topics, names);
    peer.socket.emit('reset', { t: [...names], why, jitter: PACE.jitter });
  };
  /** Tells a paused reader what its rooms were told meanwhile. */
  const catchUp = (peer: Peer, now: number): void => {
    const { paused } = peer;
    if (paused === undefined) return;
    const tooLong = paused.why === 'slow' && now - paused.since > PACE.slowReset;
    const lapped = new Set<string>();
    for (const topic of topicsOf(peer)) {
      const upTo = passes.sentOf(topic);
      const from = paused.told.get(topic.name) ?? upTo;
      if (tooLong || !tellOne(peer, topic, from, upTo)) lapped.add(topic.name);
      paused.told.set(topic.name, upTo);
    }
    paused.at = now;
    reset(peer, lapped, 'slow');
  };
  const resume = (peer: Peer, now: number): void => {
    catchUp(peer, now);
    peer.paused = undefined;
    void peer.socket.leave(PAUSED);
  };
  const look = (peer: Peer, now: number): void => {
    const slow = isSlow(peer, now);
    if (peer.paused === undefined) {
      if (slow) pause(peer, 'slow', now);
      return;
    }
    if (peer.paused.why === 'slow' && now - peer.paused.since > PACE.slowBye) {
      return dismiss(peer, topics, { code: 503, retry: 10 });
    }
    if (slow) return;
    if (!peer.hidden) return resume(peer, now);
    if (now - peer.paused.at >= PACE.hiddenFlush) catchUp(peer, now);
  };
  return {
    /** Judges all sockets; only between passes. */
    look: (peers: Iterable<Peer>, now: number) => {
      for (const peer of peers) look(peer, now);
    },
    /** The tab was hidden or shown; only between passes. */
    hide: (peer: Peer, hidden: boolean, now: number) => {
      peer.hidden = hidden;
      if (hidden && peer.paused === undefined) pause(peer, 'hidden', now);
      else if (!hidden && peer.paused?.why === 'hidden') resume(peer, now);
    },
  };
}
