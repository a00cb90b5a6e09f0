/**
 * Broadcasts presence to the viewers of an entity's screens: at most twice a second per room, only differences, within each viewer's
 * permissions.
 */
import type { AnyEntity } from '../../../common/entity/entity';
import type { PresentPerson, PresenceFrame } from '../../../common/protocol/liveEvents';
import type { Connection } from '../sockets/connection';
import { projectPeople, findVisibility, type FindRow, type Visibility } from './visibility';
import type { Tab } from './leaseTable';

/** Frames per room: a burst of two, then two per second. */
const MAX_TOKENS = 2;
const REFILL_MS = 500;

interface Viewer {
  readonly connection: Connection;
  readonly tabId: string;
  /** The visibility key of its last frame; undefined when it needs everything. */
  sentAs: string | undefined;
}
interface Room {
  readonly entity: AnyEntity;
  readonly viewers: Map<string, Viewer>;
  /** The last sent state by visibility key, as JSON by person. */
  readonly sentByClass: Map<string, ReadonlyMap<string, string>>;
  isDirty: boolean;
  tokens: number;
  filledAt: number;
  timer: NodeJS.Timeout | undefined;
}

export interface PresenceRooms {
  readonly enter: (entity: AnyEntity, connection: Connection, tabId: string) => void;
  readonly leave: (entityName: string, tabId: string) => void;
  /** Marks that the state of a room may have changed. */
  readonly markDirty: (entityName: string) => void;
  /** Sends missed frames to resumed viewers. */
  readonly resumeViewers: () => void;
  readonly stop: () => void;
}
export interface PresenceRoomsOptions {
  readonly listTabs: (entityName: string) => readonly Tab[];
  readonly findRow: FindRow;
  /** Runs in the exclusive section, where permissions do not change. */
  readonly runExclusive: (work: () => void) => Promise<void>;
}

const needsFullState = ({ sentAs, connection }: Viewer): boolean =>
  sentAs === undefined && connection.paused === undefined;

function refillTokens(room: Room, now: number): void {
  room.tokens = Math.min(MAX_TOKENS, room.tokens + (now - room.filledAt) / REFILL_MS);
  room.filledAt = now;
}

function diffPeople(sent: ReadonlyMap<string, string> | undefined, now: ReadonlyMap<string, PresentPerson>) {
  const jsonByPerson = new Map([...now].map(([p, person]) => [p, JSON.stringify(person)]));
  const set = [...now.values()].filter((person) => jsonByPerson.get(person.p) !== sent?.get(person.p));
  const removed = [...(sent?.keys() ?? [])].filter((p) => !now.has(p));
  return { jsonByPerson, set, removed };
}

/** Sends to the viewers of one visibility: new ones get everything, others the differences, paused ones everything later. */
function sendToClass(
  room: Room,
  visibility: Visibility,
  viewers: readonly Viewer[],
  people: ReadonlyMap<string, PresentPerson>,
): void {
  const entityName = room.entity.name;
  const { jsonByPerson, set, removed } = diffPeople(room.sentByClass.get(visibility.key), people);
  room.sentByClass.set(visibility.key, jsonByPerson);
  const change: PresenceFrame = { e: entityName, set, gone: removed };
  for (const viewer of viewers) {
    if (viewer.connection.paused !== undefined) {
      if (set.length + removed.length > 0) viewer.sentAs = undefined;
    } else if (viewer.sentAs !== visibility.key) {
      viewer.sentAs = visibility.key;
      viewer.connection.socket.emit('pres', { e: entityName, you: viewer.tabId, all: [...people.values()] });
    } else if (set.length + removed.length > 0) {
      viewer.connection.socket.emit('pres', change);
    }
  }
}

function broadcastRoom(room: Room, { listTabs, findRow }: PresenceRoomsOptions): void {
  const classes = new Map<string, { readonly visibility: Visibility; readonly viewers: Viewer[] }>();
  for (const viewer of room.viewers.values()) {
    const visibility = findVisibility(viewer.connection.actor, room.entity);
    if (visibility === null) {
      // Nothing is visible any more: the client must remove what it shows.
      if (viewer.sentAs !== undefined)
        viewer.connection.socket.emit('pres', { e: room.entity.name, you: viewer.tabId, all: [] });
      viewer.sentAs = undefined;
      continue;
    }
    const group = classes.get(visibility.key) ?? { visibility, viewers: [] };
    group.viewers.push(viewer);
    classes.set(visibility.key, group);
  }
  for (const key of room.sentByClass.keys()) if (!classes.has(key)) room.sentByClass.delete(key);
  const tabs = listTabs(room.entity.name);
  for (const { visibility, viewers } of classes.values())
    sendToClass(room, visibility, viewers, projectPeople(visibility, tabs, findRow));
}

export function createPresenceRooms(options: PresenceRoomsOptions): PresenceRooms {
  const rooms = new Map<string, Room>();
  let stopped = false;

  const flush = (room: Room) => {
    room.timer = undefined;
    void options.runExclusive(() => {
      if (stopped || !room.isDirty) return;
      room.isDirty = false;
      broadcastRoom(room, options);
    });
  };
  const markDirty = (room: Room) => {
    room.isDirty = true;
    if (room.timer !== undefined || stopped) return;
    const now = performance.now();
    refillTokens(room, now);
    const wait = room.tokens >= 1 ? 0 : (1 - room.tokens) * REFILL_MS;
    room.tokens -= 1;
    room.timer = setTimeout(() => flush(room), wait);
  };
  return {
    enter: (entity, connection, tabId) => {
      const room = rooms.get(entity.name) ?? {
        entity,
        viewers: new Map(),
        sentByClass: new Map(),
        isDirty: false,
        tokens: MAX_TOKENS,
        filledAt: performance.now(),
        timer: undefined,
      };
      rooms.set(entity.name, room);
      if (!room.viewers.has(tabId)) room.viewers.set(tabId, { connection, tabId, sentAs: undefined });
      markDirty(room);
    },
    leave: (entityName, tabId) => {
      const room = rooms.get(entityName);
      if (room === undefined) return;
      room.viewers.delete(tabId);
      markDirty(room);
      if (room.viewers.size > 0) return;
      clearTimeout(room.timer);
      rooms.delete(entityName);
    },
    markDirty: (entityName) => {
      const room = rooms.get(entityName);
      if (room !== undefined) markDirty(room);
    },
    resumeViewers: () => {
      for (const room of rooms.values()) if ([...room.viewers.values()].some(needsFullState)) markDirty(room);
    },
    stop: () => {
      stopped = true;
      for (const room of rooms.values()) clearTimeout(room.timer);
    },
  };
}
