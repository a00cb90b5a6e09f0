/** Who watches which figures: one snapshot when they come, then what moved, a few times a second, once for all who see the same. */
import type { Actor } from '../../../common/entity/access';
import type { Registry } from '../../../common/entity/registry';
import type { Cell, DashAnswer, DashFrame, DashRequest } from '../../../common/protocol/live';
import type { Zone } from '../../../common/text/zone';
import type { Clock, Log } from '../../context';
import { isWallName } from '../../access/walls';
import type { LoggedChange } from '../log';
import type { Passes } from '../passes';
import { PACE } from '../pace';
import { PAUSED, type LiveNamespace, type Peer } from '../peer';
import { hash } from '../spec';
import { createElsewhere, type ElsewhereOptions } from './elsewhere';
import { ROOMS, connectedTo, createOnline, faceFor, type Presented } from './online';
import { dashSchema, judge, movedFigure, wholeFigure, type Judged } from './figure';
import type { Keeper } from './keeper';

interface Watch {
  readonly request: DashRequest;
  /** With whose rights it was judged. */
  readonly actor: Actor;
  /** What each asked figure became. */
  readonly map: Readonly<Record<string, Judged | number>>;
  readonly room: string;
  /** How it is told who is connected. */
  readonly face: Presented | undefined;
  /** Frames went out that it did not get. */
  behind: boolean;
}
export interface DeskOptions {
  readonly log: Log;
  readonly clock: Clock;
  readonly registry: Registry;
  readonly keeper: Keeper;
  readonly passes: Pick<Passes, 'between' | 'position' | 'rightsAt'>;
  readonly space: LiveNamespace;
  /** The zone of the site's days now. */
  readonly zone: () => Zone;
  readonly peers: () => Iterable<Peer>;
  readonly db: ElsewhereOptions['db'];
  readonly nodes: ElsewhereOptions['nodes'];
}
export interface Desk {
  /** False: the event was malformed. */
  readonly ask: (peer: Peer, raw: unknown, ack: (answer: DashAnswer) => void) => Promise<boolean>;
  readonly leave: (peer: Peer) => void;
  /** Figures may have moved. */
  readonly moved: () => void;
  /** Whoever was left out gets everything again; whoever's rights changed gets what is left of it. Only between passes. */
  readonly look: () => void;
  /** Tells whose arrangement it was that changed. */
  readonly heard: (change: LoggedChange) => void;
  readonly tellAll: () => void;
  /** Tells the readers of a dropped figure: it is 429 for them, unless their own share has a place for it. */
  readonly dropped: (fold: string) => void;
  /** Keys of the folds somebody watches. */
  readonly used: () => ReadonlySet<string>;
  readonly stop: () => Promise<void>;
  readonly stats: () => { readonly watchers: number; readonly frames: number };
}

interface State extends DeskOptions {
  readonly watches: Map<Peer, Watch>;
  readonly turns: Map<Peer, number>;
  /** The turn that is being answered. */
  readonly answering: Map<Peer, number>;
  /** Keys of dropped folds whose readers are not told yet. */
  readonly dropped: Set<string>;
  /** Watched figures by room, and how many sockets are in it. */
  readonly rooms: Map<string, { readonly figures: readonly Judged[]; members: number }>;
  readonly online: ReturnType<typeof createOnline>;
  /** The time zone of the last frames. */
  zoneName: string;
  flushedAt: number;
  judgedAt: number;
  timer: NodeJS.Timeout | undefined;
  frames: number;
  stopped: boolean;
}

const isFigure = (judged: Judged | number): judged is Judged => typeof judged !== 'number';
const figuresOf = (map: Watch['map']): readonly Judged[] => [
  ...new Map(
    Object.values(map)
      .filter(isFigure)
      .map((judged) => [judged.key, judged]),
  ).values(),
];
const roomOf = (figures: readonly Judged[]): string => `dash:${hash(figures.map(({ key }) => key).sort())}`;
const secondsNow = ({ clock }: State): number => Math.floor(clock.now() / 1000);
const stamp = ({ passes, clock }: State) => ({ s: String(passes.position()), at: clock.now() });

function judgeAll(state: State, actor: Actor, request: DashRequest): Watch['map'] {
  const judged = Object.entries(request.w).map(([id, asked]) => [id, judge(state.registry, actor, asked)] as const);
  return Object.fromEntries(judged);
}

function unwatch(state: State, peer: Peer): void {
  const watch = state.watches.get(peer);
  if (watch === undefined) return;
  state.watches.delete(peer);
  void peer.socket.leave(watch.room);
  if (watch.face !== undefined) void peer.socket.leave(ROOMS[watch.face]);
  const room = state.rooms.get(watch.room);
  if (room === undefined) return;
  room.members -= 1;
  if (room.members <= 0) state.rooms.delete(watch.room);
}
function watch(state: State, peer: Peer, request: DashRequest, map: Watch['map']): Watch {
  unwatch(state, peer);
  const figures = figuresOf(map);
  const face = request.online === true ? faceFor(state.registry, peer.actor) : undefined;
  const made: Watch = { request, actor: peer.actor, map, room: roomOf(figures), face, behind: false };
  const room = state.rooms.get(made.room) ?? { figures, members: 0 };
  room.members += 1;
  state.rooms.set(made.room, room);
  state.watches.set(peer, made);
  void peer.socket.join(made.room);
  if (face !== undefined) void peer.socket.join(ROOMS[face]);
  return made;
}

/** Everything somebody watches, as it is now. */
function snapshot(state: State, { map, face }: Watch): DashFrame {
  const now = secondsNow(state);
  const all: Record<string, readonly Cell[]> = {};
  for (const judged of figuresOf(map)) {
    const fold = state.keeper.get(judged.fold);
    if (fold !== undefined) all[judged.key] = wholeFigure(fold, judged, state.zone(), now);
  }
  const names = Object.entries(map).map(([id, judged]) => [id, isFigure(judged) ? judged.key : judged] as const);
  return {
    ...stamp(state),
    zone: state.zone().name,
    map: Object.fromEntries(names),
    all,
    ...(face === undefined ? {} : { on: state.online.now(face) }),
  };
}

/** Counts what nobody has counted yet; figures beyond the limit are refused. */
async function provide(state: State, by: string, map: Watch['map']): Promise<Watch['map']> {
  const provided = Object.entries(map).map(async ([id, judged]): Promise<[string, Judged | number]> => {
    if (!isFigure(judged)) return [id, judged];
    const fold = await state.keeper.need(judged.folding, by);
    return [id, fold === undefined ? 429 : judged];
  });
  return Object.fromEntries<Judged | number>(await Promise.all(provided));
}

const sameMap = (one: Watch['map'], other: Watch['map']): boolean =>
  Object.entries(one).every(([id, judged]) => {
    const also = other[id] ?? 0;
    return isFigure(judged) && isFigure(also) ? judged.key === also.key : judged === also || judged === 429;
  });

/** Whether a figure of the map was dropped. */
const hasDropped = ({ keeper }: State, map: Watch['map']): boolean =>
  figuresOf(map).some(({ fold }) => keeper.get(fold) === undefined);

/** Judges, counts and joins. Undefined: somebody asked for something else. */
async function settle(state: State, peer: Peer, request: DashRequest): Promise<DashFrame | undefined> {
  const turn = (state.turns.get(peer) ?? 0) + 1;
  state.turns.set(peer, turn);
  state.answering.set(peer, turn);
  try {
    return await settleTurn(state, peer, request, turn);
  } finally {
    if (state.answering.get(peer) === turn) state.answering.delete(peer);
  }
}
/** Rights that changed meanwhile are judged again, and figures that were dropped meanwhile are counted again. */
async function settleTurn(
  state: State,
  peer: Peer,
  request: DashRequest,
  turn: number,
): Promise<DashFrame | undefined> {
  for (;;) {
    const { actor } = peer;
    const map = await provide(state, peer.principal, judgeAll(state, actor, request));
    const settled = await state.passes.between(() => {
      if (state.turns.get(peer) !== turn || !peer.socket.connected) return { frame: undefined };
      if (peer.actor !== actor && !sameMap(map, judgeAll(state, peer.actor, request))) return undefined;
      if (hasDropped(state, map)) return undefined;
      return { frame: snapshot(state, watch(state, peer, request, map)) };
    });
    if (settled !== undefined) return settled.frame;
  }
}

async function ask(state: State, peer: Peer, raw: unknown, ack: (answer: DashAnswer) => void): Promise<boolean> {
  const read = dashSchema.safeParse(raw);
  if (!read.success || peer.realm !== 'admin') {
    ack({ ok: false, code: read.success ? 404 : 400 });
    return read.success;
  }
  if (Object.keys(read.data.w).length === 0 && read.data.online !== true) {
    leave(state, peer);
    ack({ ok: true, zone: state.zone().name, frame: stamp(state) });
    return true;
  }
  const frame = await settle(state, peer, read.data);
  ack(frame === undefined ? { ok: false, code: 410 } : { ok: true, zone: state.zone().name, frame });
  return true;
}

function leave(state: State, peer: Peer): void {
  unwatch(state, peer);
  state.turns.delete(peer);
}

/** What moved, once for each room; nothing is told under rights that were not looked at since they changed. */
function flush(state: State): void {
  if (state.stopped) return;
  recheck(state);
  state.flushedAt = state.clock.now();
  const moved = new Map<string, readonly Cell[]>();
  const now = secondsNow(state);
  for (const [name, { figures }] of state.rooms) {
    const c: Record<string, readonly Cell[]> = {};
    for (const judged of figures) {
      const fold = state.keeper.get(judged.fold);
      if (fold === undefined || fold.touched.size === 0) continue;
      const cells = moved.get(judged.key) ?? movedFigure(fold, judged, state.zone(), now);
      moved.set(judged.key, cells);
      if (cells.length > 0) c[judged.key] = cells;
    }
    if (Object.keys(c).length === 0) continue;
    state.frames += 1;
    state.space.local
      .to(name)
      .except(PAUSED)
      .emit('dash', { ...stamp(state), c });
    for (const [peer, one] of state.watches) if (one.room === name && peer.paused !== undefined) one.behind = true;
  }
  forget(state);
}
/** Everybody was told, or nobody looks. */
function forget({ keeper }: State): void {
  for (const fold of keeper.all()) fold.touched.clear();
}

/** Whoever's rights changed leaves the room at once and is told what is left. */
function recheck(state: State): void {
  const at = state.passes.rightsAt();
  if (at === state.judgedAt) return;
  state.judgedAt = at;
  for (const [peer, one] of [...state.watches]) {
    if (one.actor === peer.actor) continue;
    const sameFace = one.face === undefined || one.face === faceFor(state.registry, peer.actor);
    if (sameFace && sameMap(one.map, judgeAll(state, peer.actor, one.request))) continue;
    unwatch(state, peer);
    tellAgain(state, peer, one);
  }
}
function tellAgain(state: State, peer: Peer, { request }: Watch): void {
  settle(state, peer, request).then(
    (frame) => frame && peer.socket.emit('dash', frame),
    (error: unknown) => state.log.error({ err: error }, 'figures could not be told again'),
  );
}

/** Sends each reader of dropped figures one new frame, however many figures one request dropped. */
function dropped(state: State, fold: string): void {
  state.dropped.add(fold);
  if (state.dropped.size > 1) return;
  void state.passes.between(() => {
    const keys = new Set(state.dropped);
    state.dropped.clear();
    if (state.stopped) return;
    for (const [peer, one] of [...state.watches]) {
      // who is being answered just now gets all figures with that answer
      if (state.answering.has(peer) || !figuresOf(one.map).some(({ fold: key }) => keys.has(key))) continue;
      tellAgain(state, peer, one);
    }
  });
}

/** Days begin at other instants in another time zone: everybody gets all figures again. */
function followZone(state: State): void {
  const { name } = state.zone();
  if (name === state.zoneName) return;
  state.zoneName = name;
  for (const one of state.watches.values()) one.behind = true;
}

function look(state: State): void {
  recheck(state);
  followZone(state);
  tellOnline(state);
  for (const [peer, one] of state.watches) {
    if (!one.behind || peer.paused !== undefined) continue;
    one.behind = false;
    peer.socket.emit('dash', snapshot(state, one));
  }
}

/** Who came and went since they were last told. */
function tellOnline(state: State): void {
  if (![...state.watches.values()].some(({ face }) => face !== undefined) || !state.online.look()) return;
  for (const face of ['named', 'plain'] as const) {
    const frame = { ...stamp(state), on: state.online.now(face) };
    state.space.local.to(ROOMS[face]).except(PAUSED).emit('dash', frame);
  }
  for (const [peer, one] of state.watches) if (one.face !== undefined && peer.paused !== undefined) one.behind = true;
}

/** A shared arrangement concerns everybody who looks; one's own only oneself. */
function heard(state: State, { ent, img }: LoggedChange): void {
  const own = ent === 'preference' && img?.['name'] === 'dashboard' ? `admin:${Number(img['person_id'])}` : undefined;
  if (ent !== 'board' && own === undefined) return;
  // A wall may show what somebody arranged for himself.
  for (const peer of state.watches.keys())
    if (own === undefined || peer.principal === own || isWallName(peer.principal))
      peer.socket.emit('dash', { ...stamp(state), board: true });
}

function moved(state: State): void {
  if (state.rooms.size === 0) forget(state);
  if (state.timer !== undefined || state.stopped || state.rooms.size === 0) return;
  const due = Math.max(0, state.flushedAt + PACE.dashFlush - state.clock.now());
  state.timer = setTimeout(
    () => {
      state.timer = undefined;
      void state.passes.between(() => flush(state));
    },
    Math.min(due, PACE.dashFlush),
  );
}

export function createDesk(options: DeskOptions): Desk {
  const maps = {
    ...{ watches: new Map(), turns: new Map(), rooms: new Map() },
    ...{ answering: new Map(), dropped: new Set<string>() },
  };
  const clock = { flushedAt: 0, judgedAt: options.passes.rightsAt(), frames: 0 };
  const elsewhere = createElsewhere({ ...options, own: () => connectedTo(options.peers()) });
  const online = createOnline(options.peers, elsewhere.all);
  const zoneName = options.zone().name;
  const state: State = { ...options, ...maps, ...clock, online, zoneName, timer: undefined, stopped: false };
  return {
    ask: (peer, raw, ack) => ask(state, peer, raw, ack),
    leave: (peer) => leave(state, peer),
    moved: () => moved(state),
    look: () => look(state),
    heard: (change) => heard(state, change),
    tellAll: () => {
      for (const one of state.watches.values()) one.behind = true;
      look(state);
    },
    dropped: (fold) => dropped(state, fold),
    used: () => new Set([...state.rooms.values()].flatMap(({ figures }) => figures.map(({ fold }) => fold))),
    stop: () => {
      state.stopped = true;
      clearTimeout(state.timer);
      return elsewhere.stop();
    },
    stats: () => ({ watchers: state.watches.size, frames: state.frames }),
  };
}
