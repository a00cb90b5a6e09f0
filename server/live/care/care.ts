/** Who looks at which member: staff with its record open hear whether it is here, on how many devices, and how far each is with what was booked. */
import type { Registry } from '../../../common/entity/registry';
import type { CareAnswer, CareFrame } from '../../../common/protocol/care';
import type { Db, Log } from '../../context';
import type { LoggedChange } from '../log';
import type { Peer } from '../peer';
import { createImages, imageKey, type RowOf } from '../presence/images';
import type { NodesAround } from '../presence/share';
import { endedBy } from '../rights';
import type { Entry } from '../tailer';
import { createAfar, type Afar, type Found } from './afar';
import { createDevices, memberNamed, type Devices } from './devices';
import { careSchema } from './events';
import { createMarks, readMarks, type EntryMark } from './marks';
import {
  enter,
  faceFor,
  frameOf,
  judge,
  MEMBER,
  soon,
  tellOne,
  type Telling,
  type Watch,
  type Watched,
} from './telling';

const HOUSEKEEPING_MS = 500;

export interface CareOptions extends Pick<Telling, 'space' | 'between'> {
  readonly db: Db;
  readonly log: Log;
  readonly registry: Registry;
  readonly nodes: NodesAround;
  readonly rowOf: RowOf;
}
export interface Care {
  /** False: the event was malformed. */
  readonly ask: (peer: Peer, raw: unknown, ack: (answer: CareAnswer) => void) => Promise<boolean>;
  /** A window came, or says anew who it is. */
  readonly came: (peer: Peer) => void;
  readonly leave: (peer: Peer) => void;
  /** An entry arrived on a device, or came into sight there. */
  readonly acked: (mark: EntryMark) => void;
  /** What the log told, before it is told to anybody. */
  readonly note: (batch: readonly Entry[]) => void;
  /** Rights changed, or somebody may get frames again. */
  readonly look: () => void;
  /** The log is another one. */
  readonly restart: () => void;
  readonly stats: () => { readonly members: number; readonly watches: number };
  readonly stop: () => Promise<void>;
}

interface State extends CareOptions, Telling {
  readonly devices: Devices;
  readonly images: ReturnType<typeof createImages>;
  readonly members: Map<number, Watched>;
  /** Counts what each tab asked: an older question is out of date. */
  readonly turns: WeakMap<Peer, number>;
  readonly afar: Afar;
}

async function read({ db, images, user, afar }: State, watched: Watched): Promise<void> {
  const { id, marks } = watched;
  const row = user === undefined ? Promise.resolve(null) : images.load(user, id);
  const [known, devices] = await Promise.all([readMarks(db, id), afar.of(id), row]);
  for (const mark of known) marks.take(mark);
  watched.afar = devices;
}
/** The member as somebody looks at it from now on; `release` says that nobody waits any more. */
function hold(state: State, id: number): Watched {
  const known = state.members.get(id);
  if (known !== undefined) {
    known.waiting += 1;
    return known;
  }
  const made: Watched = {
    ...{ id, marks: createMarks(), watches: new Map(), told: new Map(), ready: Promise.resolve() },
    ...{ afar: new Set(), waiting: 1, moved: false, toldAt: -Infinity, timer: undefined },
  };
  state.members.set(id, made);
  made.ready = read(state, made);
  return made;
}
function release(state: State, watched: Watched): void {
  if (watched.waiting > 0 || watched.watches.size > 0) return;
  clearTimeout(watched.timer);
  watched.timer = undefined;
  if (state.members.get(watched.id) === watched) state.members.delete(watched.id);
  state.images.keep(new Set([...state.members.keys()].map((id) => imageKey(MEMBER, id))));
}

function part(state: State, watched: Watched, peer: Peer): void {
  const watch = watched.watches.get(peer);
  if (watch === undefined) return;
  watched.watches.delete(peer);
  enter(watch, watched.id, watch.face, undefined);
  release(state, watched);
}
function join(state: State, watched: Watched, peer: Peer): CareFrame {
  const was = watched.watches.get(peer);
  const face = faceFor(state, peer.actor, watched.id);
  const watch: Watch = { peer, actor: peer.actor, face, behind: false };
  watched.watches.set(peer, watch);
  enter(watch, watched.id, was?.face, face);
  return frameOf(state, watched, watch);
}

async function ask(state: State, peer: Peer, raw: unknown, ack: (answer: CareAnswer) => void): Promise<boolean> {
  const asked = careSchema.safeParse(raw);
  if (!asked.success || peer.realm !== 'admin') {
    ack({ ok: false, code: asked.success ? 404 : 400 });
    return asked.success;
  }
  const turn = (state.turns.get(peer) ?? 0) + 1;
  state.turns.set(peer, turn);
  const held = [...new Set(asked.data.ids)].map((id) => hold(state, id));
  try {
    await Promise.all(held.map(({ ready }) => ready));
    await state.between(() => {
      if (state.turns.get(peer) !== turn || !peer.socket.connected) {
        ack({ ok: false, code: 410 });
        return;
      }
      for (const watched of [...state.members.values()]) if (!held.includes(watched)) part(state, watched, peer);
      ack({ ok: true, frames: held.map((watched) => join(state, watched, peer)) });
    });
  } finally {
    for (const watched of held) {
      watched.waiting -= 1;
      release(state, watched);
    }
  }
  return true;
}

const isSame = (one: ReadonlySet<string>, other: ReadonlySet<string>): boolean =>
  one.size === other.size && [...one].every((session) => other.has(session));
function found(state: State, { devices, marks }: Found): void {
  for (const [id, sessions] of devices) {
    const watched = state.members.get(id);
    if (watched === undefined || isSame(watched.afar, sessions)) continue;
    watched.afar = sessions;
    soon(state, watched);
  }
  for (const mark of marks) acked(state, mark);
}
function acked(state: State, mark: EntryMark): void {
  const watched = state.members.get(mark.member);
  if (watched?.marks.take(mark) === true) soon(state, watched);
}

/** Whose rights became others, and who gets frames again. */
const isWaiting = ({ actor, behind, peer }: Watch): boolean =>
  actor !== peer.actor || (behind && peer.paused === undefined);
function look(state: State): void {
  const concerned = [...state.members.values()].filter(({ watches }) => [...watches.values()].some(isWaiting));
  if (concerned.length === 0 || state.stopped) return;
  void state.between(() => {
    for (const watched of concerned) {
      judge(state, watched);
      for (const watch of watched.watches.values())
        if (watch.behind && watch.peer.paused === undefined) tellOne(state, watched, watch);
    }
  });
}

/** Whose sessions ended, or who may no longer be here, is not waited for. */
function giveUp(state: State, change: LoggedChange): void {
  for (const principal of endedBy(change)) {
    const member = memberNamed(principal);
    if (member !== undefined && state.devices.ended(member)) moved(state, member);
  }
}

/** A device of a member came, went, or is here no longer after all. */
function moved(state: State, member: number): void {
  const watched = state.members.get(member);
  if (watched) soon(state, watched);
  state.afar.changed(member);
}

function note(state: State, batch: readonly Entry[]): void {
  state.images.note(batch);
  for (const { change } of batch) {
    giveUp(state, change);
    const watched = change.ent === MEMBER ? state.members.get(change.eid) : undefined;
    if (watched === undefined) continue;
    watched.moved = true;
    soon(state, watched);
  }
}

function restart(state: State): void {
  state.images.clear();
  for (const watched of state.members.values()) {
    watched.marks = createMarks();
    watched.ready = read(state, watched);
    watched.ready.then(
      () => {
        watched.moved = true;
        soon(state, watched);
      },
      (error: unknown) => state.log.warn({ err: error }, 'a member could not be read anew'),
    );
  }
}

function stateOf(options: CareOptions): State {
  const devices = createDevices((member) => moved(state, member));
  const members = new Map<number, Watched>();
  const afar = createAfar({
    ...options,
    own: devices,
    watched: () =>
      [...members.values()].map(({ id, marks }) => ({
        member: id,
        from: { money: marks.from('money'), score: marks.from('score') },
      })),
    onFound: (all) => found(state, all),
  });
  const state: State = {
    ...{ ...options, devices, members, afar, user: options.registry.get(MEMBER), stopped: false },
    ...{ images: createImages(options.rowOf), turns: new WeakMap() },
  };
  return state;
}

export function createCare(options: CareOptions): Care {
  const state = stateOf(options);
  const timer = setInterval(() => look(state), HOUSEKEEPING_MS);
  timer.unref();
  const changed = (member: number | undefined) => {
    if (member !== undefined) moved(state, member);
  };
  return {
    ask: (peer, raw, ack) => ask(state, peer, raw, ack),
    came: (peer) => changed(peer.socket.connected ? state.devices.add(peer) : undefined),
    leave: (peer) => {
      changed(state.devices.remove(peer));
      for (const watched of [...state.members.values()]) part(state, watched, peer);
    },
    acked: (mark) => acked(state, mark),
    note: (batch) => note(state, batch),
    look: () => look(state),
    restart: () => restart(state),
    stats: () => {
      const watches = [...state.members.values()].reduce((sum, one) => sum + one.watches.size, 0);
      return { members: state.members.size, watches };
    },
    stop: async () => {
      state.stopped = true;
      clearInterval(timer);
      state.devices.stop();
      for (const { timer: due } of state.members.values()) clearTimeout(due);
      await state.afar.stop();
    },
  };
}
