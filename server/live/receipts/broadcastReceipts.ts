/** What is told of a member, and to whom: judged as rights and rows stand at that moment, and made once for all who may know the same. */
import type { Actor } from '../../../common/entity/access';
import type { AnyEntity } from '../../../common/entity/entity';
import type { ReceiptsFrame } from '../../../common/protocol/receipts';
import { PAUSED_ROOM, type LiveNamespace, type Connection } from '../sockets/connection';
import type { LiveRowCache } from '../presence/liveRowCache';
import { canSeeRow, findVisibility } from '../presence/visibility';
import type { MemberDevices } from './memberDevices';
import { LEDGER_KINDS, type LedgerKind, type ReadMarks } from './readMarks';

/** Shortest time between two frames about one member. */
const MIN_INTERVAL_MS = 250;

/** What a class of readers may know besides the devices: the kinds whose figure it may read. */
type VisibleKinds = readonly LedgerKind[];
export interface Watcher {
  readonly connection: Connection;
  actor: Actor;
  /** Undefined: the member does not exist for this reader. */
  visibleKinds: VisibleKinds | undefined;
  /** Frames went out that it did not get. */
  isStale: boolean;
}
export interface WatchedMember {
  readonly id: number;
  readMarks: ReadMarks;
  readonly watchers: Map<Connection, Watcher>;
  /** What each room was told last. */
  readonly sentByRoom: Map<string, string>;
  /** What is read before anybody can be told. */
  ready: Promise<void>;
  /** Its sessions on other nodes. */
  remoteSessions: ReadonlySet<string>;
  /** Who asked and waits. */
  pendingRequests: number;
  /** The row changed: everybody is judged anew. */
  isRowChanged: boolean;
  sentAt: number;
  timer: NodeJS.Timeout | undefined;
}
/** What telling needs to know of the house. */
export interface BroadcastContext {
  readonly memberEntity: AnyEntity | undefined;
  readonly devices: Pick<MemberDevices, 'sessionsOf'>;
  readonly rowCache: Pick<LiveRowCache, 'get'>;
  readonly namespace: LiveNamespace;
  /** Runs between passes, where no rights change. */
  readonly runExclusive: (work: () => void) => Promise<void>;
  isStopped: boolean;
}

export const MEMBER_ENTITY = 'user';
const roomName = (id: number, visibleKinds: VisibleKinds): string => `care:${id}:${visibleKinds.join('+')}`;

/** Undefined: there is no such member for the actor. */
export function findVisibleKinds(
  { memberEntity, rowCache }: BroadcastContext,
  actor: Actor,
  id: number,
): VisibleKinds | undefined {
  const visibility = memberEntity && findVisibility(actor, memberEntity);
  if (!visibility || !canSeeRow(visibility, rowCache.get, MEMBER_ENTITY, id)) return undefined;
  return LEDGER_KINDS.filter((kind) => visibility.fields.has(kind));
}

function buildFrame(
  { devices }: BroadcastContext,
  { id, readMarks, remoteSessions }: WatchedMember,
  visibleKinds: VisibleKinds,
): ReceiptsFrame {
  const readMarksByKind = Object.fromEntries(visibleKinds.map((kind) => [kind, readMarks.listOf(kind)]));
  return { id, online: new Set([...devices.sessionsOf(id), ...remoteSessions]).size, ...readMarksByKind };
}

/** What one reader has to know now. Others of its room who were told something else are told again: the room knows one thing. */
export function buildFrameFor(state: BroadcastContext, watchedMember: WatchedMember, watcher: Watcher): ReceiptsFrame {
  const { visibleKinds } = watcher;
  if (visibleKinds === undefined) return { id: watchedMember.id, gone: true };
  const frame = buildFrame(state, watchedMember, visibleKinds);
  const [room, text] = [roomName(watchedMember.id, visibleKinds), JSON.stringify(frame)];
  if (watchedMember.sentByRoom.get(room) === text) return frame;
  const hasOtherWatchers = [...watchedMember.watchers.values()].some(
    (other) => other !== watcher && other.visibleKinds?.join() === visibleKinds.join(),
  );
  watchedMember.sentByRoom.delete(room);
  if (hasOtherWatchers) scheduleBroadcast(state, watchedMember);
  else watchedMember.sentByRoom.set(room, text);
  return frame;
}
export function sendFrame(state: BroadcastContext, watchedMember: WatchedMember, watcher: Watcher): void {
  watcher.isStale = false;
  watcher.connection.socket.emit('care', buildFrameFor(state, watchedMember, watcher));
}

/** Out of the room of the class it was in, into that of the class it is in now. */
export function switchRoom(
  { connection }: Watcher,
  id: number,
  previousKinds: VisibleKinds | undefined,
  visibleKinds: VisibleKinds | undefined,
): void {
  if (previousKinds !== undefined) void connection.socket.leave(roomName(id, previousKinds));
  if (visibleKinds !== undefined) void connection.socket.join(roomName(id, visibleKinds));
}

/** Judges every reader whose rights, or the row, became others. Whoever may know more or less than before is told at once, whether or not it gets frames: it must not go on showing what it may not. */
export function recheckWatchers(state: BroadcastContext, watchedMember: WatchedMember): void {
  for (const watcher of watchedMember.watchers.values()) {
    const { connection, visibleKinds: previousKinds } = watcher;
    if (!watchedMember.isRowChanged && watcher.actor === connection.actor) continue;
    watcher.actor = connection.actor;
    watcher.visibleKinds = findVisibleKinds(state, connection.actor, watchedMember.id);
    if (previousKinds?.join() === watcher.visibleKinds?.join()) continue;
    switchRoom(watcher, watchedMember.id, previousKinds, watcher.visibleKinds);
    sendFrame(state, watchedMember, watcher);
  }
  watchedMember.isRowChanged = false;
}

/** One frame for each class of readers, however many they are. */
function broadcastFrames(state: BroadcastContext, watchedMember: WatchedMember): void {
  const visibleKindsByRoom = new Map<string, VisibleKinds>();
  for (const { visibleKinds } of watchedMember.watchers.values())
    if (visibleKinds) visibleKindsByRoom.set(roomName(watchedMember.id, visibleKinds), visibleKinds);
  for (const room of watchedMember.sentByRoom.keys())
    if (!visibleKindsByRoom.has(room)) watchedMember.sentByRoom.delete(room);
  for (const [room, visibleKinds] of visibleKindsByRoom) {
    const frame = buildFrame(state, watchedMember, visibleKinds);
    const text = JSON.stringify(frame);
    if (watchedMember.sentByRoom.get(room) === text) continue;
    watchedMember.sentByRoom.set(room, text);
    state.namespace.local.to(room).except(PAUSED_ROOM).emit('care', frame);
    for (const watcher of watchedMember.watchers.values())
      if (
        watcher.visibleKinds &&
        roomName(watchedMember.id, watcher.visibleKinds) === room &&
        watcher.connection.paused
      )
        watcher.isStale = true;
  }
}

function flush(state: BroadcastContext, watchedMember: WatchedMember): void {
  if (state.isStopped) return;
  watchedMember.sentAt = performance.now();
  recheckWatchers(state, watchedMember);
  broadcastFrames(state, watchedMember);
}
/** Tells everybody before long: at once after a pause, else a few times a second. */
export function scheduleBroadcast(state: BroadcastContext, watchedMember: WatchedMember): void {
  if (watchedMember.timer !== undefined || state.isStopped) return;
  const wait = Math.max(0, watchedMember.sentAt + MIN_INTERVAL_MS - performance.now());
  watchedMember.timer = setTimeout(() => {
    watchedMember.timer = undefined;
    void state.runExclusive(() => flush(state, watchedMember));
  }, wait);
}
