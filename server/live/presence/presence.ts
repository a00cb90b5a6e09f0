/** Who is here: takes what tabs say about where they are, judges it at every event, and keeps the rooms told. */
import { writableColumns, type Actor } from '../../../common/entity/access';
import type { AnyEntity } from '../../../common/entity/entity';
import type { Registry } from '../../../common/entity/registry';
import type { AskAnswer, AskNotice, FocusAnswer, FocusRequest } from '../../../common/protocol/live';
import type { Clock, Db, Log } from '../../context';
import type { Peer } from '../peer';
import type { Entry } from '../tailer';
import { createAsks } from './asks';
import { askSchema, focusSchema } from './events';
import { createImages, imageKey, type RowOf } from './images';
import { createRooms } from './rooms';
import { createSeats, type Seat, type Seats } from './seats';
import { createShare, type NodesAround } from './share';
import { seesRow, sightOf } from './sight';
import { createLeaseTable, type Tab } from './table';

const HOUSEKEEPING_MS = 500;
const TIDY_MS = 30_000;

export interface PresenceOptions {
  readonly db: Db;
  readonly log: Log;
  readonly clock: Clock;
  readonly registry: Registry;
  readonly nodes: NodesAround;
  readonly rowOf: RowOf;
  readonly between: (work: () => void) => Promise<void>;
}
/** False: the event was malformed. */
type Taken = Promise<boolean>;
export interface Presence {
  readonly focus: (peer: Peer, raw: unknown, ack: (answer: FocusAnswer) => void) => Taken;
  readonly ask: (peer: Peer, raw: unknown, ack: (answer: AskAnswer) => void) => boolean;
  /** The tab was hidden, where nobody is, or shown. */
  readonly hide: (peer: Peer, hidden: boolean) => void;
  /** Somebody may get frames again. */
  readonly look: () => void;
  readonly leave: (peer: Peer) => void;
  /** What the log told, before it is told to anybody. */
  readonly note: (batch: readonly Entry[]) => void;
  /** Rights changed: looks again who may be where, and who may know. */
  readonly recheck: () => void;
  /** The log is another one. */
  readonly restart: () => void;
  readonly stats: () => { readonly tabs: number; readonly others: number };
  readonly stop: () => Promise<void>;
}

interface State extends PresenceOptions {
  readonly seats: Seats;
  readonly table: ReturnType<typeof createLeaseTable>;
  readonly images: ReturnType<typeof createImages>;
  readonly rooms: ReturnType<typeof createRooms>;
  readonly share: ReturnType<typeof createShare>;
  readonly asks: ReturnType<typeof createAsks>;
  tidiedAt: number;
}

function settle(state: State, seat: Seat, e: string | undefined): void {
  if (seat.room !== undefined && seat.room !== e) state.rooms.leave(seat.room, seat.tag);
  seat.room = e;
}
/** Nowhere any more. */
function vacate(state: State, seat: Seat): void {
  const was = state.table.remove(seat.tag);
  settle(state, seat, undefined);
  if (was === undefined) return;
  state.rooms.touch(was.e);
  state.share.changed();
}
function sit(state: State, seat: Seat, entity: AnyEntity, place: FocusRequest): void {
  const { peer, tag } = seat;
  const was = state.table.get(tag)?.e;
  const person = { principal: peer.principal, name: peer.actor.name };
  const moved = state.table.put(tag, person, { ...place, e: entity.name }, state.clock.now());
  seat.actor = peer.actor;
  const enters = seat.room !== entity.name;
  settle(state, seat, entity.name);
  if (enters) state.rooms.enter(entity, peer, tag);
  if (!moved) return;
  if (was !== undefined && was !== entity.name) state.rooms.touch(was);
  state.rooms.touch(entity.name);
  state.share.changed();
}

const isField = (actor: Actor, entity: AnyEntity, f: string): boolean =>
  sightOf(actor, entity)?.fields.has(f) === true || writableColumns(actor, entity).some((column) => column.name === f);

/** The entity of a place the actor may be at as far as is known without looking at the row. */
function entityFor(state: State, { actor, realm }: Peer, { e, f }: FocusRequest): AnyEntity | undefined {
  const entity = e === null || realm !== 'admin' ? undefined : state.registry.get(e);
  if (entity === undefined || sightOf(actor, entity) === null) return undefined;
  return f === null || isField(actor, entity, f) ? entity : undefined;
}

const reads = (state: State, actor: Actor, entity: AnyEntity, id: number | null): boolean => {
  const sight = sightOf(actor, entity);
  return sight !== null && seesRow(sight, state.images.get, entity.name, id);
};

async function place(state: State, seat: Seat, request: FocusRequest): Promise<FocusAnswer> {
  const { peer } = seat;
  const entity = entityFor(state, peer, request);
  if (entity === undefined) {
    vacate(state, seat);
    return { ok: false, code: 404 };
  }
  const { turn } = seat;
  if (request.id !== null) await state.images.load(entity, request.id);
  // Meanwhile it may have moved on, gone, or lost its rights.
  if (seat.turn !== turn || !peer.socket.connected || seat.hidden) return { ok: true };
  if (!reads(state, peer.actor, entity, request.id)) {
    vacate(state, seat);
    return { ok: false, code: 404 };
  }
  sit(state, seat, entity, request.id === null ? { ...request, f: null } : request);
  return { ok: true };
}

async function focus(state: State, peer: Peer, raw: unknown, ack: (answer: FocusAnswer) => void): Taken {
  const read = focusSchema.safeParse(raw);
  if (!read.success) {
    ack({ ok: false, code: 400 });
    return false;
  }
  const seat = state.seats.of(peer);
  seat.turn += 1;
  if (read.data.e === null || seat.hidden) {
    vacate(state, seat);
    ack({ ok: true });
  } else {
    ack(await place(state, seat, read.data));
  }
  return true;
}

function ask(state: State, peer: Peer, raw: unknown, ack: (answer: AskAnswer) => void): boolean {
  const read = askSchema.safeParse(raw);
  if (!read.success) {
    ack({ ok: false, code: 400 });
    return false;
  }
  const seat = state.seats.get(peer);
  ack(seat === undefined ? { ok: false, code: 410 } : state.asks.take(peer, seat.tag, read.data, state.clock.now()));
  return true;
}

/** To a tab of this node, or to whichever node has it. */
function deliver(state: State, to: string, notice: AskNotice, shared: boolean): void {
  const seat = state.seats.byTag(to);
  if (seat === undefined) {
    if (shared) state.share.say(to, notice);
    return;
  }
  state.asks.opened(to, notice, state.clock.now());
  seat.peer.socket.emit('ask', notice);
}

/** Whoever may no longer read the record it is at stands on the list; whoever may not read that either, nowhere. */
function recheck(state: State, concerned: (seat: Seat) => boolean): void {
  for (const seat of state.seats.all()) {
    const tab = state.table.get(seat.tag);
    const entity = tab && state.registry.get(tab.e);
    if (entity === undefined || !concerned(seat)) continue;
    seat.actor = seat.peer.actor;
    if (sightOf(seat.actor, entity) === null) {
      seat.peer.socket.emit('pres', { e: entity.name, you: seat.tag, all: [] });
      vacate(state, seat);
    } else if (!reads(state, seat.actor, entity, tab?.id ?? null)) {
      sit(state, seat, entity, { e: entity.name, id: null, f: null });
    }
    state.rooms.touch(entity.name);
  }
}

/** Rows of other nodes' tabs have to be known before anybody can be told of them. */
function meet(state: State, tabs: readonly Tab[]): void {
  const touch = () => {
    for (const e of new Set(tabs.map((tab) => tab.e))) state.rooms.touch(e);
  };
  const unknown = tabs.flatMap(({ e, id }) => {
    const entity = state.registry.get(e);
    return entity === undefined || id === null || state.images.get(e, id) !== undefined ? [] : [{ entity, id }];
  });
  if (unknown.length === 0) {
    touch();
    return;
  }
  Promise.all(unknown.map(({ entity, id }) => state.images.load(entity, id))).then(touch, (error: unknown) => {
    state.log.warn({ err: error }, 'rows of colleagues on other nodes could not be read');
  });
}

function tidy(state: State, now: number): void {
  state.asks.expire(now);
  if (now - state.tidiedAt < TIDY_MS) return;
  state.tidiedAt = now;
  const used = tabsOf(state).flatMap(({ e, id }) => (id === null ? [] : [imageKey(e, id)]));
  state.images.keep(new Set(used));
}

const tabsOf = ({ table, share }: Pick<State, 'table' | 'share'>): readonly Tab[] => [...table.all(), ...share.tabs()];

function keepHouse(state: State): void {
  const now = state.clock.now();
  const expired = state.table.expire(now);
  for (const e of expired) state.rooms.touch(e);
  if (expired.size > 0) state.share.changed();
  for (const seat of state.seats.all()) {
    if (seat.room !== undefined && state.table.get(seat.tag) === undefined) settle(state, seat, undefined);
  }
  recheck(state, (seat) => seat.actor !== seat.peer.actor);
  state.rooms.look();
  tidy(state, now);
}

export function createPresence(options: PresenceOptions): Presence {
  const table = createLeaseTable();
  const images = createImages(options.rowOf);
  const share = createShare({
    ...options,
    ownTabs: table.all,
    onTabs: (tabs) => meet(state, tabs),
    onMessage: (to, notice) => deliver(state, to, notice, false),
  });
  const parts = { table, share };
  const rooms = createRooms({
    tabsOf: (e) => tabsOf(parts).filter((tab) => tab.e === e),
    imageOf: images.get,
    between: options.between,
  });
  const asks = createAsks({
    tabOf: (tag) => table.get(tag) ?? share.tabs().find((tab) => tab.tag === tag),
    entityOf: (e) => options.registry.get(e),
    deliver: (to, notice) => deliver(state, to, notice, true),
  });
  const state: State = {
    ...options,
    seats: createSeats(),
    table,
    images,
    rooms,
    share,
    asks,
    tidiedAt: options.clock.now(),
  };
  const timer = setInterval(() => keepHouse(state), HOUSEKEEPING_MS);
  timer.unref();
  return faceOf(state, timer);
}

const faceOf = (state: State, timer: NodeJS.Timeout): Presence => ({
  focus: (peer, raw, ack) => focus(state, peer, raw, ack),
  ask: (peer, raw, ack) => ask(state, peer, raw, ack),
  hide: (peer, hidden) => {
    const seat = state.seats.of(peer);
    seat.hidden = hidden;
    seat.turn += 1;
    if (hidden) vacate(state, seat);
  },
  look: () => state.rooms.look(),
  leave: (peer) => {
    const seat = state.seats.get(peer);
    if (seat === undefined) return;
    vacate(state, seat);
    state.seats.end(peer);
  },
  note: (batch) => {
    const touched = state.images.note(batch);
    if (touched.size > 0) recheck(state, (seat) => seat.room !== undefined && touched.has(seat.room));
    for (const e of touched) state.rooms.touch(e);
  },
  recheck: () => recheck(state, () => true),
  restart: () => {
    state.images.clear();
    for (const seat of state.seats.all()) vacate(state, seat);
  },
  stats: () => ({ tabs: state.table.all().length, others: state.share.tabs().length }),
  stop: async () => {
    clearInterval(timer);
    state.rooms.stop();
    await state.share.stop();
  },
});
