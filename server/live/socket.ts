/** The wire: who may connect, and what each event of a client does. Nothing a client sends is believed before it is parsed. */
import type { IncomingMessage } from 'node:http';
import type { ServerOptions } from 'socket.io';
import { z } from 'zod';
import { LIMITS } from '../../common/limits';
import type { AuthAnswer, SubscribeAnswer } from '../../common/protocol/live';
import type { Clock, Log } from '../kit';
import type { createBackpressure } from './backpressure';
import { PACE } from './pace';
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
import type { createResume } from './resume';
import type { createRights } from './rights';
import type { Realm } from './spec';
import type { Topics } from './topics';

export type Authenticate = (realm: Realm, token: string) => Promise<Authenticated | 'expired' | 'unknown'>;

export interface SocketOptions {
  readonly log: Log;
  readonly clock: Clock;
  readonly authenticate: Authenticate;
  readonly peers: Map<string, Peer>;
  readonly topics: Topics;
  readonly passes: Passes;
  readonly rights: ReturnType<typeof createRights>;
  readonly subscribe: ReturnType<typeof createResume>;
  readonly backpressure: ReturnType<typeof createBackpressure>;
}

/** Why a connection was refused; the client reads `data.code`. */
class Refused extends Error {
  readonly data: { readonly code: number };
  constructor(code: number) {
    super(code === 409 ? 'expired' : 'refused');
    this.data = { code };
  }
}

const tokenSchema = z.object({ token: z.string().min(1).max(512) });
const authSchema = z.strictObject({ token: z.string().min(1).max(512) });
const unsubSchema = z.strictObject({ t: z.array(z.string().max(64)).max(LIMITS.topics) });
const visSchema = z.strictObject({ hidden: z.boolean() });

type Ack<T> = (answer: T) => void;
const ackOf = <T>(value: unknown): Ack<T> => (typeof value === 'function' ? (value as Ack<T>) : () => undefined);

/** Pages of other origins may not open a socket in a visitor's name; programs send no Origin. */
export function sameOrigin(request: Pick<IncomingMessage, 'headers'>, publicUrl: string | null): boolean {
  const { origin, host } = request.headers;
  if (origin === undefined) return true;
  if (!URL.canParse(origin)) return false;
  return new URL(origin).host === host || (publicUrl !== null && origin === new URL(publicUrl).origin);
}

/** At most so many new connections a second; a herd is told to come back. */
export function createGate(clock: Clock, perSecond: number) {
  let second = 0;
  let count = 0;
  return (): boolean => {
    const now = Math.floor(clock.now() / 1000);
    if (now !== second) [second, count] = [now, 0];
    count += 1;
    return count <= perSecond;
  };
}

const admission = (options: SocketOptions, realm: Realm) => {
  const { passes, peers } = options;
  return async (socket: LiveSocket): Promise<Admitted | Refused> => {
    const read = tokenSchema.safeParse(socket.handshake.auth);
    if (!read.success) return new Refused(401);
    const position = passes.position();
    const proof = await options.authenticate(realm, read.data.token);
    if (proof === 'expired' || proof === 'unknown') return new Refused(proof === 'expired' ? 409 : 401);
    const others = [...peers.values()].filter((peer) => peer.principal === proof.principal);
    return others.length >= LIMITS.socketsPerPrincipal ? new Refused(429) : { ...proof, position };
  };
};

export function serveNamespace(namespace: LiveNamespace, realm: Realm, options: SocketOptions): void {
  const { peers, topics, passes, rights, clock, log } = options;
  const admit = admission(options, realm);

  namespace.use((socket, next) => {
    admit(socket)
      .then((result) => {
        if (result instanceof Refused) return next(result);
        socket.data.auth = result;
        next();
      })
      .catch((error: unknown) => {
        log.error({ err: error }, 'a socket could not be authenticated');
        next(new Refused(503));
      });
  });

  /** Rights read before a change of rights passed by are looked at again. */
  const recheck = (peer: Peer, since: number) =>
    passes.rightsAt() > since ? passes.between(() => rights.recompute([peer], 'group')) : undefined;

  const upgrade = async (peer: Peer, token: string): Promise<AuthAnswer> => {
    const position = passes.position();
    const proof = await options.authenticate(realm, token);
    if (proof === 'expired' || proof === 'unknown') return { ok: false, code: proof === 'expired' ? 409 : 401 };
    if (proof.principal !== peer.principal) return { ok: false, code: 401 };
    peer.expiresAt = proof.expiresAt;
    peer.sessionId = proof.sessionId;
    await recheck(peer, position);
    return { ok: true, exp: proof.expiresAt };
  };

  const malformed = (peer: Peer, ack: Ack<{ ok: false; code: number; msg: string }>) => {
    ack({ ok: false, code: 400, msg: 'request' });
    strike(peer, topics);
  };
  const onSub = async (peer: Peer, raw: unknown, ack: Ack<SubscribeAnswer>) => {
    if (!(await options.subscribe(peer, raw, ack))) strike(peer, topics);
  };
  const onAuth = async (peer: Peer, raw: unknown, ack: Ack<AuthAnswer>) => {
    const read = authSchema.safeParse(raw);
    if (!read.success) return malformed(peer, ack);
    const answer = await upgrade(peer, read.data.token);
    ack(answer);
    // A token that proves nobody, or somebody else, ends the socket; an expired one leaves time to fetch another.
    if (!answer.ok && answer.code === 401) dismiss(peer, topics, { code: 401 });
  };
  const onUnsub = (peer: Peer, raw: unknown) => {
    const read = unsubSchema.safeParse(raw);
    if (!read.success) return strike(peer, topics);
    for (const id of read.data.t) end(peer, topics, id);
  };
  const onVis = async (peer: Peer, raw: unknown) => {
    const read = visSchema.safeParse(raw);
    if (!read.success) return strike(peer, topics);
    await passes.between(() => options.backpressure.hide(peer, read.data.hidden, clock.now()));
  };

  const guarded = (peer: Peer, work: Promise<void> | void): void => {
    void Promise.resolve(work).catch((error: unknown) => {
      log.error({ err: error, principal: peer.principal }, 'a socket event failed');
      dismiss(peer, topics, { code: 503, retry: 5 });
    });
  };
  const listen = (socket: LiveSocket, peer: Peer): void => {
    socket.use((packet, next) => {
      if (allow(peer, clock.now())) return next();
      ackOf<{ ok: false; code: 429; msg: string }>(packet.at(-1))({ ok: false, code: 429, msg: 'events' });
      strike(peer, topics);
    });
    // What arrives is untyped whatever the declarations say.
    socket.on('sub', (raw: unknown, ack: unknown) => guarded(peer, onSub(peer, raw, ackOf(ack ?? raw))));
    socket.on('auth', (raw: unknown, ack: unknown) => guarded(peer, onAuth(peer, raw, ackOf(ack ?? raw))));
    socket.on('unsub', (raw: unknown) => guarded(peer, onUnsub(peer, raw)));
    socket.on('vis', (raw: unknown) => guarded(peer, onVis(peer, raw)));
    socket.on('disconnect', () => {
      endAll(peer, topics);
      peers.delete(socket.id);
    });
  };

  namespace.on('connection', (socket) => {
    const { auth } = socket.data;
    if (auth === undefined) return void socket.disconnect();
    const peer = createPeer(socket, realm, auth, clock.now());
    delete socket.data.auth;
    peers.set(socket.id, peer);
    listen(socket, peer);
    guarded(peer, recheck(peer, auth.position));
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
  serveClient: false,
} satisfies Partial<ServerOptions>;
