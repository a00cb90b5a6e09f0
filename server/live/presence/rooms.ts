/** Tells the viewers of each entity's screens who is there: at most twice a second per room, only what changed, each as far as it may know. */
import type { AnyEntity } from '../../../common/entity/entity';
import type { PersonHere, PresenceFrame } from '../../../common/protocol/live';
import type { Peer } from '../peer';
import { peopleFor, sightOf, type ImageOf, type Sight } from './sight';
import type { Tab } from './table';

/** Frames of one room: two at once, then two a second. */
const BURST = 2;
const EVERY_MS = 500;

interface Viewer {
  readonly peer: Peer;
  readonly tag: string;
  /** The class it was told as; undefined: it has to be told everything. */
  told: string | undefined;
}
interface Room {
  readonly entity: AnyEntity;
  readonly viewers: Map<string, Viewer>;
  /** What each class was told, as text by person. */
  readonly told: Map<string, ReadonlyMap<string, string>>;
  dirty: boolean;
  tokens: number;
  filledAt: number;
  timer: NodeJS.Timeout | undefined;
}

export interface Rooms {
  readonly enter: (entity: AnyEntity, peer: Peer, tag: string) => void;
  readonly leave: (e: string, tag: string) => void;
  /** Something may look different now. */
  readonly touch: (e: string) => void;
  /** Comes back to viewers that got nothing for a while. */
  readonly look: () => void;
  readonly stop: () => void;
}
export interface RoomsOptions {
  readonly tabsOf: (e: string) => readonly Tab[];
  readonly imageOf: ImageOf;
  /** Runs between passes, where no rights change. */
  readonly between: (work: () => void) => Promise<void>;
}

const isWaiting = ({ told, peer }: Viewer): boolean => told === undefined && peer.paused === undefined;

function refill(room: Room, now: number): void {
  room.tokens = Math.min(BURST, room.tokens + (now - room.filledAt) / EVERY_MS);
  room.filledAt = now;
}

function differences(told: ReadonlyMap<string, string> | undefined, now: ReadonlyMap<string, PersonHere>) {
  const texts = new Map([...now].map(([p, person]) => [p, JSON.stringify(person)]));
  const set = [...now.values()].filter((person) => texts.get(person.p) !== told?.get(person.p));
  const gone = [...(told?.keys() ?? [])].filter((p) => !now.has(p));
  return { texts, set, gone };
}

/** One class of viewers: newcomers are told everything, the others what changed, those who get nothing now everything later. */
function tellClass(
  room: Room,
  sight: Sight,
  viewers: readonly Viewer[],
  people: ReadonlyMap<string, PersonHere>,
): void {
  const e = room.entity.name;
  const { texts, set, gone } = differences(room.told.get(sight.key), people);
  room.told.set(sight.key, texts);
  const change: PresenceFrame = { e, set, gone };
  for (const viewer of viewers) {
    if (viewer.peer.paused !== undefined) {
      if (set.length + gone.length > 0) viewer.told = undefined;
    } else if (viewer.told !== sight.key) {
      viewer.told = sight.key;
      viewer.peer.socket.emit('pres', { e, you: viewer.tag, all: [...people.values()] });
    } else if (set.length + gone.length > 0) {
      viewer.peer.socket.emit('pres', change);
    }
  }
}

function tell(room: Room, { tabsOf, imageOf }: RoomsOptions): void {
  const classes = new Map<string, { readonly sight: Sight; readonly viewers: Viewer[] }>();
  for (const viewer of room.viewers.values()) {
    const sight = sightOf(viewer.peer.actor, room.entity);
    if (sight === null) {
      // Nothing was left to see: what was shown has to go.
      if (viewer.told !== undefined) viewer.peer.socket.emit('pres', { e: room.entity.name, you: viewer.tag, all: [] });
      viewer.told = undefined;
      continue;
    }
    const group = classes.get(sight.key) ?? { sight, viewers: [] };
    group.viewers.push(viewer);
    classes.set(sight.key, group);
  }
  for (const key of room.told.keys()) if (!classes.has(key)) room.told.delete(key);
  const tabs = tabsOf(room.entity.name);
  for (const { sight, viewers } of classes.values()) tellClass(room, sight, viewers, peopleFor(sight, tabs, imageOf));
}

export function createRooms(options: RoomsOptions): Rooms {
  const rooms = new Map<string, Room>();
  let stopped = false;

  const flush = (room: Room) => {
    room.timer = undefined;
    void options.between(() => {
      if (stopped || !room.dirty) return;
      room.dirty = false;
      tell(room, options);
    });
  };
  const touch = (room: Room) => {
    room.dirty = true;
    if (room.timer !== undefined || stopped) return;
    const now = performance.now();
    refill(room, now);
    const wait = room.tokens >= 1 ? 0 : (1 - room.tokens) * EVERY_MS;
    room.tokens -= 1;
    room.timer = setTimeout(() => flush(room), wait);
  };
  return {
    enter: (entity, peer, tag) => {
      const room = rooms.get(entity.name) ?? {
        ...{ entity, viewers: new Map(), told: new Map() },
        ...{ dirty: false, tokens: BURST, filledAt: performance.now(), timer: undefined },
      };
      rooms.set(entity.name, room);
      if (!room.viewers.has(tag)) room.viewers.set(tag, { peer, tag, told: undefined });
      touch(room);
    },
    leave: (e, tag) => {
      const room = rooms.get(e);
      if (room === undefined) return;
      room.viewers.delete(tag);
      touch(room);
      if (room.viewers.size > 0) return;
      clearTimeout(room.timer);
      rooms.delete(e);
    },
    touch: (e) => {
      const room = rooms.get(e);
      if (room !== undefined) touch(room);
    },
    look: () => {
      for (const room of rooms.values()) if ([...room.viewers.values()].some(isWaiting)) touch(room);
    },
    stop: () => {
      stopped = true;
      for (const room of rooms.values()) clearTimeout(room.timer);
    },
  };
}
