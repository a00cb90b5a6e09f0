/** The live channel of one node: follows the change log and tells every reader what changed in what it may see. */
import type { IncomingMessage, Server as HttpServer } from 'node:http';
import { Server, type DefaultEventsMap } from 'socket.io';
import type { ClientToServer, Cursor, ServerToClient } from '../../common/protocol/liveEvents';
import type { Services } from '../context';
import { createClientIpReader } from '../platform/http/clientIp';
import { setDataHeaders, setTransportHeaders } from '../platform/http/securityHeaders';
import { createPresenceHub, type PresenceHub } from './presence/presenceHub';
import { createBackpressure } from './topics/backpressure';
import type { ReadMark } from './receipts/readMarks';
import { createLiveMetrics, type MetricSources, type LiveMetrics } from './counters/liveMetrics';
import { createCursorCodecs } from './log/cursorCodec';
import { readLogHead, type LogHead, type LoggedChange } from './log/changeLog';
import { startHousekeeping } from './housekeeping';
import { createEventLoopLag } from './sockets/eventLoopLag';
import { createNodeRegistry, type NodeRegistry } from './nodeRegistry';
import { TIMING } from './timing';
import { createBroadcaster } from './sockets/broadcaster';
import { createFanout, type Fanout } from './topics/fanout';
import type { LoadRow } from './presence/liveRowCache';
import { disconnectWithNotice, type Admitted, type LiveNamespace } from './sockets/connection';
import { ConnectionRegistry } from './sockets/connectionRegistry';
import { createSubscribe } from './topics/subscribe';
import { createCatchUpReader } from './topics/catchUpReader';
import { createHandshakeLimiter, type HandshakeLimiter } from './sockets/handshakeLimiter';
import { resolveAudience, createReauthorizer, type ReauthorizerOptions } from './sockets/reauthorizer';
import { createRingBuffer } from './log/ringBuffer';
import {
  randomRetrySeconds,
  isSameOrigin,
  serveNamespace,
  socketIoOptions,
  type Authenticate,
} from './sockets/serveNamespace';
import type { Realm } from './topics/subscriptionSpec';
import { withSettingsEvents, type LiveSettings } from './sockets/settingsEvents';
import { createTailer, type Tailer } from './log/tailer';
import { createTaskOutput, type TaskOutputSource } from './sockets/taskOutput';
import { createTopicRegistry } from './topics/topicRegistry';
import { withSavedViewEvents } from './sockets/savedViewEvents';
import { patchSingleBuffer } from './sockets/socketIoSingleBuffer';

export interface LiveHubDeps extends Pick<ReauthorizerOptions, 'loadActor' | 'loadRowScopes'> {
  readonly settings?: LiveSettings;
  readonly authenticate: Authenticate;
  /** A row as it is stored, to judge who may know of the people at it; without it nobody is seen at a record. */
  readonly loadRow?: LoadRow;
  readonly taskOutput?: TaskOutputSource;
  /** How figures are counted; without it there are none. */
  readonly metricSources?: MetricSources;
  /** Changes of the log, of every node, before anybody is sent them: for caches. Undefined: the log itself is another one. */
  readonly onBatch?: (changes: readonly LoggedChange[] | undefined) => void;
  /** Other processes may live on the same database: look for them, and at the log more often while there are any. */
  readonly isDatabaseShared?: boolean;
  /** Whether the newest changes are read into memory at start; tests say no. */
  readonly preloadsRing?: boolean;
  /** Names the client this server serves; another name asks open pages to load anew. */
  readonly build?: string;
  /** Milliseconds the process is late; tests say how much. */
  readonly lagMs?: () => number;
  /** Tests: a hole in the log stops the tailer. */
  readonly isStrict?: boolean;
}

export interface LiveStats {
  readonly position: number;
  readonly sockets: number;
  readonly topics: number;
  readonly paused: number;
  readonly ring: { readonly changes: number; readonly bytes: number; readonly low: number };
  readonly fanout: { readonly passes: number; readonly frames: number; readonly resets: number };
  readonly metrics: ReturnType<LiveMetrics['stats']> | undefined;
  readonly receipts: ReturnType<PresenceHub['receiptStats']>;
  readonly tailer: { readonly reads: number; readonly holes: number; readonly failure: string | null };
}
export interface LiveHub {
  /** Who else lives on this database. */
  readonly nodes: NodeRegistry;
  /** Reads the head of the log, then serves `/admin` and `/member` on the server. */
  readonly attach: (httpServer: HttpServer) => Promise<void>;
  /** Something was committed on this node. */
  readonly wakeTailer: () => void;
  /** The counters of this node, once it serves. */
  readonly metrics: () => LiveMetrics | undefined;
  /** Says bye to everybody; the HTTP server stays open. */
  readonly close: () => Promise<void>;
  readonly stats: () => LiveStats | undefined;
  /** A booked entry arrived on a device of a member, or came into sight there. */
  readonly acknowledgeEntry: (readMark: ReadMark) => void;
}

type LiveServices = Pick<Services, 'log' | 'clock' | 'db' | 'registry' | 'searchBy'> & {
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
    allowRequest: (request, answer) =>
      answer(null, isSameOrigin(request, services.env.publicUrl) && handshakeLimiter.isAllowed(request)),
  });
  setSecurityHeaders(io, httpServer, services.env.publicUrl);
  io.engine.on('connection', handshakeLimiter.trackConnection);
  // the namespace every server has: nobody belongs there
  io.use((socket, next) => {
    handshakeLimiter.onRefused(socket.conn);
    next(new Error('refused'));
  });
  return io;
}

const SOCKET_PATH = '/socket.io';
/**
 * Answers of Socket.IO carry the headers of all data. It takes its requests away from the app, so a listener before its own sets them;
 * the answer to a WebSocket upgrade has no response object, and `engine.io` asks for its headers.
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

/** What follows the log: memory, topics, passes and rights. */
function createPipeline(services: LiveServices, deps: LiveHubDeps, namespaces: Namespaces, head: LogHead) {
  const { log, registry } = services;
  const [connections, topics, cursorCodecs] = [
    new ConnectionRegistry(),
    createTopicRegistry(),
    createCursorCodecs(services),
  ];
  const from = Math.max(head.low - 1, head.last - (deps.preloadsRing === false ? 0 : TIMING.preloadRows));
  const ring = createRingBuffer(from, { rows: TIMING.ringRows, bytes: TIMING.ringBytes });
  const broadcaster = createBroadcaster(namespaces, connections, topics);
  const reauthorizer = createReauthorizer({
    ...{ log, db: services.db, registry, topics, position: ring.newestSeq },
    ...{ connections: () => connections.values(), loadActor: deps.loadActor, loadRowScopes: deps.loadRowScopes },
  });
  const encodeMemberCursor = memoizeLast(cursorCodecs.member.encode);
  const lateBound: { metrics?: LiveMetrics } = {};
  const fanout = createFanout({
    ...{ log, ring, topics, emit: broadcaster.emit, evict: broadcaster.evict },
    encodeCursor: (realm, seq) => (realm === 'admin' ? cursorCodecs.admin.encode(seq) : encodeMemberCursor(seq)),
    onBatch: (batch) => {
      deps.onBatch?.(batch.map(({ change }) => change));
      lateBound.metrics?.applyBatch(batch);
    },
    affectsPermissions: (change) => resolveAudience(change) !== undefined,
    reauthorize: (changes) => reauthorizer.changed(changes),
  });
  const restart = (last: number, why: 'epoch' | 'floor') =>
    fanout.runExclusive(async () => {
      deps.onBatch?.(undefined);
      fanout.reset(last);
      for (const topic of [...topics.all()]) {
        broadcaster.evict(topic, why);
        topics.drop(topic);
      }
      // What happened to rights meanwhile is unknown.
      await reauthorizer.recompute([...connections.values()], 'group');
    });
  return { connections, topics, cursorCodecs, ring, broadcaster, reauthorizer, fanout, restart, lateBound };
}

interface CoreOptions {
  readonly io: SocketIoServer;
  readonly handshakeLimiter: HandshakeLimiter;
  readonly nodes: NodeRegistry;
  readonly head: LogHead;
}
/** Everything that exists once the log's head is known. */
function createCore(services: LiveServices, deps: LiveHubDeps, { io, handshakeLimiter, nodes, head }: CoreOptions) {
  const { log, clock, db, registry } = services;
  const namespaces: Namespaces = {
    admin: patchSingleBuffer(io.of('/admin')),
    member: patchSingleBuffer(io.of('/member')),
  };
  const pipeline = createPipeline(services, deps, namespaces, head);
  const [{ fanout, ring }, state] = [pipeline, { epoch: head.epoch }];
  const loadRow = deps.loadRow ?? (() => Promise.resolve(undefined));
  const sharedOptions = { log, clock, db, registry, nodes, loadRow, runExclusive: fanout.runExclusive };
  const presence = createPresenceHub({ ...sharedOptions, namespace: namespaces.admin });
  const processBatch = withSavedViewEvents(withPresence(presence, fanout), registry, pipeline.connections);
  const tailer: Tailer = createTailer({
    ...{
      db,
      log,
      onBatch: withSettingsEvents(processBatch, { settings: deps.settings, namespaces, pipeline }),
      isStrict: deps.isStrict === true,
    },
    pollMs: () => (nodes.alive().length > 1 ? TIMING.pollSharedMs : TIMING.pollAloneMs),
    start: { ...head, last: ring.newestSeq() },
    onRestart: (next, why) => {
      state.epoch = next.epoch;
      presence.reset();
      return pipeline.restart(next.last, why).then(() => pipeline.lateBound.metrics?.recount());
    },
  });
  const metrics =
    deps.metricSources &&
    createLiveMetrics({
      ...deps.metricSources,
      log,
      clock,
      db,
      registry,
      ...metricsOptions(pipeline, nodes),
      epoch: () => state.epoch,
      namespace: namespaces.admin,
    });
  if (metrics !== undefined) pipeline.lateBound.metrics = metrics;
  const catchUpReader = createCatchUpReader({ db, ring, fanout });
  const logAccess = {
    epoch: () => state.epoch,
    wakeTailer: tailer.wake,
    readLastSeq: async () => (await readLogHead(db)).last,
  };
  const [backpressure, lag, taskOutput] = [
    createBackpressure(pipeline),
    createEventLoopLag(),
    createTaskOutput(log, deps.taskOutput),
  ];
  const subscribe = createSubscribe({
    ...pipeline,
    ...logAccess,
    backpressure,
    registry,
    searchBy: services.searchBy,
    catchUpReader,
  });
  const parts = { subscribe, backpressure, presence, metrics, taskOutput };
  const shared = { ...pipeline, ...parts, log, clock, handshakeLimiter, authenticate: deps.authenticate };
  for (const realm of ['admin', 'member'] as const)
    serveNamespace(namespaces[realm], realm, {
      ...shared,
      build: deps.build ?? '',
      lagMs: deps.lagMs ?? lag.currentMs,
      siteNotice: () => deps.settings?.siteNoticeFor(realm),
    });
  const stopHousekeeping = startHousekeeping(clock, { ...pipeline, backpressure });
  return { ...pipeline, io, tailer, presence, metrics, stopHousekeeping, lag };
}
const metricsOptions = ({ ring, fanout, connections }: ReturnType<typeof createPipeline>, nodes: NodeRegistry) => ({
  nodes,
  ring,
  fanout,
  connections: () => connections.values(),
  isLeader: nodes.isLeader,
});
/** Who is where is judged by rows and rights as they are after the changes. */
const withPresence =
  (presence: ReturnType<typeof createPresenceHub>, fanout: Fanout): Fanout['processBatch'] =>
  async (batch) => {
    const permissionsChangedBefore = fanout.permissionsChangedAt();
    presence.onBatch(batch);
    await fanout.processBatch(batch);
    if (fanout.permissionsChangedAt() !== permissionsChangedBefore) presence.recheckPermissions();
  };
type Core = ReturnType<typeof createCore>;

/** Frames of one pass carry one sealed cursor: sealing costs more than sending. */
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
  await core.presence.stop();
  await core.tailer.stop();
  await core.metrics?.stop();
  for (const connection of [...core.connections.values()]) {
    disconnectWithNotice(connection, core.topics, { code: 503, retry: randomRetrySeconds(TIMING.maxRetrySeconds) });
  }
  core.io.disconnectSockets(true);
  core.io.engine.close();
}

/** Makes the live channel of this node; nothing happens before `attach`. */
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
      // The others look at the log more often before this one answers anybody.
      await nodes.register();
      const head = await readLogHead(services.db);
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
      await core.metrics?.load(head);
      // The newest changes go through the tailer into the ring: readers returning after a deploy cost no query each.
      core.tailer.wake();
      await core.fanout.waitFor(head.last);
    },
    wakeTailer: () => core?.tailer.wake(),
    metrics: () => core?.metrics,
    close: async () => {
      if (core !== undefined) await stopCore(core);
      core = undefined;
      await nodes.unregister();
    },
    stats: () => core && statsOf(core),
    acknowledgeEntry: (readMark) => core?.presence.acknowledgeEntry(readMark),
  };
}

const statsOf = ({ fanout, connections, topics, ring, tailer, metrics, presence }: Core): LiveStats => ({
  position: fanout.position(),
  sockets: connections.size,
  topics: topics.count(),
  paused: [...connections.values()].filter((connection) => connection.paused !== undefined).length,
  ring: { ...ring.size(), low: ring.oldestSeq() },
  fanout: fanout.stats(),
  metrics: metrics?.stats(),
  receipts: presence.receiptStats(),
  tailer: tailer.stats(),
});
