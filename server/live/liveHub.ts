/**
 * The live hub of one node (WebSocket server): tails the change log and sends each connection the changes that it may read. Presence,
 * receipts, metrics, shared drafts and the features of `features/` plug into it as `LiveFeature`s.
 */
import type { IncomingMessage, Server as HttpServer } from 'node:http';
import { Server, type DefaultEventsMap, type Namespace } from 'socket.io';
import type {
  ClientToServer,
  Cursor,
  LOG_RESTARTED,
  LOG_TOO_SHORT,
  ServerToClient,
} from '../../common/protocol/liveEvents';
import type { Services } from '../context';
import { createClientIpReader } from '../platform/http/clientIp';
import { setDataHeaders, setTransportHeaders } from '../platform/http/securityHeaders';
import { createBackpressure } from './sockets/backpressure';
import { createCursorCodecs } from './log/cursorCodec';
import { loadLogHead, type LogHead, type LoggedChange } from './log/changeLog';
import { startHousekeeping } from './housekeeping';
import { createEventLoopLag } from './sockets/eventLoopLag';
import { createNodeRegistry, type NodeRegistry } from './nodeRegistry';
import { TIMING } from './timing';
import { createBroadcaster } from './sockets/broadcaster';
import { createFanout } from './topics/fanout';
import { disconnectWithNotice, type Admitted, type LiveNamespace } from './sockets/connection';
import { ConnectionRegistry } from './sockets/connectionRegistry';
import type { LiveCore, LiveFeature, RunningFeature } from './sockets/liveFeature';
import { createSubscribe } from './sockets/subscribe';
import { createCatchUpReader } from './topics/catchUpReader';
import { createHandshakeLimiter, type HandshakeLimiter } from './sockets/handshakeLimiter';
import { resolveAudience } from './permissions/permissionAudience';
import { createReauthorizer, type ReauthorizerOptions } from './sockets/reauthorizer';
import { createRingBuffer } from './log/ringBuffer';
import { isAllowedSocketOrigin } from './sockets/isAllowedSocketOrigin';
import { randomRetrySeconds, serveNamespace, socketIoOptions, type Authenticate } from './sockets/serveNamespace';
import type { Realm } from '../../common/realm';
import { createTailer, type LogEntry } from './log/tailer';
import { createTopicRegistry } from './topics/topicRegistry';
import { patchSingleBuffer } from '../platform/patches/socketIoSingleBuffer';

export interface LiveHubDeps extends Pick<ReauthorizerOptions, 'loadActor' | 'loadRowScopes'> {
  readonly authenticate: Authenticate;
  /** The features on top of the change feed; their hooks run in the order of this list. */
  readonly features: readonly LiveFeature[];
  /** Serves the namespace `/site`, which is open to everyone. */
  readonly serveSite?: (namespace: Namespace, admit: (connection: object) => void) => void;
  /** Receives changes of every node before they are published, for caches; undefined when the log starts over. */
  readonly onBatch?: (changes: readonly LoggedChange[] | undefined) => void;
  /** Whether other processes may use the same database: the node then registers itself and polls the log more often. */
  readonly isDatabaseShared?: boolean;
  /** Whether the newest changes are read into memory at start; false in some tests. */
  readonly preloadsRing?: boolean;
  /** The build of the client that this server serves; open pages with another build reload. */
  readonly build?: string;
  /** The lag of the event loop in milliseconds; tests replace it. */
  readonly lagMs?: () => number;
  /** In tests a gap in the log stops the tailer. */
  readonly isStrict?: boolean;
}

export interface LiveStats {
  readonly position: number;
  readonly sockets: number;
  readonly topics: number;
  readonly paused: number;
  readonly ring: { readonly changes: number; readonly bytes: number; readonly low: number };
  readonly fanout: { readonly passes: number; readonly frames: number; readonly resets: number };
  readonly tailer: { readonly reads: number; readonly gaps: number; readonly failure: string | null };
}
export interface LiveHub {
  /** The nodes that share this database. */
  readonly nodes: NodeRegistry;
  /** Reads the head of the log, then serves the namespaces `/admin` and `/member` on the server. */
  readonly attach: (httpServer: HttpServer) => Promise<void>;
  /** Reads the log now; called after a commit on this node. */
  readonly wakeTailer: () => void;
  /** Sends `bye` to every connection and stops; the HTTP server stays open. */
  readonly close: () => Promise<void>;
  readonly stats: () => LiveStats | undefined;
}

export type LiveServices = Pick<Services, 'log' | 'clock' | 'db' | 'registry' | 'searchBy'> & {
  readonly env: Pick<Services['env'], 'publicUrl' | 'appKeys'> & Partial<Pick<Services['env'], 'trustedProxies'>>;
};
type SocketIoServer = Server<ClientToServer, ServerToClient, DefaultEventsMap, { auth?: Admitted }>;
type Namespaces = Readonly<Record<Realm, LiveNamespace>>;

function createSocketIoServer(
  services: LiveServices,
  httpServer: HttpServer,
  handshakeLimiter: HandshakeLimiter,
): SocketIoServer {
  const io: SocketIoServer = new Server(httpServer, {
    ...socketIoOptions,
    // Refuses sockets from pages of other origins (cross-site WebSocket hijacking).
    allowRequest: (request, callback) =>
      callback(null, isAllowedSocketOrigin(request, services.env.publicUrl) && handshakeLimiter.isAllowed(request)),
  });
  setSecurityHeaders(io, httpServer, services.env.publicUrl);
  io.engine.on('connection', handshakeLimiter.trackConnection);
  // Socket.IO always has a root namespace; no client uses it.
  io.use((socket, next) => {
    handshakeLimiter.onRefused(socket.conn);
    next(new Error('refused'));
  });
  return io;
}

const SOCKET_PATH = '/socket.io';
/**
 * Sets the security headers of all data on Socket.IO's responses. Socket.IO takes its requests from the app, so a listener before its own sets
 * them; the response to a WebSocket upgrade has no response object, and `engine.io` emits `headers` for it.
 */
function setSecurityHeaders(io: SocketIoServer, httpServer: HttpServer, publicUrl: string | null): void {
  const setHeaders = (target: Parameters<typeof setDataHeaders>[0]) => {
    setDataHeaders(target);
    setTransportHeaders(target, publicUrl);
  };
  httpServer.prependListener('request', ({ url }, response) => {
    if (url?.startsWith(SOCKET_PATH)) setHeaders(response);
  });
  io.engine.on('headers', (headers: Record<string, unknown>, { headers: { upgrade } }: IncomingMessage) => {
    if (upgrade !== undefined) setHeaders({ setHeader: (name, value) => (headers[name] = value) });
  });
}

/** Creates the parts that process the change log: ring buffer, topics, fan-out and permissions. The caller adds items to `features` later. */
function createPipeline(
  services: LiveServices,
  deps: LiveHubDeps,
  {
    namespaces,
    head,
    features,
  }: { readonly namespaces: Namespaces; readonly head: LogHead; readonly features: readonly RunningFeature[] },
) {
  const { log, registry } = services;
  const connections = new ConnectionRegistry();
  const topics = createTopicRegistry();
  const cursorCodecs = createCursorCodecs(services);
  const from = Math.max(head.low - 1, head.last - (deps.preloadsRing === false ? 0 : TIMING.preloadRows));
  const ring = createRingBuffer(from, { rows: TIMING.ringRows, bytes: TIMING.ringBytes });
  const broadcaster = createBroadcaster(namespaces, connections, topics);
  const reauthorizer = createReauthorizer({
    log,
    db: services.db,
    registry,
    topics,
    position: ring.newestSeq,
    connections: () => connections.values(),
    loadActor: deps.loadActor,
    loadRowScopes: deps.loadRowScopes,
  });
  const encodeMemberCursor = memoizeLast(cursorCodecs.member.encode);
  const fanout = createFanout({
    log,
    ring,
    topics,
    emit: broadcaster.emit,
    resetTopic: broadcaster.resetTopic,
    encodeCursor: (realm, seq) => (realm === 'admin' ? cursorCodecs.admin.encode(seq) : encodeMemberCursor(seq)),
    onBatch: (batch) => {
      deps.onBatch?.(batch.map(({ change }) => change));
      for (const feature of features) feature.applyBatch?.(batch);
    },
    affectsPermissions: (change) => resolveAudience(change) !== undefined,
    reauthorize: reauthorizer.applyChanges,
  });
  const restart = (last: number, why: typeof LOG_RESTARTED | typeof LOG_TOO_SHORT) =>
    fanout.runExclusive(async () => {
      deps.onBatch?.(undefined);
      fanout.reset(last);
      for (const topic of [...topics.all()]) {
        broadcaster.resetTopic(topic, why);
        topics.drop(topic);
      }
      // Permissions may have changed in the skipped part of the log.
      await reauthorizer.recompute([...connections.values()], 'group');
    });
  return { connections, topics, cursorCodecs, ring, broadcaster, reauthorizer, fanout, restart, features };
}
type Pipeline = ReturnType<typeof createPipeline>;

/** Runs the hooks of all features around the fan-out of one batch. */
async function processBatch({ fanout, features }: Pipeline, batch: readonly LogEntry[]): Promise<void> {
  for (const feature of features) await feature.beforeBatch?.(batch);
  const permissionsChangedBefore = fanout.permissionsChangedAt();
  await fanout.processBatch(batch);
  if (fanout.permissionsChangedAt() !== permissionsChangedBefore)
    for (const feature of features) feature.onPermissionsChanged?.();
  for (const feature of features) await feature.afterBatch?.(batch);
}

interface CoreOptions {
  readonly io: SocketIoServer;
  readonly handshakeLimiter: HandshakeLimiter;
  readonly nodes: NodeRegistry;
  readonly head: LogHead;
}
/** Creates everything that needs the head of the log. */
function createCore(services: LiveServices, deps: LiveHubDeps, { io, handshakeLimiter, nodes, head }: CoreOptions) {
  const { log, clock, db, registry } = services;
  const namespaces: Namespaces = {
    admin: patchSingleBuffer(io.of('/admin')),
    member: patchSingleBuffer(io.of('/member')),
  };
  deps.serveSite?.(io.of('/site'), handshakeLimiter.onReaderAdmitted);
  const features: RunningFeature[] = [];
  const pipeline = createPipeline(services, deps, { namespaces, head, features });
  const { fanout, ring, reauthorizer, connections } = pipeline;
  const state = { epoch: head.epoch };
  const epoch = () => state.epoch;
  const liveCore: LiveCore = {
    log,
    clock,
    db,
    registry,
    nodes,
    namespaces,
    connections,
    fanout,
    ring,
    reauthorizer,
    epoch,
  };
  for (const feature of deps.features) features.push(feature.start(liveCore));
  const tailer = createTailer({
    db,
    log,
    isStrict: deps.isStrict === true,
    onBatch: (batch) => processBatch(pipeline, batch),
    pollMs: () => (nodes.alive().length > 1 ? TIMING.pollSharedMs : TIMING.pollAloneMs),
    start: { ...head, last: ring.newestSeq() },
    onRestart: async (next, why) => {
      state.epoch = next.epoch;
      for (const feature of features) feature.onLogReset?.();
      await pipeline.restart(next.last, why);
      for (const feature of features) feature.afterLogReset?.();
    },
  });
  const lag = createEventLoopLag();
  const { backpressure } = serveNamespaces(services, deps, pipeline, {
    namespaces,
    handshakeLimiter,
    epoch,
    wakeTailer: tailer.wake,
    lagMs: deps.lagMs ?? lag.currentMs,
  });
  const stopHousekeeping = startHousekeeping(clock, { ...pipeline, backpressure });
  return { ...pipeline, io, tailer, stopHousekeeping, lag };
}
type Core = ReturnType<typeof createCore>;

interface ServingOptions {
  readonly namespaces: Namespaces;
  readonly handshakeLimiter: HandshakeLimiter;
  readonly epoch: () => string;
  readonly wakeTailer: () => void;
  readonly lagMs: () => number;
}
function serveNamespaces(services: LiveServices, deps: LiveHubDeps, pipeline: Pipeline, serving: ServingOptions) {
  const { log, clock, db, registry, searchBy } = services;
  const { namespaces, handshakeLimiter, epoch, wakeTailer, lagMs } = serving;
  const backpressure = createBackpressure(pipeline);
  const subscribe = createSubscribe({
    ...pipeline,
    backpressure,
    registry,
    searchBy,
    epoch,
    wakeTailer,
    catchUpReader: createCatchUpReader({ db, ...pipeline }),
    readLastSeq: async () => (await loadLogHead(db)).last,
  });
  for (const realm of ['admin', 'member'] as const)
    serveNamespace(namespaces[realm], realm, {
      ...pipeline,
      subscribe,
      backpressure,
      log,
      clock,
      handshakeLimiter,
      lagMs,
      authenticate: deps.authenticate,
      build: deps.build ?? '',
    });
  return { backpressure };
}

/** All frames of one batch carry the same encrypted cursor: encryption costs more than sending. */
function memoizeLast(encode: (seq: number) => Cursor): (seq: number) => Cursor {
  let last = { seq: -1, text: '' };
  return (seq) => {
    if (last.seq !== seq) last = { seq, text: encode(seq) };
    return last.text;
  };
}

async function stopCore(core: Core): Promise<void> {
  core.stopHousekeeping();
  core.lag.stop();
  core.fanout.stop();
  await core.tailer.stop();
  for (const feature of core.features) await feature.stop?.();
  for (const connection of [...core.connections.values()]) {
    disconnectWithNotice(connection, core.topics, { code: 503, retry: randomRetrySeconds(TIMING.maxRetrySeconds) });
  }
  core.io.disconnectSockets(true);
  core.io.engine.close();
}

/** Creates the live hub of this node; it does nothing before `attach`. */
export function createLiveHub(services: LiveServices, deps: LiveHubDeps): LiveHub {
  let core: Core | undefined;
  const nodes = createNodeRegistry({
    ...services,
    isDatabaseShared: deps.isDatabaseShared === true,
    onChange: () => core?.tailer.reschedule(),
  });
  return {
    nodes,
    attach: async (httpServer) => {
      // The other nodes must poll the log at the shared rate before this one serves a client.
      await nodes.register();
      const head = await loadLogHead(services.db);
      const handshakeLimiter = createHandshakeLimiter(
        services.clock,
        createClientIpReader(services.env.trustedProxies ?? []),
      );
      core = createCore(services, deps, {
        io: createSocketIoServer(services, httpServer, handshakeLimiter),
        handshakeLimiter,
        nodes,
        head,
      });
      for (const feature of core.features) await feature.load?.(head);
      // The tailer reads the newest changes into the ring buffer: clients that reconnect after a deploy then need no database query.
      core.tailer.wake();
      await core.fanout.waitFor(head.last);
    },
    wakeTailer: () => core?.tailer.wake(),
    close: async () => {
      if (core !== undefined) await stopCore(core);
      core = undefined;
      await nodes.unregister();
    },
    stats: () => core && getStats(core),
  };
}

const getStats = ({ fanout, connections, topics, ring, tailer }: Core): LiveStats => ({
  position: fanout.position(),
  sockets: connections.size,
  topics: topics.count(),
  paused: [...connections.values()].filter((connection) => connection.paused !== undefined).length,
  ring: { ...ring.size(), low: ring.oldestSeq() },
  fanout: fanout.stats(),
  tailer: tailer.stats(),
});
