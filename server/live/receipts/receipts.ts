/**
 * Read receipts: admins with the row of a member open see whether it is online, on how many devices, and which ledger entries each has
 * received and read.
 */
import type { Registry } from '../../../common/entity/registry';
import type { ReceiptsAck, ReceiptsFrame } from '../../../common/protocol/receipts';
import type { Db, Log } from '../../context';
import type { LoggedChange } from '../log/changeLog';
import type { Connection } from '../sockets/connection';
import { createLiveRowCache, rowCacheKey, type LoadRow } from '../presence/liveRowCache';
import type { ClusterNodes } from '../crossNodeShare';
import { findSignedOutPrincipals } from '../permissions/permissionAudience';
import type { LogEntry } from '../log/tailer';
import { createCrossNodeReceipts, type CrossNodeReceipts, type CrossNodeUpdate } from './crossNodeReceipts';
import { createMemberDevices, parseMemberPrincipal, type MemberDevices } from './memberDevices';
import { receiptsRequestSchema } from './receiptsRequestSchema';
import { createReadMarks, loadReadMarks, type ReadMark } from './readMarks';
import {
  switchRoom,
  findVisibleKinds,
  buildFrameFor,
  recheckWatchers,
  MEMBER_ENTITY,
  scheduleBroadcast,
  sendFrame,
  type BroadcastContext,
  type Watcher,
  type WatchedMember,
} from './broadcastReceipts';

const HOUSEKEEPING_MS = 500;

export interface ReceiptsOptions extends Pick<BroadcastContext, 'namespace' | 'runExclusive'> {
  readonly db: Db;
  readonly log: Log;
  readonly registry: Registry;
  readonly nodes: ClusterNodes;
  readonly loadRow: LoadRow;
}
export interface Receipts {
  /** False for a malformed event. */
  readonly watchMembers: (
    connection: Connection,
    raw: unknown,
    ack: (response: ReceiptsAck) => void,
  ) => Promise<boolean>;
  /** A connection opened or reauthenticated. */
  readonly onConnected: (connection: Connection) => void;
  readonly onDisconnected: (connection: Connection) => void;
  /** An entry arrived on a device, or became visible there. */
  readonly acknowledgeEntry: (readMark: ReadMark) => void;
  /** Applies a batch of the change log before it is published. */
  readonly onBatch: (batch: readonly LogEntry[]) => void;
  /** Rechecks permissions, and sends missed frames to resumed viewers. */
  readonly refresh: () => void;
  /** Drops cached state, after the log started over. */
  readonly reset: () => void;
  readonly stats: () => { readonly members: number; readonly watches: number };
  readonly stop: () => Promise<void>;
}

interface State extends ReceiptsOptions, BroadcastContext {
  readonly devices: MemberDevices;
  readonly rowCache: ReturnType<typeof createLiveRowCache>;
  readonly watchedMembers: Map<number, WatchedMember>;
  /** The number of the last request of each connection; older ones are outdated. */
  readonly requestNumbers: WeakMap<Connection, number>;
  readonly crossNode: CrossNodeReceipts;
}

async function loadMember(
  { db, rowCache, memberEntity, crossNode }: State,
  watchedMember: WatchedMember,
): Promise<void> {
  const { id, readMarks } = watchedMember;
  const row = memberEntity === undefined ? Promise.resolve(null) : rowCache.load(memberEntity, id);
  const [existing, devices] = await Promise.all([loadReadMarks(db, id), crossNode.loadRemoteSessions(id), row]);
  for (const readMark of existing) readMarks.add(readMark);
  watchedMember.remoteSessions = devices;
}
/** The watched member, loaded at the first request; `releaseMember` removes it when it has no viewers and no waiting requests. */
function acquireMember(state: State, id: number): WatchedMember {
  const existing = state.watchedMembers.get(id);
  if (existing !== undefined) {
    existing.pendingRequests += 1;
    return existing;
  }
  const created: WatchedMember = {
    id,
    readMarks: createReadMarks(),
    watchers: new Map(),
    sentByRoom: new Map(),
    ready: Promise.resolve(),
    remoteSessions: new Set(),
    pendingRequests: 1,
    isRowChanged: false,
    sentAt: -Infinity,
    timer: undefined,
  };
  state.watchedMembers.set(id, created);
  created.ready = loadMember(state, created);
  return created;
}
function releaseMember(state: State, watchedMember: WatchedMember): void {
  if (watchedMember.pendingRequests > 0 || watchedMember.watchers.size > 0) return;
  clearTimeout(watchedMember.timer);
  watchedMember.timer = undefined;
  if (state.watchedMembers.get(watchedMember.id) === watchedMember) state.watchedMembers.delete(watchedMember.id);
  state.rowCache.retain(new Set([...state.watchedMembers.keys()].map((id) => rowCacheKey(MEMBER_ENTITY, id))));
}

function stopWatching(state: State, watchedMember: WatchedMember, connection: Connection): void {
  const watcher = watchedMember.watchers.get(connection);
  if (watcher === undefined) return;
  watchedMember.watchers.delete(connection);
  switchRoom(watcher, watchedMember.id, watcher.visibleKinds, undefined);
  releaseMember(state, watchedMember);
}
function startWatching(state: State, watchedMember: WatchedMember, connection: Connection): ReceiptsFrame {
  const previous = watchedMember.watchers.get(connection);
  const visibleKinds = findVisibleKinds(state, connection.actor, watchedMember.id);
  const watcher: Watcher = { connection, actor: connection.actor, visibleKinds, isStale: false };
  watchedMember.watchers.set(connection, watcher);
  switchRoom(watcher, watchedMember.id, previous?.visibleKinds, visibleKinds);
  return buildFrameFor(state, watchedMember, watcher);
}

async function watchMembers(
  state: State,
  connection: Connection,
  raw: unknown,
  ack: (response: ReceiptsAck) => void,
): Promise<boolean> {
  const parsed = receiptsRequestSchema.safeParse(raw);
  if (!parsed.success || connection.realm !== 'admin') {
    ack({ ok: false, code: parsed.success ? 404 : 400 });
    return parsed.success;
  }
  const requestNumber = (state.requestNumbers.get(connection) ?? 0) + 1;
  state.requestNumbers.set(connection, requestNumber);
  const acquired = [...new Set(parsed.data.ids)].map((id) => acquireMember(state, id));
  try {
    await Promise.all(acquired.map(({ ready }) => ready));
    await state.runExclusive(() => {
      if (state.requestNumbers.get(connection) !== requestNumber || !connection.socket.connected) {
        ack({ ok: false, code: 410 });
        return;
      }
      for (const watchedMember of [...state.watchedMembers.values()])
        if (!acquired.includes(watchedMember)) stopWatching(state, watchedMember, connection);
      ack({ ok: true, frames: acquired.map((watchedMember) => startWatching(state, watchedMember, connection)) });
    });
  } finally {
    for (const watchedMember of acquired) {
      watchedMember.pendingRequests -= 1;
      releaseMember(state, watchedMember);
    }
  }
  return true;
}

const hasSameItems = (a: ReadonlySet<string>, b: ReadonlySet<string>): boolean =>
  a.size === b.size && [...a].every((session) => b.has(session));
function applyCrossNodeUpdate(state: State, { sessionsByMember, readMarks }: CrossNodeUpdate): void {
  for (const [id, sessions] of sessionsByMember) {
    const watchedMember = state.watchedMembers.get(id);
    if (watchedMember === undefined || hasSameItems(watchedMember.remoteSessions, sessions)) continue;
    watchedMember.remoteSessions = sessions;
    scheduleBroadcast(state, watchedMember);
  }
  for (const readMark of readMarks) acknowledgeEntry(state, readMark);
}
function acknowledgeEntry(state: State, readMark: ReadMark): void {
  const watchedMember = state.watchedMembers.get(readMark.member);
  if (watchedMember?.readMarks.add(readMark) === true) scheduleBroadcast(state, watchedMember);
}

/** Whether the permissions of a viewer changed, or it was resumed. */
const needsUpdate = ({ actor, isStale, connection }: Watcher): boolean =>
  actor !== connection.actor || (isStale && connection.paused === undefined);
function refresh(state: State): void {
  const stale = [...state.watchedMembers.values()].filter(({ watchers }) => [...watchers.values()].some(needsUpdate));
  if (stale.length === 0 || state.isStopped) return;
  void state.runExclusive(() => {
    for (const watchedMember of stale) {
      recheckWatchers(state, watchedMember);
      for (const watcher of watchedMember.watchers.values())
        if (watcher.isStale && watcher.connection.paused === undefined) sendFrame(state, watchedMember, watcher);
    }
  });
}

/** Removes disconnected devices whose sessions a change ended. */
function dropEndedSessions(state: State, change: LoggedChange): void {
  for (const principal of findSignedOutPrincipals(change)) {
    const member = parseMemberPrincipal(principal);
    if (member !== undefined && state.devices.onSessionsEnded(member)) onDevicesChanged(state, member);
  }
}

/** The devices of a member changed. */
function onDevicesChanged(state: State, member: number): void {
  const watchedMember = state.watchedMembers.get(member);
  if (watchedMember) scheduleBroadcast(state, watchedMember);
  state.crossNode.markChanged(member);
}

function onBatch(state: State, batch: readonly LogEntry[]): void {
  state.rowCache.applyBatch(batch);
  for (const { change } of batch) {
    dropEndedSessions(state, change);
    const watchedMember = change.entityName === MEMBER_ENTITY ? state.watchedMembers.get(change.rowId) : undefined;
    if (watchedMember === undefined) continue;
    watchedMember.isRowChanged = true;
    scheduleBroadcast(state, watchedMember);
  }
}

function reset(state: State): void {
  state.rowCache.clear();
  for (const watchedMember of state.watchedMembers.values()) {
    watchedMember.readMarks = createReadMarks();
    watchedMember.ready = loadMember(state, watchedMember);
    watchedMember.ready.then(
      () => {
        watchedMember.isRowChanged = true;
        scheduleBroadcast(state, watchedMember);
      },
      (error: unknown) => state.log.warn({ err: error }, 'reloading the row of a watched member failed'),
    );
  }
}

function createState(options: ReceiptsOptions): State {
  const devices = createMemberDevices((member) => onDevicesChanged(state, member));
  const watchedMembers = new Map<number, WatchedMember>();
  const crossNode = createCrossNodeReceipts({
    ...options,
    localDevices: devices,
    listWatched: () =>
      [...watchedMembers.values()].map(({ id, readMarks }) => ({
        member: id,
        from: { money: readMarks.readFrom('money'), score: readMarks.readFrom('score') },
      })),
    onUpdate: (all) => applyCrossNodeUpdate(state, all),
  });
  const state: State = {
    ...options,
    devices,
    watchedMembers,
    crossNode,
    memberEntity: options.registry.get(MEMBER_ENTITY),
    isStopped: false,
    rowCache: createLiveRowCache(options.loadRow),
    requestNumbers: new WeakMap(),
  };
  return state;
}

export function createReceipts(options: ReceiptsOptions): Receipts {
  const state = createState(options);
  const timer = setInterval(() => refresh(state), HOUSEKEEPING_MS);
  timer.unref();
  const notifyChange = (member: number | undefined) => {
    if (member !== undefined) onDevicesChanged(state, member);
  };
  return {
    watchMembers: (connection, raw, ack) => watchMembers(state, connection, raw, ack),
    onConnected: (connection) => notifyChange(connection.socket.connected ? state.devices.add(connection) : undefined),
    onDisconnected: (connection) => {
      notifyChange(state.devices.remove(connection));
      for (const watchedMember of [...state.watchedMembers.values()]) stopWatching(state, watchedMember, connection);
    },
    acknowledgeEntry: (readMark) => acknowledgeEntry(state, readMark),
    onBatch: (batch) => onBatch(state, batch),
    refresh: () => refresh(state),
    reset: () => reset(state),
    stats: () => {
      const watchers = [...state.watchedMembers.values()].reduce((sum, { watchers: viewers }) => sum + viewers.size, 0);
      return { members: state.watchedMembers.size, watches: watchers };
    },
    stop: async () => {
      state.isStopped = true;
      clearInterval(timer);
      state.devices.stop();
      for (const { timer } of state.watchedMembers.values()) clearTimeout(timer);
      await state.crossNode.stop();
    },
  };
}
