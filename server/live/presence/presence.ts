/** Presence: records the reported location of each tab, checks permissions at every event, and updates the presence rooms. */
import { writableColumns, type Actor } from '../../../common/entity/access';
import type { AnyEntity } from '../../../common/entity/entity';
import type { Registry } from '../../../common/entity/registry';
import type { HandoverAck, HandoverNotice, FocusAck, FocusRequest } from '../../../common/protocol/liveEvents';
import type { Clock, Db, Log } from '../../context';
import type { Connection } from '../sockets/connection';
import type { LogEntry } from '../log/tailer';
import { createHandoverRequests } from './handoverRequests';
import { handoverSchema, focusSchema } from './presenceSchemas';
import { createLiveRowCache, rowCacheKey, type LoadRow } from './liveRowCache';
import { createPresenceRooms } from './presenceRooms';
import { createPresenceSessions, type PresenceSession, type PresenceSessions } from './presenceSessions';
import { createCrossNodePresence } from './crossNodePresence';
import type { ClusterNodes } from '../crossNodeShare';
import { canSeeRow, findVisibility } from './visibility';
import { createLeaseTable, type ReportedPosition, type Tab } from './leaseTable';

const HOUSEKEEPING_MS = 500;
const CLEANUP_EVERY_MS = 30_000;

export interface PresenceOptions {
  readonly db: Db;
  readonly log: Log;
  readonly clock: Clock;
  readonly registry: Registry;
  readonly nodes: ClusterNodes;
  readonly loadRow: LoadRow;
  readonly runExclusive: (work: () => void) => Promise<void>;
}
/** False for a malformed event. */
type Handled = Promise<boolean>;
export interface Presence {
  readonly focus: (connection: Connection, raw: unknown, ack: (response: FocusAck) => void) => Handled;
  readonly requestHandover: (connection: Connection, raw: unknown, ack: (response: HandoverAck) => void) => boolean;
  /** The page was hidden, which removes the tab, or shown. */
  readonly setHidden: (connection: Connection, hidden: boolean) => void;
  /** Sends missed frames to connections that were resumed. */
  readonly refresh: () => void;
  readonly onDisconnected: (connection: Connection) => void;
  /** Applies a batch of the change log before it is published. */
  readonly onBatch: (batch: readonly LogEntry[]) => void;
  /** Rechecks after a change of permissions who may be where and who may see it. */
  readonly recheckPermissions: () => void;
  /** Drops cached state, after the log started over. */
  readonly reset: () => void;
  readonly stats: () => { readonly tabs: number; readonly others: number };
  readonly stop: () => Promise<void>;
}

interface State extends PresenceOptions {
  readonly sessions: PresenceSessions;
  readonly leases: ReturnType<typeof createLeaseTable>;
  readonly rowCache: ReturnType<typeof createLiveRowCache>;
  readonly rooms: ReturnType<typeof createPresenceRooms>;
  readonly crossNode: ReturnType<typeof createCrossNodePresence>;
  readonly handoverRequests: ReturnType<typeof createHandoverRequests>;
  cleanedUpAt: number;
}

function leaveOtherRoom(state: State, session: PresenceSession, entityName: string | undefined): void {
  if (session.entityName !== undefined && session.entityName !== entityName)
    state.rooms.leave(session.entityName, session.tabId);
  session.entityName = entityName;
}
/** Removes a tab from its place. */
function removeTab(state: State, session: PresenceSession): void {
  const previous = state.leases.remove(session.tabId);
  leaveOtherRoom(state, session, undefined);
  if (previous === undefined) return;
  state.rooms.markDirty(previous.entity);
  state.crossNode.markChanged();
}
type ReportedPlace = Omit<ReportedPosition, 'entity'>;
/** Translates the short keys of the wire; a list has no focused field. */
const toReportedPlace = ({ id, f, typed, idle }: FocusRequest): ReportedPlace => ({
  id,
  field: id === null ? null : f,
  typed,
  idle,
});
function placeTab(state: State, session: PresenceSession, entity: AnyEntity, position: ReportedPlace): void {
  const { connection, tabId } = session;
  const previousEntity = state.leases.get(tabId)?.entity;
  const person = { principal: connection.principal, name: connection.actor.name };
  const hasChanged = state.leases.put(tabId, person, { ...position, entity: entity.name }, state.clock.now());
  session.actor = connection.actor;
  const entersRoom = session.entityName !== entity.name;
  leaveOtherRoom(state, session, entity.name);
  if (entersRoom) state.rooms.enter(entity, connection, tabId);
  if (!hasChanged) return;
  if (previousEntity !== undefined && previousEntity !== entity.name) state.rooms.markDirty(previousEntity);
  state.rooms.markDirty(entity.name);
  state.crossNode.markChanged();
}

const isField = (actor: Actor, entity: AnyEntity, fieldName: string): boolean =>
  findVisibility(actor, entity)?.fields.has(fieldName) === true ||
  writableColumns(actor, entity).some((column) => column.name === fieldName);

/** The entity of the screen that a tab reports; undefined when the actor has no access to it. Access to the row is checked later. */
function entityFor(
  state: State,
  { actor, realm }: Connection,
  { e: entityName, f: fieldName }: FocusRequest,
): AnyEntity | undefined {
  const entity = entityName === null || realm !== 'admin' ? undefined : state.registry.get(entityName);
  if (entity === undefined || findVisibility(actor, entity) === null) return undefined;
  return fieldName === null || isField(actor, entity, fieldName) ? entity : undefined;
}

const canReadRow = (state: State, actor: Actor, entity: AnyEntity, id: number | null): boolean => {
  const visibility = findVisibility(actor, entity);
  return visibility !== null && canSeeRow(visibility, state.rowCache.get, entity.name, id);
};

async function place(state: State, session: PresenceSession, request: FocusRequest): Promise<FocusAck> {
  const { connection } = session;
  const entity = entityFor(state, connection, request);
  if (entity === undefined) {
    removeTab(state, session);
    return { ok: false, code: 404 };
  }
  const { eventNumber } = session;
  if (request.id !== null) await state.rowCache.load(entity, request.id);
  // During the load it may have moved, disconnected or lost its permissions.
  if (session.eventNumber !== eventNumber || !connection.socket.connected || session.isHidden) return { ok: true };
  if (!canReadRow(state, connection.actor, entity, request.id)) {
    removeTab(state, session);
    return { ok: false, code: 404 };
  }
  placeTab(state, session, entity, toReportedPlace(request));
  return { ok: true };
}

async function focus(state: State, connection: Connection, raw: unknown, ack: (response: FocusAck) => void): Handled {
  const parsed = focusSchema.safeParse(raw);
  if (!parsed.success) {
    ack({ ok: false, code: 400 });
    return false;
  }
  const session = state.sessions.getOrCreate(connection);
  session.eventNumber += 1;
  if (parsed.data.e === null || session.isHidden) {
    removeTab(state, session);
    ack({ ok: true });
  } else {
    ack(await place(state, session, parsed.data));
  }
  return true;
}

function requestHandover(
  state: State,
  connection: Connection,
  raw: unknown,
  ack: (response: HandoverAck) => void,
): boolean {
  const parsed = handoverSchema.safeParse(raw);
  if (!parsed.success) {
    ack({ ok: false, code: 400 });
    return false;
  }
  const session = state.sessions.get(connection);
  ack(
    session === undefined
      ? { ok: false, code: 410 }
      : state.handoverRequests.handle(connection, session.tabId, parsed.data, state.clock.now()),
  );
  return true;
}

/** Delivers a notice to a tab of this node, or passes it to the other nodes. */
function deliver(state: State, to: string, notice: HandoverNotice, isForOtherNodes: boolean): void {
  const session = state.sessions.byTabId(to);
  if (session === undefined) {
    if (isForOtherNodes) state.crossNode.sendMessage(to, notice);
    return;
  }
  state.handoverRequests.onDelivered(to, notice, state.clock.now());
  session.connection.socket.emit('ask', notice);
}

/** Moves tabs whose row is no longer readable to the list, and removes those whose entity is not readable. */
function recheckPermissions(state: State, isAffected: (session: PresenceSession) => boolean): void {
  for (const session of state.sessions.all()) {
    const tab = state.leases.get(session.tabId);
    const entity = tab && state.registry.get(tab.entity);
    if (entity === undefined || !isAffected(session)) continue;
    session.actor = session.connection.actor;
    if (findVisibility(session.actor, entity) === null) {
      session.connection.socket.emit('pres', { e: entity.name, you: session.tabId, all: [] });
      removeTab(state, session);
    } else if (!canReadRow(state, session.actor, entity, tab?.id ?? null)) {
      placeTab(state, session, entity, { id: null, field: null });
    }
    state.rooms.markDirty(entity.name);
  }
}

/** Loads the rows of tabs of other nodes before they are published. */
function onRemoteTabs(state: State, tabs: readonly Tab[]): void {
  const markDirty = () => {
    for (const entityName of new Set(tabs.map((tab) => tab.entity))) state.rooms.markDirty(entityName);
  };
  const unreadRows = tabs.flatMap(({ entity: entityName, id }) => {
    const entity = state.registry.get(entityName);
    return entity === undefined || id === null || state.rowCache.get(entityName, id) !== undefined
      ? []
      : [{ entity, id }];
  });
  if (unreadRows.length === 0) {
    markDirty();
    return;
  }
  Promise.all(unreadRows.map(({ entity, id }) => state.rowCache.load(entity, id))).then(markDirty, (error: unknown) => {
    state.log.warn({ err: error }, 'reading rows of colleagues on other nodes failed');
  });
}

function cleanUp(state: State, now: number): void {
  state.handoverRequests.expire(now);
  if (now - state.cleanedUpAt < CLEANUP_EVERY_MS) return;
  state.cleanedUpAt = now;
  const usedKeys = listAllTabs(state).flatMap(({ entity: entityName, id }) =>
    id === null ? [] : [rowCacheKey(entityName, id)],
  );
  state.rowCache.retain(new Set(usedKeys));
}

const listAllTabs = ({ leases, crossNode }: Pick<State, 'leases' | 'crossNode'>): readonly Tab[] => [
  ...leases.all(),
  ...crossNode.listRemoteTabs(),
];

function runHousekeeping(state: State): void {
  const now = state.clock.now();
  const expired = state.leases.expire(now);
  for (const entityName of expired) state.rooms.markDirty(entityName);
  if (expired.size > 0) state.crossNode.markChanged();
  for (const session of state.sessions.all()) {
    if (session.entityName !== undefined && state.leases.get(session.tabId) === undefined)
      leaveOtherRoom(state, session, undefined);
  }
  recheckPermissions(state, (session) => session.actor !== session.connection.actor);
  state.rooms.resumeViewers();
  cleanUp(state, now);
}

export function createPresence(options: PresenceOptions): Presence {
  const leases = createLeaseTable();
  const rowCache = createLiveRowCache(options.loadRow);
  const crossNode = createCrossNodePresence({
    ...options,
    listLocalTabs: leases.all,
    onTabs: (tabs) => onRemoteTabs(state, tabs),
    onMessage: (to, notice) => deliver(state, to, notice, false),
  });
  const parts = { leases, crossNode };
  const rooms = createPresenceRooms({
    listTabs: (entityName) => listAllTabs(parts).filter((tab) => tab.entity === entityName),
    findRow: rowCache.get,
    runExclusive: options.runExclusive,
  });
  const handoverRequests = createHandoverRequests({
    findTab: (tabId) => leases.get(tabId) ?? crossNode.listRemoteTabs().find((tab) => tab.tabId === tabId),
    findEntity: (entityName) => options.registry.get(entityName),
    deliver: (to, notice) => deliver(state, to, notice, true),
  });
  const state: State = {
    ...options,
    sessions: createPresenceSessions(),
    leases,
    rowCache,
    rooms,
    crossNode,
    handoverRequests,
    cleanedUpAt: options.clock.now(),
  };
  const timer = setInterval(() => runHousekeeping(state), HOUSEKEEPING_MS);
  timer.unref();
  return createApi(state, timer);
}

const createApi = (state: State, timer: NodeJS.Timeout): Presence => ({
  focus: (connection, raw, ack) => focus(state, connection, raw, ack),
  requestHandover: (connection, raw, ack) => requestHandover(state, connection, raw, ack),
  setHidden: (connection, hidden) => {
    const session = state.sessions.getOrCreate(connection);
    session.isHidden = hidden;
    session.eventNumber += 1;
    if (hidden) removeTab(state, session);
  },
  refresh: () => state.rooms.resumeViewers(),
  onDisconnected: (connection) => {
    const session = state.sessions.get(connection);
    if (session === undefined) return;
    removeTab(state, session);
    state.sessions.remove(connection);
  },
  onBatch: (batch) => {
    const touched = state.rowCache.applyBatch(batch);
    if (touched.size > 0)
      recheckPermissions(state, (session) => session.entityName !== undefined && touched.has(session.entityName));
    for (const entityName of touched) state.rooms.markDirty(entityName);
  },
  recheckPermissions: () => recheckPermissions(state, () => true),
  reset: () => {
    state.rowCache.clear();
    for (const session of state.sessions.all()) removeTab(state, session);
  },
  stats: () => ({ tabs: state.leases.all().length, others: state.crossNode.listRemoteTabs().length }),
  stop: async () => {
    clearInterval(timer);
    state.rooms.stop();
    await state.crossNode.stop();
  },
});
