/** The live channel of one node: follows the change log and tells every reader what changed in what it may see. */
import type { Server as HttpServer } from 'node:http';
import { Server, type DefaultEventsMap } from 'socket.io';
import type { ClientToServer, Cursor, ServerToClient } from '../../common/protocol/live';
import type { Kit } from '../kit';
import { createBackpressure, type Backpressure } from './backpressure';
import { createFigures, type Counting, type Figures } from './counters/counters';
import { createCursors } from './cursor';
import { readHead, type Head, type LoggedChange } from './log';
import { createLag } from './lag';
import { createNodes, type Nodes } from './nodes';
import { PACE } from './pace';
import { createOutlet } from './outlet';
import { createPasses, type Passes } from './passes';
import type { RowOf } from './presence/images';
import { createPresence } from './presence/presence';
import { dismiss, isThere, type Admitted, type LiveNamespace, type Peer } from './peer';
import { createResume } from './resume';
import { createMissedReader } from './resumeMissed';
import { concernOf, createRights, type RightsOptions } from './rights';
import { createRing } from './ring';
import { awhile, createGate, endExpired, sameOrigin, serveNamespace, serverOptions, type Authenticate } from './socket';
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
  /** Called before rights are looked at again, for caches that must forget. */
  readonly onRights?: (changes: readonly LoggedChange[]) => void;
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
  readonly windowsOf: (principal: string) => number;
}

type LiveKit = Pick<Kit, 'log' | 'clock' | 'db' | 'registry' | 'sought'> & {
  readonly env: Pick<Kit['env'], 'publicUrl' | 'appKeys'>;
};
type LiveServer = Server<ClientToServer, ServerToClient, DefaultEventsMap, { auth?: Admitted }>;
type Spaces = Readonly<Record<Realm, LiveNamespace>>;

function openServer(kit: LiveKit, httpServer: HttpServer): LiveServer {
  const gate = createGate(kit.clock, PACE.handshakesPerSecond);
  return new Server(httpServer, {
    ...serverOptions,
    allowRequest: (request, answer) => answer(null, sameOrigin(request, kit.env.publicUrl) && gate()),
  });
}

/** What follows the log: memory, topics, passes and rights. */
function createFlow(kit: LiveKit, deps: LiveDeps, spaces: Spaces, head: Head) {
  const { log, registry } = kit;
  const [peers, topics, cursors] = [new Map<string, Peer>(), createTopics(), createCursors(kit)];
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
    took: (batch) => late.figures?.take(batch),
    concernsRights: (change) => concernOf(change) !== undefined,
    rights: async (changes) => {
      deps.onRights?.(changes);
      await rights.changed(changes);
    },
  });
  const restart = (last: number, why: 'epoch' | 'floor') =>
    passes.between(async () => {
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
  readonly nodes: Nodes;
  readonly head: Head;
}
/** Everything that exists once the log's head is known. */
function createCore(kit: LiveKit, deps: LiveDeps, { io, nodes, head }: Ground) {
  const { log, clock, db, registry } = kit;
  const spaces: Spaces = { admin: sendWhole(io.of('/admin')), member: sendWhole(io.of('/member')) };
  const flow = createFlow(kit, deps, spaces, head);
  const [{ passes, ring }, state] = [flow, { epoch: head.epoch }];
  const rowOf = deps.rowOf ?? (() => Promise.resolve(undefined));
  const presence = createPresence({ log, clock, db, registry, nodes, rowOf, between: passes.between });
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
  const subscribe = createResume({ ...flow, ...its, backpressure, registry, sought: kit.sought, missed });
  const parts = { subscribe, backpressure, presence, figures, tails };
  const shared = { ...flow, ...parts, log, clock, authenticate: deps.authenticate };
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
  (presence: ReturnType<typeof createPresence>, passes: Passes): Passes['take'] =>
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

interface House {
  readonly peers: Map<string, Peer>;
  readonly topics: ReturnType<typeof createTopics>;
  readonly passes: Passes;
  readonly backpressure: Backpressure;
  readonly outlet: ReturnType<typeof createOutlet>;
  readonly cursors: ReturnType<typeof createCursors>;
  readonly late: { readonly figures?: Figures };
}
/** Regular work: expiry, slow and hidden sockets, watermarks. */
function keepHouse(clock: Kit['clock'], house: House): () => void {
  const { peers, topics, passes, outlet } = house;
  const ticked = { admin: clock.now(), member: clock.now() };
  const tick = (realm: Realm, every: number, now: number) => {
    if (now - ticked[realm] < every) return;
    ticked[realm] = now;
    passes.flushAll();
    outlet.tick(realm, house.cursors[realm].print(passes.position()), now);
  };
  const timer = setInterval(() => {
    void passes.between(() => {
      const now = clock.now();
      endExpired(peers.values(), topics, now);
      house.backpressure.look(peers.values(), now);
      house.late.figures?.look();
      tick('admin', PACE.tick, now);
      tick('member', PACE.memberTick, now);
    });
  }, PACE.housekeeping);
  timer.unref();
  return () => clearInterval(timer);
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
      core = createCore(kit, deps, { io: openServer(kit, httpServer), nodes, head });
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
    windowsOf: (one) => [...(core?.peers.values() ?? [])].filter((peer) => isThere(peer, one)).length,
  };
}

const statsOf = ({ passes, peers, topics, ring, tailer, figures }: Core): LiveStats => ({
  position: passes.position(),
  sockets: peers.size,
  topics: topics.count(),
  paused: [...peers.values()].filter((peer) => peer.paused !== undefined).length,
  ring: { ...ring.size(), low: ring.low() },
  passes: passes.stats(),
  figures: figures?.stats(),
  tailer: tailer.stats(),
});
