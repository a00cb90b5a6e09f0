/** The wire: who may connect, and what each event of a client does. Nothing a client sends is believed before it is parsed. */
import type { IncomingMessage } from 'node:http';
import type { ServerOptions } from 'socket.io';
import { z } from 'zod';
import { LIMITS } from '../../common/limits';
import {
  PROTOCOL,
  type AuthAnswer,
  type DashAnswer,
  type SiteNotice,
  type SubscribeAnswer,
} from '../../common/protocol/live';
import type { Clock, Lang, Log } from '../context';
import { languageOf } from '../platform/http/language';
import type { Attendance } from './attendance';
import type { Figures } from './counters/counters';
import type { Backpressure } from './backpressure';
import type { Handshakes } from './handshakes';
import { PACE } from './pace';
import { ackOf, listenToPeople, type Ack } from './people';
import type { Passes } from './passes';
import {
  allow,
  createPeer,
  dismiss,
  endAll,
  end,
  strike,
  type Admitted,
  type Authenticated,
  type LiveNamespace,
  type LiveSocket,
  type Peer,
} from './peer';
import type { Peers } from './peers';
import type { Subscribe } from './resume';
import type { Tails } from './tails';
import type { createRights } from './rights';
import type { Realm } from './spec';
import type { Topics } from './topics';

export type Authenticate = (realm: Realm, token: string) => Promise<Authenticated | 'expired' | 'unknown'>;

export interface SocketOptions {
  readonly log: Log;
  readonly clock: Clock;
  readonly authenticate: Authenticate;
  readonly handshakes: Handshakes;
  readonly peers: Peers;
  readonly topics: Topics;
  readonly passes: Passes;
  readonly rights: ReturnType<typeof createRights>;
  readonly subscribe: Subscribe;
  readonly backpressure: Backpressure;
  /** Names the client this server serves. */
  readonly build: string;
  /** Milliseconds the process is late. */
  readonly lag: () => number;
  readonly presence: Attendance;
  readonly tails: Tails;
  /** What windows show of the settings. */
  readonly site: () => SiteNotice | undefined;
  readonly figures: Figures | undefined;
}

/** Why a connection was refused; the client reads `data`. */
class Refused extends Error {
  readonly data: { readonly code: number; readonly retry?: number };
  constructor(code: number, retry?: number) {
    super(code === 409 ? 'expired' : 'refused');
    this.data = { code, ...(retry === undefined ? {} : { retry }) };
  }
}

const tokenSchema = z.object({
  token: z.string().min(1).max(512),
  v: z.unknown().optional(),
  lang: z.unknown().optional(),
});

/** The language a socket reads: the one its client names, else the one its headers ask for. */
function langOf({ handshake }: LiveSocket): { readonly lang?: Lang } {
  const named = tokenSchema.safeParse(handshake.auth).data?.lang;
  const lang = languageOf(handshake, typeof named === 'string' ? named : undefined, undefined);
  return lang === undefined ? {} : { lang };
}

const authSchema = z.strictObject({ token: z.string().min(1).max(512) });
const unsubSchema = z.strictObject({ t: z.array(z.string().max(64)).max(LIMITS.topics) });
const visSchema = z.strictObject({ hidden: z.boolean() });

/** Pages of other origins may not open a socket in a visitor's name; programs send no Origin. */
export function sameOrigin(request: Pick<IncomingMessage, 'headers'>, publicUrl: string | null): boolean {
  const { origin, host } = request.headers;
  if (origin === undefined) return true;
  if (!URL.canParse(origin)) return false;
  return new URL(origin).host === host || (publicUrl !== null && origin === new URL(publicUrl).origin);
}

/** Seconds until somebody who was turned away may come again, spread so that they do not all come at once. */
export const awhile = (most: number): number => Math.ceil(Math.random() * most);

/**
 * The process falls behind when it lets everybody in at once: a few wait outside. Who speaks another version of the events
 * must load the page anew.
 */
export const admission = (options: Pick<SocketOptions, 'authenticate' | 'lag' | 'passes' | 'peers'>, realm: Realm) => {
  const { passes, peers } = options;
  return async (socket: Pick<LiveSocket, 'handshake'>): Promise<Admitted | Refused> => {
    const read = tokenSchema.safeParse(socket.handshake.auth);
    if (!read.success) return new Refused(401);
    if (read.data.v !== undefined && read.data.v !== PROTOCOL) return new Refused(426);
    if (options.lag() > PACE.latest) return new Refused(503, awhile(PACE.comeBack));
    const position = passes.position();
    const proof = await options.authenticate(realm, read.data.token);
    if (proof === 'expired' || proof === 'unknown') return new Refused(proof === 'expired' ? 409 : 401);
    const isFull = peers.countOf(proof.principal) >= LIMITS.socketsPerPrincipal;
    return isFull ? new Refused(429) : { ...proof, position };
  };
};

/** One namespace with everything its sockets need. */
interface Space extends SocketOptions {
  readonly realm: Realm;
}

/** Rights read before a change of rights passed by are looked at again. */
async function recheck({ passes, rights }: Space, peer: Peer, since: number): Promise<void> {
  if (passes.rightsAt() > since) await passes.between(() => rights.recompute([peer], 'group'));
}

async function upgrade(space: Space, peer: Peer, token: string): Promise<AuthAnswer> {
  const position = space.passes.position();
  const proof = await space.authenticate(space.realm, token);
  if (proof === 'expired' || proof === 'unknown') return { ok: false, code: proof === 'expired' ? 409 : 401 };
  if (proof.principal !== peer.principal) return { ok: false, code: 401 };
  peer.expiresAt = proof.expiresAt;
  peer.sessionId = proof.sessionId;
  peer.supportBy = proof.supportBy;
  space.presence.came(peer);
  await recheck(space, peer, position);
  return { ok: true, exp: proof.expiresAt, rights: await space.rights.mark(peer), build: space.build };
}

async function onSub(space: Space, peer: Peer, raw: unknown, ack: Ack<SubscribeAnswer>): Promise<void> {
  if (!(await space.subscribe(peer, raw, ack))) strike(peer, space.topics);
}
async function onAuth(space: Space, peer: Peer, raw: unknown, ack: Ack<AuthAnswer>): Promise<void> {
  const read = authSchema.safeParse(raw);
  if (!read.success) {
    ack({ ok: false, code: 400 });
    strike(peer, space.topics);
    return;
  }
  const answer = await upgrade(space, peer, read.data.token);
  ack(answer);
  // A token that proves nobody, or somebody else, ends the socket; an expired one leaves time to fetch another.
  if (!answer.ok && answer.code === 401) dismiss(peer, space.topics, { code: 401 });
}
function onUnsub({ topics }: Space, peer: Peer, raw: unknown): void {
  const read = unsubSchema.safeParse(raw);
  if (!read.success) strike(peer, topics);
  else for (const id of read.data.t) end(peer, topics, id);
}
async function onVis(space: Space, peer: Peer, raw: unknown): Promise<void> {
  const read = visSchema.safeParse(raw);
  if (!read.success) {
    strike(peer, space.topics);
    return;
  }
  space.presence.hide(peer, read.data.hidden);
  await space.passes.between(() => {
    space.backpressure.hide(peer, read.data.hidden, space.clock.now());
    space.figures?.look();
  });
  space.presence.look();
}

async function onDash(space: Space, peer: Peer, raw: unknown, ack: Ack<DashAnswer>): Promise<void> {
  if (space.figures === undefined) ack({ ok: false, code: 404 });
  else if (!(await space.figures.ask(peer, raw, ack))) strike(peer, space.topics);
}

/** A failure of ours ends the socket, which comes back; it never ends the process. */
function guarded({ log, topics }: Space, peer: Peer, work: Promise<void>): void {
  work.catch((error: unknown) => {
    log.error({ err: error, principal: peer.principal }, 'a socket event failed');
    dismiss(peer, topics, { code: 503, retry: 5 });
  });
}

/** One thing after the other: a topic given up while it is still being joined must not be joined after all. */
function createTurn(): (work: () => Promise<void> | void) => Promise<void> {
  let last: Promise<void> = Promise.resolve();
  return (work) => {
    const turn = last.then(work);
    last = turn.catch(() => undefined);
    return turn;
  };
}

function listen(space: Space, socket: LiveSocket, peer: Peer): void {
  const { clock, topics, peers } = space;
  const inTurn = createTurn();
  const ordered = (work: () => Promise<void> | void) => guarded(space, peer, inTurn(work));
  socket.use((packet, next) => {
    if (allow(peer, clock.now())) {
      next();
      return;
    }
    ackOf<{ ok: false; code: 429; msg: string }>(packet.at(-1))({ ok: false, code: 429, msg: 'events' });
    strike(peer, topics);
  });
  // What arrives is untyped whatever the declarations say; the acknowledgement may be the only argument.
  socket.on('sub', (raw: unknown, ack: unknown) => {
    ordered(() => onSub(space, peer, raw, ackOf(ack ?? raw)));
  });
  socket.on('auth', (raw: unknown, ack: unknown) => {
    guarded(space, peer, onAuth(space, peer, raw, ackOf(ack ?? raw)));
  });
  socket.on('unsub', (raw: unknown) => {
    ordered(() => onUnsub(space, peer, raw));
  });
  socket.on('vis', (raw: unknown) => {
    guarded(space, peer, onVis(space, peer, raw));
  });
  listenToPeople({ ...space, guarded: (work) => guarded(space, peer, work) }, peer);
  socket.on('dash', (raw: unknown, ack: unknown) => {
    guarded(space, peer, onDash(space, peer, raw, ackOf(ack ?? raw)));
  });
  socket.on('disconnect', () => {
    space.presence.leave(peer);
    space.figures?.leave(peer);
    endAll(peer, topics);
    peers.delete(socket.id);
  });
}

export function serveNamespace(namespace: LiveNamespace, realm: Realm, options: SocketOptions): void {
  const space: Space = { ...options, realm };
  const admit = admission(options, realm);
  namespace.use((socket, next) => {
    admit(socket)
      .then((result) => {
        if (result instanceof Refused) {
          options.handshakes.refused(socket.conn);
          return result;
        }
        options.handshakes.admitted(socket.conn);
        socket.data.auth = result;
        return undefined;
      })
      .catch((error: unknown) => {
        options.log.error({ err: error }, 'a socket could not be authenticated');
        return new Refused(503);
      })
      .then(next, next);
  });
  namespace.on('connection', (socket) => {
    const { auth } = socket.data;
    if (auth === undefined) {
      socket.disconnect();
      return;
    }
    const peer = createPeer(socket, realm, auth, { now: options.clock.now(), ...langOf(socket) });
    delete socket.data.auth;
    options.peers.set(socket.id, peer);
    options.presence.came(peer);
    const shown = options.site();
    // Who comes may have missed a change.
    if (shown) socket.emit('site', shown);
    listen(space, socket, peer);
    guarded(space, peer, recheck(space, peer, auth.position));
  });
}

/** Ends sockets whose token ran out and was not renewed in time. */
export function endExpired(peers: Iterable<Peer>, topics: Topics, now: number): void {
  for (const peer of peers) {
    if (peer.expiresAt + LIMITS.tokenGraceSeconds * 1000 <= now) dismiss(peer, topics, { code: 401 });
  }
}

/** Settings of the Socket.IO server: websocket first, nothing compressed, nothing kept for anybody. */
export const serverOptions = {
  transports: ['websocket', 'polling'],
  perMessageDeflate: false,
  httpCompression: false,
  maxHttpBufferSize: LIMITS.socketFrame,
  pingInterval: PACE.pingInterval,
  pingTimeout: PACE.pingTimeout,
  connectTimeout: PACE.connectTimeout,
  serveClient: false,
} satisfies Partial<ServerOptions>;
