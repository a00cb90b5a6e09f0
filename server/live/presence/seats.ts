/** The sockets that ever said where they are, each with the public name others know its tab by. */
import { randomBytes } from 'node:crypto';
import type { Actor } from '../../../common/entity/access';
import type { Peer } from '../peer';

/** One socket's place in the house. */
export interface Seat {
  readonly peer: Peer;
  /** Its public name: not the socket's id, with which one could speak for it. */
  readonly tag: string;
  /** Counts its events: one that waited for the database while another came is out of date. */
  turn: number;
  hidden: boolean;
  /** The entity whose room it is in. */
  room: string | undefined;
  /** The rights it was judged by. */
  actor: Actor;
}
export interface Seats {
  readonly get: (peer: Peer) => Seat | undefined;
  /** The peer's seat, given to it now if it has none. */
  readonly of: (peer: Peer) => Seat;
  readonly byTag: (tag: string) => Seat | undefined;
  readonly all: () => Iterable<Seat>;
  readonly end: (peer: Peer) => void;
}

export function createSeats(): Seats {
  const seats = new Map<Peer, Seat>();
  const byTag = new Map<string, Seat>();
  const give = (peer: Peer): Seat => {
    const tag = randomBytes(9).toString('base64url');
    const seat: Seat = { peer, tag, turn: 0, hidden: peer.hidden, room: undefined, actor: peer.actor };
    seats.set(peer, seat);
    byTag.set(tag, seat);
    return seat;
  };
  return {
    get: (peer) => seats.get(peer),
    of: (peer) => seats.get(peer) ?? give(peer),
    byTag: (tag) => byTag.get(tag),
    all: () => seats.values(),
    end: (peer) => {
      byTag.delete(seats.get(peer)?.tag ?? '');
      seats.delete(peer);
    },
  };
}
