/**
 * Serves one Socket.IO namespace: authenticates its socket connections (WebSocket authentication), limits them, and handles their
 * events. Every payload is parsed before use.
 */
import type { ServerOptions } from 'socket.io';
import { z } from 'zod';
import { LIMITS } from '../../../common/limits';
import {
  PROTOCOL_VERSION,
  type AuthAck,
  type ClientToServer,
  type SubscribeAck,
} from '../../../common/protocol/liveEvents';
import type { Clock, Log } from '../../context';
import type { Lang } from '../../../common/lang';
import { negotiateLanguage } from '../../platform/http/negotiateLanguage';
import type { Backpressure } from './backpressure';
import type { HandshakeLimiter } from './handshakeLimiter';
import { TIMING } from '../timing';
import type { Fanout } from '../topics/fanout';
import {
  takeEventToken,
  createConnection,
  disconnectWithNotice,
  endAllSubscriptions,
  endSubscription,
  recordViolation,
  type Admitted,
  type SocketAuthentication,
  type LiveNamespace,
  type LiveSocket,
  type Connection,
} from './connection';
import type { ConnectionRegistry } from './connectionRegistry';
import type { LiveEventHandler, RunningFeature } from './liveFeature';
import type { Reauthorizer } from './reauthorizer';
import type { Subscribe } from './subscribe';
import type { Realm } from '../../../common/realm';
import type { TopicRegistry } from '../topics/topicRegistry';
import { createMutex } from '../../platform/mutex';

export type Authenticate = (realm: Realm, token: string) => Promise<SocketAuthentication | 'expired' | 'unknown'>;

export interface NamespaceOptions {
  readonly log: Log;
  readonly clock: Clock;
  readonly authenticate: Authenticate;
  readonly handshakeLimiter: HandshakeLimiter;
  readonly connections: ConnectionRegistry;
  readonly topics: TopicRegistry;
  readonly fanout: Fanout;
  readonly reauthorizer: Reauthorizer;
  readonly subscribe: Subscribe;
  readonly backpressure: Backpressure;
  /** The build of the client that this server serves. */
  readonly build: string;
  /** The lag of the event loop in milliseconds. */
  readonly lagMs: () => number;
  readonly features: readonly RunningFeature[];
}

type Ack<T> = (response: T) => void;
const toAck = <T>(value: unknown): Ack<T> => (typeof value === 'function' ? (value as Ack<T>) : () => undefined);

/** Refuses a connection; the client reads the HTTP-like code in `data`, and the seconds after which it may retry. */
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

/** The language that the client names in the handshake, else the one of its `Accept-Language` header. */
function languageFor({ handshake }: LiveSocket): { readonly lang?: Lang } {
  const named = tokenSchema.safeParse(handshake.auth).data?.lang;
  const lang = negotiateLanguage(handshake, typeof named === 'string' ? named : undefined, undefined);
  return lang === undefined ? {} : { lang };
}

const authSchema = z.strictObject({ token: z.string().min(1).max(512) });
const unsubSchema = z.strictObject({ t: z.array(z.string().max(64)).max(LIMITS.topicsPerConnection) });
const visSchema = z.strictObject({ hidden: z.boolean() });

/** Random seconds up to a maximum, so that refused clients do not all return at once. */
export const randomRetrySeconds = (maxSeconds: number): number => Math.ceil(Math.random() * maxSeconds);

/**
 * Decides who may connect: 401 without a valid token, 409 with an expired one, 426 for another protocol version, 429 above the limit of
 * sockets per principal, 503 while the event loop lags.
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

interface NamespaceContext extends NamespaceOptions {
  readonly realm: Realm;
}

/** Reloads the permissions of a connection that were read before a change of permissions at `since` or later. */
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
  for (const feature of context.features) feature.onReauthenticated?.(connection);
  await recheckPermissions(context, connection, position);
  return {
    ok: true,
    exp: session.expiresAt,
    rights: await context.reauthorizer.loadVersion(connection),
    build: context.build,
  };
}

async function onSubscribe(
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
  const response = await reauthenticate(context, connection, parsed.data.token);
  ack(response);
  // An unknown token or one of another principal ends the connection; with an expired one the client may fetch another.
  if (!response.ok && response.code === 401) disconnectWithNotice(connection, context.topics, { code: 401 });
}
function onUnsubscribe({ topics }: NamespaceContext, connection: Connection, raw: unknown): void {
  const parsed = unsubSchema.safeParse(raw);
  if (!parsed.success) recordViolation(connection, topics);
  else for (const id of parsed.data.t) endSubscription(connection, topics, id);
}
async function onVisibilityChange(context: NamespaceContext, connection: Connection, raw: unknown): Promise<void> {
  const parsed = visSchema.safeParse(raw);
  if (!parsed.success) {
    recordViolation(connection, context.topics);
    return;
  }
  const { features } = context;
  for (const feature of features) feature.onVisibility?.(connection, parsed.data.hidden);
  await context.fanout.runExclusive(() => {
    context.backpressure.setHidden(connection, parsed.data.hidden, context.clock.now());
    for (const feature of features) feature.onBackpressureChecked?.();
  });
  for (const feature of features) feature.afterVisibility?.();
}

/** An internal error ends the connection, which the client opens again; it never ends the process. */
function disconnectOnFailure({ log, topics }: NamespaceContext, connection: Connection, work: Promise<void>): void {
  work.catch((error: unknown) => {
    log.error({ err: error, principal: connection.principal }, 'a socket event failed');
    disconnectWithNotice(connection, topics, { code: 503, retry: 5 });
  });
}

function registerEvents(context: NamespaceContext, socket: LiveSocket, connection: Connection): void {
  const { clock, topics, connections } = context;
  const runExclusive = createMutex();
  // in order: a topic that is unsubscribed while it is still being joined must not be joined afterwards
  const runInOrder = (work: () => Promise<void> | void) => disconnectOnFailure(context, connection, runExclusive(work));
  const selfLimited = new Set<string>(context.features.flatMap((feature) => feature.selfLimitedEvents ?? []));
  socket.use((packet, next) => {
    if (selfLimited.has(packet[0]) || takeEventToken(connection, clock.now())) {
      next();
      return;
    }
    toAck<{ ok: false; code: 429; msg: string }>(packet.at(-1))({ ok: false, code: 429, msg: 'events' });
    recordViolation(connection, topics);
  });
  // Payloads are untyped at run time; the acknowledgement may be the only argument.
  socket.on('sub', (raw: unknown, ack: unknown) => {
    runInOrder(() => onSubscribe(context, connection, raw, toAck(ack ?? raw)));
  });
  socket.on('auth', (raw: unknown, ack: unknown) => {
    disconnectOnFailure(context, connection, onAuth(context, connection, raw, toAck(ack ?? raw)));
  });
  socket.on('unsub', (raw: unknown) => {
    runInOrder(() => onUnsubscribe(context, connection, raw));
  });
  socket.on('vis', (raw: unknown) => {
    disconnectOnFailure(context, connection, onVisibilityChange(context, connection, raw));
  });
  for (const feature of context.features) registerFeatureEvents(context, connection, feature);
  socket.on('disconnect', () => {
    for (const feature of context.features) feature.onDisconnected?.(connection);
    endAllSubscriptions(connection, topics);
    connections.delete(socket.id);
  });
}

function registerFeatureEvents(context: NamespaceContext, connection: Connection, feature: RunningFeature): void {
  const handle = async (handler: LiveEventHandler, raw: unknown, ack: Ack<unknown>): Promise<void> => {
    const isValid = handler(raw, ack);
    if (!(typeof isValid === 'boolean' ? isValid : await isValid)) recordViolation(connection, context.topics);
  };
  for (const [name, handler] of Object.entries(feature.eventsFor?.(connection) ?? {}))
    connection.socket.on(name as keyof ClientToServer, (raw: unknown, ack: unknown) => {
      disconnectOnFailure(context, connection, handle(handler, raw, toAck(ack ?? raw)));
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
        options.log.error({ err: error }, 'authenticating a socket failed');
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
    for (const feature of options.features) feature.onConnected?.(connection);
    registerEvents(context, socket, connection);
    disconnectOnFailure(context, connection, recheckPermissions(context, connection, auth.position));
  });
}

/** Disconnects clients whose token expired and was not renewed within the grace period. */
export function disconnectExpired(connections: Iterable<Connection>, topics: TopicRegistry, now: number): void {
  for (const connection of connections) {
    if (connection.expiresAt + LIMITS.tokenGraceSeconds * 1000 <= now)
      disconnectWithNotice(connection, topics, { code: 401 });
  }
}

/** Options of the Socket.IO server: WebSocket first, no compression, no connection state recovery. */
export const socketIoOptions = {
  transports: ['websocket', 'polling'],
  perMessageDeflate: false,
  httpCompression: false,
  maxHttpBufferSize: LIMITS.socketMessageBytes,
  pingInterval: TIMING.pingIntervalMs,
  pingTimeout: TIMING.pingTimeoutMs,
  connectTimeout: TIMING.connectTimeoutMs,
  serveClient: false,
} satisfies Partial<ServerOptions>;
