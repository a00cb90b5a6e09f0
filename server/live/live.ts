/** The live channel of one node: follows the change log and tells every reader what changed in what it may see. */
import type { Server as HttpServer } from 'node:http';
import { Server, type DefaultEventsMap } from 'socket.io';
import type { Actor } from '../../common/entity/access';
import type { ClientToServer, Cursor, ResetReason, ServerToClient } from '../../common/protocol/live';
import type { Kit } from '../kit';
import { createBackpressure, type Backpressure } from './backpressure';
import { createCursors } from './cursor';
import { readHead, type Head, type LoggedChange } from './log';
import { PACE } from './pace';
import { createPasses, type Passes } from './passes';
import { dismiss, endTopics, PAUSED, type Admitted, type LiveNamespace, type Peer } from './peer';
import { createResume } from './resume';
import { createMissedReader } from './resumeMissed';
import { concernOf, createRights } from './rights';
import { createRing } from './ring';
import { createGate, endExpired, sameOrigin, serveNamespace, serverOptions, type Authenticate } from './socket';
import type { Realm } from './spec';
import { createTailer, type Tailer } from './tailer';
import { createTopics, type Topic } from './topics';

export interface LiveDeps {
  readonly authenticate: Authenticate;
  /** The actor as the database has it now; undefined when the session or its owner may no longer be served. */
  readonly actorOf: (principal: string, sessionId: string) => Promise<Actor | undefined>;
  /** Called before rights are looked at again, for caches that must forget. */
  readonly onRights?: (changes: readonly LoggedChange[]) => void;
  /** More than one node writes: look at the log more often. */
  readonly shared?: boolean;
  /** Whether the newest changes are read into memory at start; tests say no. */
  readonly warm?: boolean;
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
  readonly tailer: { readonly reads: number; readonly holes: number; readonly failure: string | null };
}
export interface Live {
  /** Reads the head of the log, then serves `/admin` and `/member` on the server. */
  readonly attach: (httpServer: HttpServer) => Promise<void>;
  /** Something was committed on this node. */
  readonly nudge: () => void;
  /** Rights changed in a way the log does not tell, or a session ended: look again at these principals, or at all. */
  readonly grantsChanged: (principals?: readonly string[]) => Promise<void>;
  /** Says bye to everybody; the HTTP server stays open. */
  readonly close: () => Promise<void>;
  readonly stats: () => LiveStats | undefined;
}

type LiveKit = Pick<Kit, 'log' | 'clock' | 'db' | 'registry'> & {
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

/** What goes out to rooms of this node. */
function createOutlet(spaces: Spaces, peers: Map<string, Peer>, topics: ReturnType<typeof createTopics>) {
  return {
    emit: (topic: Topic, frame: Parameters<ServerToClient['chg']>[0]): void => {
      spaces[topic.realm].local.to(topic.name).except(PAUSED).emit('chg', frame);
    },
    evict: (topic: Topic, why: ResetReason): void => {
      const space = spaces[topic.realm];
      space.local.to(topic.name).emit('reset', { t: [topic.name], why, jitter: PACE.jitter });
      for (const id of [...(space.adapter.rooms.get(topic.name) ?? [])]) {
        const peer = peers.get(id);
        if (peer !== undefined) endTopics(peer, topics, new Set([topic.name]));
      }
    },
    tick: (realm: Realm, s: Cursor, at: number): void => {
      spaces[realm].local.volatile.except(PAUSED).emit('tick', { s, at });
    },
  };
}

/** What follows the log: memory, topics, passes and rights. */
function createFlow(kit: LiveKit, deps: LiveDeps, spaces: Spaces, head: Head) {
  const { log, registry } = kit;
  const peers = new Map<string, Peer>();
  const topics = createTopics();
  const cursors = createCursors(kit);
  const from = Math.max(head.low - 1, head.last - (deps.warm === false ? 0 : PACE.warmRows));
  const ring = createRing(from, { rows: PACE.ringRows, bytes: PACE.ringBytes });
  const outlet = createOutlet(spaces, peers, topics);
  const rights = createRights({ log, registry, topics, peers: () => peers.values(), actorOf: deps.actorOf });
  const printed = rememberLast(cursors.member.print);
  const passes = createPasses({
    ...{ log, ring, topics, emit: outlet.emit, evict: outlet.evict },
    cursor: (realm, seq) => (realm === 'admin' ? cursors.admin.print(seq) : printed(seq)),
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
  return { peers, topics, cursors, ring, outlet, rights, passes, restart };
}

/** Everything that exists once the log's head is known. */
function createCore(kit: LiveKit, deps: LiveDeps, io: LiveServer, head: Head) {
  const { log, clock, db, registry } = kit;
  const spaces: Spaces = { admin: io.of('/admin'), member: io.of('/member') };
  const flow = createFlow(kit, deps, spaces, head);
  const { passes, ring } = flow;
  const state = { epoch: head.epoch };
  const tailer: Tailer = createTailer({
    ...{ db, log, take: passes.take, strict: deps.strict === true },
    pollMs: deps.shared === true ? PACE.pollShared : PACE.pollSingle,
    from: { ...head, last: ring.last() },
    restart: (next, why) => {
      state.epoch = next.epoch;
      return flow.restart(next.last, why);
    },
  });
  const missed = createMissedReader({ db, ring, passes });
  const subscribe = createResume({ ...flow, registry, missed, epoch: () => state.epoch, kick: tailer.kick });
  const backpressure = createBackpressure(flow);
  const shared = { ...flow, log, clock, authenticate: deps.authenticate, subscribe, backpressure };
  for (const realm of ['admin', 'member'] as const) serveNamespace(spaces[realm], realm, shared);
  const stopKeeping = keepHouse(clock, { ...flow, backpressure });
  return { ...flow, io, tailer, stopKeeping };
}
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
      tick('admin', PACE.tick, now);
      tick('member', PACE.memberTick, now);
    });
  }, PACE.housekeeping);
  timer.unref();
  return () => clearInterval(timer);
}

async function stop(core: Core): Promise<void> {
  core.stopKeeping();
  core.passes.stop();
  await core.tailer.stop();
  for (const peer of [...core.peers.values()]) {
    dismiss(peer, core.topics, { code: 503, retry: Math.ceil(Math.random() * 10) });
  }
  core.io.disconnectSockets(true);
  core.io.engine.close();
}

/** Makes the live channel of this node; nothing happens before `attach`. */
export function createLive(kit: LiveKit, deps: LiveDeps): Live {
  let core: Core | undefined;
  return {
    attach: async (httpServer) => {
      const head = await readHead(kit.db);
      core = createCore(kit, deps, openServer(kit, httpServer), head);
      // The newest changes go through the tailer into the ring: readers returning after a deploy cost no query each.
      core.tailer.kick();
      await core.passes.reached(head.last);
    },
    nudge: () => core?.tailer.kick(),
    grantsChanged: async (principals) => {
      const running = core;
      if (running === undefined) return;
      const concerned = () =>
        [...running.peers.values()].filter((peer) => principals === undefined || principals.includes(peer.principal));
      await running.passes.between(() => running.rights.recompute(concerned(), 'status'));
    },
    close: async () => {
      if (core !== undefined) await stop(core);
      core = undefined;
    },
    stats: () => core && statsOf(core),
  };
}

const statsOf = ({ passes, peers, topics, ring, tailer }: Core): LiveStats => ({
  position: passes.position(),
  sockets: peers.size,
  topics: topics.count(),
  paused: [...peers.values()].filter((peer) => peer.paused !== undefined).length,
  ring: { ...ring.size(), low: ring.low() },
  passes: passes.stats(),
  tailer: tailer.stats(),
});
