/** What only people say over the wire: where they are, whom they ask for a field, which member they look at, which task's output they follow. */
import type { CareAnswer } from '../../common/protocol/care';
import type { AskAnswer, FocusAnswer } from '../../common/protocol/live';
import { isWallName } from '../access/walls';
import type { Attendance } from './attendance';
import { strike, type Peer } from './peer';
import type { Tails } from './tails';
import type { Topics } from './topics';

export type Ack<T> = (answer: T) => void;
export const ackOf = <T>(value: unknown): Ack<T> => (typeof value === 'function' ? (value as Ack<T>) : () => undefined);

interface PeopleOptions {
  readonly presence: Attendance;
  readonly tails: Tails;
  readonly topics: Topics;
  /** A failure of ours ends the socket. */
  readonly guarded: (work: Promise<void>) => void;
}

async function onFocus({ presence, topics }: PeopleOptions, peer: Peer, raw: unknown, ack: Ack<FocusAnswer>) {
  if (!(await presence.focus(peer, raw, ack))) strike(peer, topics);
}
function onAsk({ presence, topics }: PeopleOptions, peer: Peer, raw: unknown, ack: Ack<AskAnswer>): void {
  if (!presence.ask(peer, raw, ack)) strike(peer, topics);
}
async function onCare({ presence, topics }: PeopleOptions, peer: Peer, raw: unknown, ack: Ack<CareAnswer>) {
  if (!(await presence.care(peer, raw, ack))) strike(peer, topics);
}

/** Nobody sits at a screen on a wall. */
function refuse({ socket }: Peer): void {
  for (const event of ['focus', 'ask', 'care'] as const)
    socket.on(event, (raw: unknown, ack: unknown) => {
      ackOf<FocusAnswer>(ack ?? raw)({ ok: false, code: 404 });
    });
}

export function listenToPeople(options: PeopleOptions, peer: Peer): void {
  const { socket, principal } = peer;
  if (isWallName(principal)) {
    refuse(peer);
    return;
  }
  socket.on('focus', (raw: unknown, ack: unknown) => {
    options.guarded(onFocus(options, peer, raw, ackOf(ack ?? raw)));
  });
  socket.on('ask', (raw: unknown, ack: unknown) => {
    onAsk(options, peer, raw, ackOf(ack ?? raw));
  });
  socket.on('care', (raw: unknown, ack: unknown) => {
    options.guarded(onCare(options, peer, raw, ackOf(ack ?? raw)));
  });
  options.tails.serve(peer, () => strike(peer, options.topics));
}
