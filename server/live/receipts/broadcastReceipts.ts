/** Broadcasts presence and read receipts of a member: permissions are checked at that moment, and one frame serves all with equal permissions. */
import type { Actor } from '../../../common/entity/access';
import type { AnyEntity } from '../../../common/entity/entity';
import { RECEIPTS_EVENT, type ReceiptsFrame } from '../../../common/protocol/receipts';
import { PAUSED_ROOM, type LiveNamespace, type Connection } from '../sockets/connection';
import type { LiveRowCache } from '../presence/liveRowCache';
import { canSeeRow, findVisibility } from '../presence/visibility';
import type { MemberDevices } from './memberDevices';
import type { ReadMarks } from './readMarks';
import { LEDGER_KINDS, type LedgerKind } from '../../../common/ledgerKind';

/** The minimal interval between two frames about one member. */
const MIN_INTERVAL_MS = 250;

/** The part of a receipt that viewers may see in addition to the devices: the ledger kinds whose balance they may read. */
type VisibleKinds = readonly LedgerKind[];
export interface Watcher {
  readonly connection: Connection;
  actor: Actor;
  /** Undefined when the member does not exist for this viewer. */
  visibleKinds: VisibleKinds | undefined;
  /** It missed frames. */
  isStale: boolean;
}
export interface WatchedMember {
  readonly id: number;
  readMarks: ReadMarks;
  readonly watchers: Map<Connection, Watcher>;
  /** The last frame of each room. */
  readonly sentByRoom: Map<string, string>;
  /** Resolves when the stored data is loaded. */
  ready: Promise<void>;
  /** The member's sessions on other nodes. */
  remoteSessions: ReadonlySet<string>;
  /** The number of requests that wait. */
  pendingRequests: number;
  /** The row changed: all viewers must be rechecked. */
  isRowChanged: boolean;
  sentAt: number;
  timer: NodeJS.Timeout | undefined;
}
/** The dependencies of a broadcast. */
export interface BroadcastContext {
  readonly memberEntity: AnyEntity | undefined;
  readonly devices: Pick<MemberDevices, 'getSessions'>;
  readonly rowCache: Pick<LiveRowCache, 'get'>;
  readonly namespace: LiveNamespace;
  /** Runs in the exclusive section, where permissions do not change. */
  readonly runExclusive: (work: () => void) => Promise<void>;
  isStopped: boolean;
}

export const MEMBER_ENTITY = 'user';
const roomName = (id: number, visibleKinds: VisibleKinds): string => `receipts:${id}:${visibleKinds.join('+')}`;

/** Undefined when the member does not exist for the actor. */
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
  const readMarksByKind = Object.fromEntries(visibleKinds.map((kind) => [kind, readMarks.getList(kind)]));
  return { id, online: new Set([...devices.getSessions(id), ...remoteSessions]).size, ...readMarksByKind };
}

/** The current frame for one viewer. If the last frame of its room differs, the room gets this one as well. */
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
  watcher.connection.socket.emit(RECEIPTS_EVENT, buildFrameFor(state, watchedMember, watcher));
}

/** Moves a viewer from the room of its old permissions to that of the new ones. */
export function switchRoom(
  { connection }: Watcher,
  id: number,
  previousKinds: VisibleKinds | undefined,
  visibleKinds: VisibleKinds | undefined,
): void {
  if (previousKinds !== undefined) void connection.socket.leave(roomName(id, previousKinds));
  if (visibleKinds !== undefined) void connection.socket.join(roomName(id, visibleKinds));
}

/** Rechecks viewers whose permissions or whose row changed, and sends the new view at once, even to paused connections, so that none keeps stale data. */
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

/** Sends one frame to each room. */
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
    state.namespace.local.to(room).except(PAUSED_ROOM).emit(RECEIPTS_EVENT, frame);
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
/** Schedules a broadcast: at once after a pause, else at the minimal interval. */
export function scheduleBroadcast(state: BroadcastContext, watchedMember: WatchedMember): void {
  if (watchedMember.timer !== undefined || state.isStopped) return;
  const wait = Math.max(0, watchedMember.sentAt + MIN_INTERVAL_MS - performance.now());
  watchedMember.timer = setTimeout(() => {
    watchedMember.timer = undefined;
    void state.runExclusive(() => flush(state, watchedMember));
  }, wait);
}
