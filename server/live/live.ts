/** The live channel of one node: follows the change log and tells every reader what changed in what it may see. */
import type { IncomingMessage, Server as HttpServer } from 'node:http';
import { Server, type DefaultEventsMap } from 'socket.io';
import type { ClientToServer, Cursor, ServerToClient } from '../../common/protocol/live';
import type { Services } from '../context';
import { createAddressOf } from '../platform/http/address';
import { guardData, guardTransport } from '../platform/http/headers';
import { createAttendance, type Attendance } from './attendance';
import { createBackpressure } from './backpressure';
import type { EntryMark } from './care/marks';
import { createFigures, type Counting, type Figures } from './counters/counters';
import { createCursors } from './cursor';
import { readHead, type Head, type LoggedChange } from './log';
import { keepHouse } from './keeping';
import { createLag } from './lag';
import { createNodes, type Nodes } from './nodes';
import { PACE } from './pace';
import { createOutlet } from './outlet';
import { createPasses, type Passes } from './passes';
import type { RowOf } from './presence/images';
import { dismiss, type Admitted, type LiveNamespace } from './peer';
import { Peers } from './peers';
import { createResume } from './resume';
import { createMissedReader } from './resumeMissed';
import { createHandshakes, type Handshakes } from './handshakes';
import { concernOf, createRights, type RightsOptions } from './rights';
import { createRing } from './ring';
import { awhile, sameOrigin, serveNamespace, serverOptions, type Authenticate } from './socket';
import type { Realm } from './spec';
import { followSettings, type FollowedSettings } from './settings';
import { createTailer, type Tailer } from './tailer';
import { createTails, type Output } from './tails';
import { createTopics } from './topics';
import { followViews } from './views';
import { sendWhole } from './wholeFrames';

export interface LiveDeps extends Pick<RightsOptions, 'actorOf' | 'reachNow'> {
  readonly settings?: FollowedSettings;
  readonly authenticate: Authenticate;
  /** A row as it is stored, to judge who may know of the people at it; without it nobody is seen at a record. */
  readonly rowOf?: RowOf;
  readonly output?: Output;
  /** How figures are counted; without it there are none. */
  readonly counting?: Counting;
  /** Changes of the log, of every node, before anybody is sent them: for caches. Undefined: the log itself is another one. */
  readonly onTaken?: (changes: readonly LoggedChange[] | undefined) => void;
  /** Other processes may live on the same database: look for them, and at the log more often while there are any. */
  readonly shared?: boolean;
  /** Whether the newest changes are read into memory at start; tests say no. */
  readonly warm?: boolean;
  /** Names the client this server serves; another name asks open pages to load anew. */
  readonly build?: string;
  /** Milliseconds the process is late; tests say how much. */
  readonly lag?: () => number;
  /** Tests: a hole in the log stops the tailer. */
  readonly strict?: boolean;
}

export interface LiveStats {
  readonly position: number;
  readonly sockets: number;
  readonly topics: number;
  readonly paused: number;
  readonly ring: { readonly changes: number; readonly bytes: number; readonly low: number };
  readonly passes: { readonly passes: number; readonly frames: number; readonly resets: number };
  readonly figures: ReturnType<Figures['stats']> | undefined;
  readonly care: ReturnType<Attendance['watched']>;
  readonly tailer: { readonly reads: number; readonly holes: number; readonly failure: string | null };
}
export interface Live {
  /** Who else lives on this database. */
  readonly nodes: Nodes;
  /** Reads the head of the log, then serves `/admin` and `/member` on the server. */
  readonly attach: (httpServer: HttpServer) => Promise<void>;
  /** Something was committed on this node. */
  readonly nudge: () => void;
  /** The counters of this node, once it serves. */
  readonly figures: () => Figures | undefined;
  /** Says bye to everybody; the HTTP server stays open. */
  readonly close: () => Promise<void>;
  readonly stats: () => LiveStats | undefined;
  /** A booked entry arrived on a device of a member, or came into sight there. */
  readonly acked: (mark: EntryMark) => void;
}

type LiveKit = Pick<Services, 'log' | 'clock' | 'db' | 'registry' | 'searchBy'> & {
  readonly env: Pick<Services['env'], 'publicUrl' | 'appKeys'> & Partial<Pick<Services['env'], 'trustedProxies'>>;
};
type LiveServer = Server<ClientToServer, ServerToClient, DefaultEventsMap, { auth?: Admitted }>;
type Spaces = Readonly<Record<Realm, LiveNamespace>>;

function openServer(kit: LiveKit, httpServer: HttpServer, handshakes: Handshakes): LiveServer {
  const io: LiveServer = new Server(httpServer, {
    ...serverOptions,
    allowRequest: (request, answer) =>
      answer(null, sameOrigin(request, kit.env.publicUrl) && handshakes.allow(request)),
  });
  guardAnswers(io, httpServer, kit.env.publicUrl);
  io.engine.on('connection', handshakes.follow);
  // the namespace every server has: nobody belongs there
  io.use((socket, next) => {
    handshakes.refused(socket.conn);
    next(new Error('refused'));
  });
  return io;
}

const SOCKET_PATH = '/socket.io';
/**
 * Answers of Socket.IO carry the headers of all data. It takes its requests away from the app, so a listener before its own sets them;
 * the answer to a WebSocket upgrade has no response object, and `engine.io` asks for its headers.
 */
function guardAnswers(io: LiveServer, httpServer: HttpServer, publicUrl: string | null): void {
  const guardAll = (target: Parameters<typeof guardData>[0]) => {
    guardData(target);
    guardTransport(target, publicUrl);
  };
  httpServer.prependListener('request', ({ url }, response) => {
    if (url?.startsWith(SOCKET_PATH)) guardAll(response);
  });
  io.engine.on('headers', (headers: Record<string, unknown>, { headers: { upgrade } }: IncomingMessage) => {
    if (upgrade !== undefined) guardAll({ setHeader: (name, value) => (headers[name] = value) });
  });
}

/** What follows the log: memory, topics, passes and rights. */
function createFlow(kit: LiveKit, deps: LiveDeps, spaces: Spaces, head: Head) {
  const { log, registry } = kit;
  const [peers, topics, cursors] = [new Peers(), createTopics(), createCursors(kit)];
  const from = Math.max(head.low - 1, head.last - (deps.warm === false ? 0 : PACE.warmRows));
  const ring = createRing(from, { rows: PACE.ringRows, bytes: PACE.ringBytes });
  const outlet = createOutlet(spaces, peers, topics);
  const rights = createRights({
    ...{ log, db: kit.db, registry, topics, position: ring.last },
    ...{ peers: () => peers.values(), actorOf: deps.actorOf, reachNow: deps.reachNow },
  });
  const printed = rememberLast(cursors.member.print);
  const late: { figures?: Figures } = {};
  const passes = createPasses({
    ...{ log, ring, topics, emit: outlet.emit, evict: outlet.evict },
    cursor: (realm, seq) => (realm === 'admin' ? cursors.admin.print(seq) : printed(seq)),
    took: (batch) => {
      deps.onTaken?.(batch.map(({ change }) => change));
      late.figures?.take(batch);
    },
    concernsRights: (change) => concernOf(change) !== undefined,
    rights: (changes) => rights.changed(changes),
  });
  const restart = (last: number, why: 'epoch' | 'floor') =>
    passes.between(async () => {
      deps.onTaken?.(undefined);
      passes.restart(last);
      for (const topic of [...topics.all()]) {
        outlet.evict(topic, why);
        topics.drop(topic);
      }
      // What happened to rights meanwhile is unknown.
      await rights.recompute([...peers.values()], 'group');
    });
  return { peers, topics, cursors, ring, outlet, rights, passes, restart, late };
}

interface Ground {
  readonly io: LiveServer;
  readonly handshakes: Handshakes;
  readonly nodes: Nodes;
  readonly head: Head;
}
/** Everything that exists once the log's head is known. */
function createCore(kit: LiveKit, deps: LiveDeps, { io, handshakes, nodes, head }: Ground) {
  const { log, clock, db, registry } = kit;
  const spaces: Spaces = { admin: sendWhole(io.of('/admin')), member: sendWhole(io.of('/member')) };
  const flow = createFlow(kit, deps, spaces, head);
  const [{ passes, ring }, state] = [flow, { epoch: head.epoch }];
  const rowOf = deps.rowOf ?? (() => Promise.resolve(undefined));
  const around = { log, clock, db, registry, nodes, rowOf, between: passes.between };
  const presence = createAttendance({ ...around, space: spaces.admin });
  const taking = followViews(takeWith(presence, passes), registry, flow.peers);
  const tailer: Tailer = createTailer({
    ...{
      db,
      log,
      take: followSettings(taking, { settings: deps.settings, spaces, flow }),
      strict: deps.strict === true,
    },
    pollMs: () => (nodes.alive().length > 1 ? PACE.pollShared : PACE.pollSingle),
    from: { ...head, last: ring.last() },
    restart: (next, why) => {
      state.epoch = next.epoch;
      presence.restart();
      return flow.restart(next.last, why).then(() => flow.late.figures?.restart());
    },
  });
  const figures =
    deps.counting &&
    createFigures({
      ...deps.counting,
      log,
      clock,
      db,
      registry,
      ...figuresGround(flow, nodes),
      epoch: () => state.epoch,
      space: spaces.admin,
    });
  if (figures !== undefined) flow.late.figures = figures;
  const missed = createMissedReader({ db, ring, passes });
  const its = { epoch: () => state.epoch, kick: tailer.kick, head: async () => (await readHead(db)).last };
  const [backpressure, lag, tails] = [createBackpressure(flow), createLag(), createTails(log, deps.output)];
  const subscribe = createResume({ ...flow, ...its, backpressure, registry, sought: kit.searchBy, missed });
  const parts = { subscribe, backpressure, presence, figures, tails };
  const shared = { ...flow, ...parts, log, clock, handshakes, authenticate: deps.authenticate };
  for (const realm of ['admin', 'member'] as const)
    serveNamespace(spaces[realm], realm, {
      ...shared,
      build: deps.build ?? '',
      lag: deps.lag ?? lag.now,
      site: () => deps.settings?.shown(realm),
    });
  const stopKeeping = keepHouse(clock, { ...flow, backpressure });
  return { ...flow, io, tailer, presence, figures, stopKeeping, lag };
}
const figuresGround = ({ ring, passes, peers }: ReturnType<typeof createFlow>, nodes: Nodes) => ({
  nodes,
  ring,
  passes,
  peers: () => peers.values(),
  isFirst: nodes.isFirst,
});
/** Who is where is judged by rows and rights as they are after the changes. */
const takeWith =
  (presence: ReturnType<typeof createAttendance>, passes: Passes): Passes['take'] =>
  async (batch) => {
    const judged = passes.rightsAt();
    presence.note(batch);
    await passes.take(batch);
    if (passes.rightsAt() !== judged) presence.recheck();
  };
type Core = ReturnType<typeof createCore>;

/** Frames of one pass carry one sealed cursor: sealing costs more than sending. */
function rememberLast(print: (seq: number) => Cursor): (seq: number) => Cursor {
  let last = { seq: -1, text: '' };
  return (seq) => {
    if (last.seq !== seq) last = { seq, text: print(seq) };
    return last.text;
  };
}

async function stop(core: Core): Promise<void> {
  core.stopKeeping();
  core.lag.stop();
  core.passes.stop();
  await core.presence.stop();
  await core.tailer.stop();
  await core.figures?.stop();
  for (const peer of [...core.peers.values()]) {
    dismiss(peer, core.topics, { code: 503, retry: awhile(PACE.comeBack) });
  }
  core.io.disconnectSockets(true);
  core.io.engine.close();
}

/** Makes the live channel of this node; nothing happens before `attach`. */
export function createLive(kit: LiveKit, deps: LiveDeps): Live {
  let core: Core | undefined;
  const nodes = createNodes({ ...kit, shared: deps.shared === true, onChange: () => core?.tailer.retime() });
  return {
    nodes,
    attach: async (httpServer) => {
      // The others look at the log more often before this one answers anybody.
      await nodes.enter();
      const head = await readHead(kit.db);
      const handshakes = createHandshakes(kit.clock, createAddressOf(kit.env.trustedProxies ?? []));
      core = createCore(kit, deps, { io: openServer(kit, httpServer, handshakes), handshakes, nodes, head });
      await core.figures?.open(head);
      // The newest changes go through the tailer into the ring: readers returning after a deploy cost no query each.
      core.tailer.kick();
      await core.passes.reached(head.last);
    },
    nudge: () => core?.tailer.kick(),
    figures: () => core?.figures,
    close: async () => {
      if (core !== undefined) await stop(core);
      core = undefined;
      await nodes.leave();
    },
    stats: () => core && statsOf(core),
    acked: (mark) => core?.presence.acked(mark),
  };
}

const statsOf = ({ passes, peers, topics, ring, tailer, figures, presence }: Core): LiveStats => ({
  position: passes.position(),
  sockets: peers.size,
  topics: topics.count(),
  paused: [...peers.values()].filter((peer) => peer.paused !== undefined).length,
  ring: { ...ring.size(), low: ring.low() },
  passes: passes.stats(),
  figures: figures?.stats(),
  care: presence.watched(),
  tailer: tailer.stats(),
});
