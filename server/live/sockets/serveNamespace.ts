/** The wire: who may connect, and what each event of a client does. Nothing a client sends is believed before it is parsed. */
import type { IncomingMessage } from 'node:http';
import type { ServerOptions } from 'socket.io';
import { z } from 'zod';
import { LIMITS } from '../../../common/limits';
import {
  PROTOCOL_VERSION,
  type AuthAck,
  type DashboardAck,
  type SiteNotice,
  type SubscribeAck,
} from '../../../common/protocol/liveEvents';
import type { Clock, Lang, Log } from '../../context';
import { negotiateLanguage } from '../../platform/http/negotiateLanguage';
import type { PresenceHub } from '../presence/presenceHub';
import type { LiveMetrics } from '../counters/liveMetrics';
import type { Backpressure } from '../topics/backpressure';
import type { HandshakeLimiter } from './handshakeLimiter';
import { TIMING } from '../timing';
import { toAck, registerPresenceEvents, type Ack } from './presenceEvents';
import type { Fanout } from '../topics/fanout';
import {
  takeEventToken,
  createConnection,
  disconnectWithNotice,
  endAllSubscriptions,
  endSubscription,
  recordViolation,
  type Admitted,
  type Authenticated,
  type LiveNamespace,
  type LiveSocket,
  type Connection,
} from './connection';
import type { ConnectionRegistry } from './connectionRegistry';
import type { Subscribe } from '../topics/subscribe';
import type { TaskOutput } from './taskOutput';
import type { createReauthorizer } from './reauthorizer';
import type { Realm } from '../topics/subscriptionSpec';
import type { TopicRegistry } from '../topics/topicRegistry';

export type Authenticate = (realm: Realm, token: string) => Promise<Authenticated | 'expired' | 'unknown'>;

export interface NamespaceOptions {
  readonly log: Log;
  readonly clock: Clock;
  readonly authenticate: Authenticate;
  readonly handshakeLimiter: HandshakeLimiter;
  readonly connections: ConnectionRegistry;
  readonly topics: TopicRegistry;
  readonly fanout: Fanout;
  readonly reauthorizer: ReturnType<typeof createReauthorizer>;
  readonly subscribe: Subscribe;
  readonly backpressure: Backpressure;
  /** Names the client this server serves. */
  readonly build: string;
  /** Milliseconds the process is late. */
  readonly lagMs: () => number;
  readonly presence: PresenceHub;
  readonly taskOutput: TaskOutput;
  /** What windows show of the settings. */
  readonly siteNotice: () => SiteNotice | undefined;
  readonly metrics: LiveMetrics | undefined;
}

/** Why a connection was refused; the client reads `data`. */
class RefusedError extends Error {
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
function languageFor({ handshake }: LiveSocket): { readonly lang?: Lang } {
  const named = tokenSchema.safeParse(handshake.auth).data?.lang;
  const lang = negotiateLanguage(handshake, typeof named === 'string' ? named : undefined, undefined);
  return lang === undefined ? {} : { lang };
}

const authSchema = z.strictObject({ token: z.string().min(1).max(512) });
const unsubSchema = z.strictObject({ t: z.array(z.string().max(64)).max(LIMITS.topics) });
const visSchema = z.strictObject({ hidden: z.boolean() });

/** Pages of other origins may not open a socket in a visitor's name; programs send no Origin. */
export function isSameOrigin(request: Pick<IncomingMessage, 'headers'>, publicUrl: string | null): boolean {
  const { origin, host } = request.headers;
  if (origin === undefined) return true;
  if (!URL.canParse(origin)) return false;
  return new URL(origin).host === host || (publicUrl !== null && origin === new URL(publicUrl).origin);
}

/** Seconds until somebody who was turned away may come again, spread so that they do not all come at once. */
export const randomRetrySeconds = (maxSeconds: number): number => Math.ceil(Math.random() * maxSeconds);

/**
 * The process falls behind when it lets everybody in at once: a few wait outside. Who speaks another version of the events
 * must load the page anew.
 */
export const createAdmission = (
  options: Pick<NamespaceOptions, 'authenticate' | 'lagMs' | 'fanout' | 'connections'>,
  realm: Realm,
) => {
  const { fanout, connections } = options;
  return async (socket: Pick<LiveSocket, 'handshake'>): Promise<Admitted | RefusedError> => {
    const parsed = tokenSchema.safeParse(socket.handshake.auth);
    if (!parsed.success) return new RefusedError(401);
    if (parsed.data.v !== undefined && parsed.data.v !== PROTOCOL_VERSION) return new RefusedError(426);
    if (options.lagMs() > TIMING.maxLagMs) return new RefusedError(503, randomRetrySeconds(TIMING.maxRetrySeconds));
    const position = fanout.position();
    const session = await options.authenticate(realm, parsed.data.token);
    if (session === 'expired' || session === 'unknown') return new RefusedError(session === 'expired' ? 409 : 401);
    const isAtLimit = connections.countForPrincipal(session.principal) >= LIMITS.socketsPerPrincipal;
    return isAtLimit ? new RefusedError(429) : { ...session, position };
  };
};

/** One namespace with everything its sockets need. */
interface NamespaceContext extends NamespaceOptions {
  readonly realm: Realm;
}

/** Rights read before a change of rights passed by are looked at again. */
async function recheckPermissions(
  { fanout, reauthorizer }: NamespaceContext,
  connection: Connection,
  since: number,
): Promise<void> {
  if (fanout.permissionsChangedAt() > since)
    await fanout.runExclusive(() => reauthorizer.recompute([connection], 'group'));
}

async function reauthenticate(context: NamespaceContext, connection: Connection, token: string): Promise<AuthAck> {
  const position = context.fanout.position();
  const session = await context.authenticate(context.realm, token);
  if (session === 'expired' || session === 'unknown') return { ok: false, code: session === 'expired' ? 409 : 401 };
  if (session.principal !== connection.principal) return { ok: false, code: 401 };
  connection.expiresAt = session.expiresAt;
  connection.sessionId = session.sessionId;
  connection.supportBy = session.supportBy;
  context.presence.onConnected(connection);
  await recheckPermissions(context, connection, position);
  return {
    ok: true,
    exp: session.expiresAt,
    rights: await context.reauthorizer.mark(connection),
    build: context.build,
  };
}

async function onSub(
  context: NamespaceContext,
  connection: Connection,
  raw: unknown,
  ack: Ack<SubscribeAck>,
): Promise<void> {
  if (!(await context.subscribe(connection, raw, ack))) recordViolation(connection, context.topics);
}
async function onAuth(
  context: NamespaceContext,
  connection: Connection,
  raw: unknown,
  ack: Ack<AuthAck>,
): Promise<void> {
  const parsed = authSchema.safeParse(raw);
  if (!parsed.success) {
    ack({ ok: false, code: 400 });
    recordViolation(connection, context.topics);
    return;
  }
  const answer = await reauthenticate(context, connection, parsed.data.token);
  ack(answer);
  // A token that proves nobody, or somebody else, ends the socket; an expired one leaves time to fetch another.
  if (!answer.ok && answer.code === 401) disconnectWithNotice(connection, context.topics, { code: 401 });
}
function onUnsub({ topics }: NamespaceContext, connection: Connection, raw: unknown): void {
  const parsed = unsubSchema.safeParse(raw);
  if (!parsed.success) recordViolation(connection, topics);
  else for (const id of parsed.data.t) endSubscription(connection, topics, id);
}
async function onVis(context: NamespaceContext, connection: Connection, raw: unknown): Promise<void> {
  const parsed = visSchema.safeParse(raw);
  if (!parsed.success) {
    recordViolation(connection, context.topics);
    return;
  }
  context.presence.setHidden(connection, parsed.data.hidden);
  await context.fanout.runExclusive(() => {
    context.backpressure.setHidden(connection, parsed.data.hidden, context.clock.now());
    context.metrics?.refresh();
  });
  context.presence.refresh();
}

async function onDash(
  context: NamespaceContext,
  connection: Connection,
  raw: unknown,
  ack: Ack<DashboardAck>,
): Promise<void> {
  if (context.metrics === undefined) ack({ ok: false, code: 404 });
  else if (!(await context.metrics.onRequest(connection, raw, ack))) recordViolation(connection, context.topics);
}

/** A failure of ours ends the socket, which comes back; it never ends the process. */
function disconnectOnFailure({ log, topics }: NamespaceContext, connection: Connection, work: Promise<void>): void {
  work.catch((error: unknown) => {
    log.error({ err: error, principal: connection.principal }, 'a socket event failed');
    disconnectWithNotice(connection, topics, { code: 503, retry: 5 });
  });
}

/** One thing after the other: a topic given up while it is still being joined must not be joined after all. */
function createSerialQueue(): (work: () => Promise<void> | void) => Promise<void> {
  let last: Promise<void> = Promise.resolve();
  return (work) => {
    const result = last.then(work);
    last = result.catch(() => undefined);
    return result;
  };
}

function registerEvents(context: NamespaceContext, socket: LiveSocket, connection: Connection): void {
  const { clock, topics, connections } = context;
  const enqueue = createSerialQueue();
  const runInOrder = (work: () => Promise<void> | void) => disconnectOnFailure(context, connection, enqueue(work));
  socket.use((packet, next) => {
    if (takeEventToken(connection, clock.now())) {
      next();
      return;
    }
    toAck<{ ok: false; code: 429; msg: string }>(packet.at(-1))({ ok: false, code: 429, msg: 'events' });
    recordViolation(connection, topics);
  });
  // What arrives is untyped whatever the declarations say; the acknowledgement may be the only argument.
  socket.on('sub', (raw: unknown, ack: unknown) => {
    runInOrder(() => onSub(context, connection, raw, toAck(ack ?? raw)));
  });
  socket.on('auth', (raw: unknown, ack: unknown) => {
    disconnectOnFailure(context, connection, onAuth(context, connection, raw, toAck(ack ?? raw)));
  });
  socket.on('unsub', (raw: unknown) => {
    runInOrder(() => onUnsub(context, connection, raw));
  });
  socket.on('vis', (raw: unknown) => {
    disconnectOnFailure(context, connection, onVis(context, connection, raw));
  });
  registerPresenceEvents(
    { ...context, disconnectOnFailure: (work) => disconnectOnFailure(context, connection, work) },
    connection,
  );
  socket.on('dash', (raw: unknown, ack: unknown) => {
    disconnectOnFailure(context, connection, onDash(context, connection, raw, toAck(ack ?? raw)));
  });
  socket.on('disconnect', () => {
    context.presence.onDisconnected(connection);
    context.metrics?.onDisconnected(connection);
    endAllSubscriptions(connection, topics);
    connections.delete(socket.id);
  });
}

export function serveNamespace(namespace: LiveNamespace, realm: Realm, options: NamespaceOptions): void {
  const context: NamespaceContext = { ...options, realm };
  const admit = createAdmission(options, realm);
  namespace.use((socket, next) => {
    admit(socket)
      .then((result) => {
        if (result instanceof RefusedError) {
          options.handshakeLimiter.onRefused(socket.conn);
          return result;
        }
        options.handshakeLimiter.onAdmitted(socket.conn);
        socket.data.auth = result;
        return undefined;
      })
      .catch((error: unknown) => {
        options.log.error({ err: error }, 'a socket could not be authenticated');
        return new RefusedError(503);
      })
      .then(next, next);
  });
  namespace.on('connection', (socket) => {
    const { auth } = socket.data;
    if (auth === undefined) {
      socket.disconnect();
      return;
    }
    const connection = createConnection(socket, realm, auth, { now: options.clock.now(), ...languageFor(socket) });
    delete socket.data.auth;
    options.connections.set(socket.id, connection);
    options.presence.onConnected(connection);
    const siteNotice = options.siteNotice();
    // Who comes may have missed a change.
    if (siteNotice) socket.emit('site', siteNotice);
    registerEvents(context, socket, connection);
    disconnectOnFailure(context, connection, recheckPermissions(context, connection, auth.position));
  });
}

/** Ends sockets whose token ran out and was not renewed in time. */
export function disconnectExpired(connections: Iterable<Connection>, topics: TopicRegistry, now: number): void {
  for (const connection of connections) {
    if (connection.expiresAt + LIMITS.tokenGraceSeconds * 1000 <= now)
      disconnectWithNotice(connection, topics, { code: 401 });
  }
}

/** Settings of the Socket.IO server: websocket first, nothing compressed, nothing kept for anybody. */
export const socketIoOptions = {
  transports: ['websocket', 'polling'],
  perMessageDeflate: false,
  httpCompression: false,
  maxHttpBufferSize: LIMITS.socketFrame,
  pingInterval: TIMING.pingIntervalMs,
  pingTimeout: TIMING.pingTimeoutMs,
  connectTimeout: TIMING.connectTimeoutMs,
  serveClient: false,
} satisfies Partial<ServerOptions>;
