/** What is told of a member, and to whom: judged as rights and rows stand at that moment, and made once for all who may know the same. */
import type { Actor } from '../../../common/entity/access';
import type { AnyEntity } from '../../../common/entity/entity';
import type { CareFrame } from '../../../common/protocol/care';
import { PAUSED, type LiveNamespace, type Peer } from '../peer';
import type { Images } from '../presence/images';
import { seesRow, sightOf } from '../presence/sight';
import type { Devices } from './devices';
import { KINDS, type Kind, type Marks } from './marks';

/** Shortest time between two frames about one member. */
const EVERY_MS = 250;

/** What a class of readers may know besides the devices: the kinds whose figure it may read. */
type Face = readonly Kind[];
export interface Watch {
  readonly peer: Peer;
  actor: Actor;
  /** Undefined: the member does not exist for this reader. */
  face: Face | undefined;
  /** Frames went out that it did not get. */
  behind: boolean;
}
export interface Watched {
  readonly id: number;
  marks: Marks;
  readonly watches: Map<Peer, Watch>;
  /** What each room was told last. */
  readonly told: Map<string, string>;
  /** What is read before anybody can be told. */
  ready: Promise<void>;
  /** Its sessions on other nodes. */
  afar: ReadonlySet<string>;
  /** Who asked and waits. */
  waiting: number;
  /** The row changed: everybody is judged anew. */
  moved: boolean;
  toldAt: number;
  timer: NodeJS.Timeout | undefined;
}
/** What telling needs to know of the house. */
export interface Telling {
  readonly user: AnyEntity | undefined;
  readonly devices: Pick<Devices, 'of'>;
  readonly images: Pick<Images, 'get'>;
  readonly space: LiveNamespace;
  /** Runs between passes, where no rights change. */
  readonly between: (work: () => void) => Promise<void>;
  stopped: boolean;
}

export const MEMBER = 'user';
const roomOf = (id: number, face: Face): string => `care:${id}:${face.join('+')}`;

/** Undefined: there is no such member for the actor. */
export function faceFor({ user, images }: Telling, actor: Actor, id: number): Face | undefined {
  const sight = user && sightOf(actor, user);
  if (!sight || !seesRow(sight, images.get, MEMBER, id)) return undefined;
  return KINDS.filter((kind) => sight.fields.has(kind));
}

function frameFor({ devices }: Telling, { id, marks, afar }: Watched, face: Face): CareFrame {
  const told = Object.fromEntries(face.map((kind) => [kind, marks.of(kind)]));
  return { id, online: new Set([...devices.of(id), ...afar]).size, ...told };
}

/** What one reader has to know now. Others of its room who were told something else are told again: the room knows one thing. */
export function frameOf(state: Telling, watched: Watched, watch: Watch): CareFrame {
  const { face } = watch;
  if (face === undefined) return { id: watched.id, gone: true };
  const frame = frameFor(state, watched, face);
  const [room, text] = [roomOf(watched.id, face), JSON.stringify(frame)];
  if (watched.told.get(room) === text) return frame;
  const others = [...watched.watches.values()].some((one) => one !== watch && one.face?.join() === face.join());
  watched.told.delete(room);
  if (others) soon(state, watched);
  else watched.told.set(room, text);
  return frame;
}
export function tellOne(state: Telling, watched: Watched, watch: Watch): void {
  watch.behind = false;
  watch.peer.socket.emit('care', frameOf(state, watched, watch));
}

/** Out of the room of the class it was in, into that of the class it is in now. */
export function enter({ peer }: Watch, id: number, was: Face | undefined, face: Face | undefined): void {
  if (was !== undefined) void peer.socket.leave(roomOf(id, was));
  if (face !== undefined) void peer.socket.join(roomOf(id, face));
}

/** Judges every reader whose rights, or the row, became others. Whoever may know more or less than before is told at once, whether or not it gets frames: it must not go on showing what it may not. */
export function judge(state: Telling, watched: Watched): void {
  for (const watch of watched.watches.values()) {
    const { peer, face: was } = watch;
    if (!watched.moved && watch.actor === peer.actor) continue;
    watch.actor = peer.actor;
    watch.face = faceFor(state, peer.actor, watched.id);
    if (was?.join() === watch.face?.join()) continue;
    enter(watch, watched.id, was, watch.face);
    tellOne(state, watched, watch);
  }
  watched.moved = false;
}

/** One frame for each class of readers, however many they are. */
function tell(state: Telling, watched: Watched): void {
  const faces = new Map<string, Face>();
  for (const { face } of watched.watches.values()) if (face) faces.set(roomOf(watched.id, face), face);
  for (const room of watched.told.keys()) if (!faces.has(room)) watched.told.delete(room);
  for (const [room, face] of faces) {
    const frame = frameFor(state, watched, face);
    const text = JSON.stringify(frame);
    if (watched.told.get(room) === text) continue;
    watched.told.set(room, text);
    state.space.local.to(room).except(PAUSED).emit('care', frame);
    for (const watch of watched.watches.values())
      if (watch.face && roomOf(watched.id, watch.face) === room && watch.peer.paused) watch.behind = true;
  }
}

function flush(state: Telling, watched: Watched): void {
  if (state.stopped) return;
  watched.toldAt = performance.now();
  judge(state, watched);
  tell(state, watched);
}
/** Tells everybody before long: at once after a pause, else a few times a second. */
export function soon(state: Telling, watched: Watched): void {
  if (watched.timer !== undefined || state.stopped) return;
  const wait = Math.max(0, watched.toldAt + EVERY_MS - performance.now());
  watched.timer = setTimeout(() => {
    watched.timer = undefined;
    void state.between(() => flush(state, watched));
  }, wait);
}
