/** Sends dashboard metrics: a snapshot for each request, then the changed cells a few times a second, once per room of equal subscriptions. */
import type { MetricCell, DashboardAck } from '../../../common/protocol/liveEvents';
import { isKioskPrincipal } from '../../access/kiosk/kioskPrincipal';
import type { LoggedChange } from '../log/changeLog';
import { TIMING } from '../timing';
import { PAUSED_ROOM, type Connection } from '../sockets/connection';
import { createCrossNodeOnline } from './crossNodeOnline';
import { dashboardRequestSchema, computeChangedCells } from './metric';
import {
  isSameResolution,
  listMetrics,
  removeSubscription,
  resolveAll,
  resolveAndSubscribe,
  createSnapshotFrame,
  readLivePosition,
  type MetricSubscription,
  type MetricSubscriptionsOptions,
  type State,
} from './metricSubscriptionState';
import { ONLINE_ROOMS, listConnected, createOnlineCounter, findOnlineDetail } from './onlineCounter';
import { unixSeconds } from '../../platform/unixSeconds';

export interface MetricSubscriptions {
  /** Acknowledges `dash`; false for a malformed payload. */
  readonly onRequest: (connection: Connection, raw: unknown, ack: (response: DashboardAck) => void) => Promise<boolean>;
  readonly onDisconnected: (connection: Connection) => void;
  /** Sends changed cells after the shortest interval between frames. */
  readonly scheduleFlush: () => void;
  /** Sends new snapshots to connections that missed frames or whose permissions changed. Only in the exclusive section. */
  readonly refresh: () => void;
  /** Notifies the connections that show a changed dashboard layout. */
  readonly onLayoutChange: (change: LoggedChange) => void;
  readonly resendAll: () => void;
  /** Sends the subscribers of a dropped aggregate a new frame: 429 for the metric, unless their own share has room for it. */
  readonly onAggregateDropped: (aggregate: string) => void;
  /** Keys of the aggregates with subscribers. */
  readonly listUsedKeys: () => ReadonlySet<string>;
  readonly stop: () => Promise<void>;
  readonly stats: () => { readonly watchers: number; readonly frames: number };
}

async function onRequest(
  state: State,
  connection: Connection,
  raw: unknown,
  ack: (response: DashboardAck) => void,
): Promise<boolean> {
  const parsed = dashboardRequestSchema.safeParse(raw);
  if (!parsed.success || connection.realm !== 'admin') {
    ack({ ok: false, code: parsed.success ? 404 : 400 });
    return parsed.success;
  }
  if (Object.keys(parsed.data.w).length === 0 && parsed.data.online !== true) {
    onDisconnected(state, connection);
    ack({ ok: true, zone: state.timeZone().name, frame: readLivePosition(state) });
    return true;
  }
  const frame = await resolveAndSubscribe(state, connection, parsed.data);
  ack(frame === undefined ? { ok: false, code: 410 } : { ok: true, zone: state.timeZone().name, frame });
  return true;
}

function onDisconnected(state: State, connection: Connection): void {
  removeSubscription(state, connection);
  state.requestNumbers.delete(connection);
}

/** Sends the changed cells to each room, after permissions were rechecked. */
function flush(state: State): void {
  if (state.isStopped) return;
  recheckPermissions(state);
  state.flushedAt = state.clock.now();
  const changedCells = new Map<string, readonly MetricCell[]>();
  const now = unixSeconds(state);
  for (const [name, { metrics }] of state.rooms) {
    const c: Record<string, readonly MetricCell[]> = {};
    for (const resolved of metrics) {
      const aggregate = state.counterManager.get(resolved.aggregateKey);
      if (aggregate === undefined || aggregate.changedCells.size === 0) continue;
      const cells = changedCells.get(resolved.key) ?? computeChangedCells(aggregate, resolved, state.timeZone(), now);
      changedCells.set(resolved.key, cells);
      if (cells.length > 0) c[resolved.key] = cells;
    }
    if (Object.keys(c).length === 0) continue;
    state.frames += 1;
    state.namespace.local
      .to(name)
      .except(PAUSED_ROOM)
      .emit('dash', { ...readLivePosition(state), c });
    for (const [connection, subscription] of state.subscriptions)
      if (subscription.room === name && connection.paused !== undefined) subscription.isStale = true;
  }
  clearChangedCells(state);
}
/** Called once all cells were sent, or while there are no subscribers. */
function clearChangedCells({ counterManager }: State): void {
  for (const aggregate of counterManager.all()) aggregate.changedCells.clear();
}

/** Removes connections whose permissions changed from their room and resolves their request again. */
function recheckPermissions(state: State): void {
  const at = state.fanout.permissionsChangedAt();
  if (at === state.permissionsCheckedAt) return;
  state.permissionsCheckedAt = at;
  for (const [connection, subscription] of [...state.subscriptions]) {
    if (subscription.actor === connection.actor) continue;
    const isSameDetail =
      subscription.onlineDetail === undefined ||
      subscription.onlineDetail === findOnlineDetail(state.registry, connection.actor);
    if (
      isSameDetail &&
      isSameResolution(subscription.resolvedById, resolveAll(state, connection.actor, subscription.request))
    )
      continue;
    removeSubscription(state, connection);
    resend(state, connection, subscription);
  }
}
function resend(state: State, connection: Connection, { request }: MetricSubscription): void {
  resolveAndSubscribe(state, connection, request).then(
    (frame) => frame && connection.socket.emit('dash', frame),
    (error: unknown) => state.log.error({ err: error }, 'resending metrics failed'),
  );
}

/** Sends each subscriber of dropped aggregates one new frame, however many of them were dropped. */
function onAggregateDropped(state: State, aggregate: string): void {
  state.droppedKeys.add(aggregate);
  if (state.droppedKeys.size > 1) return;
  void state.fanout.runExclusive(() => {
    const keys = new Set(state.droppedKeys);
    state.droppedKeys.clear();
    if (state.isStopped) return;
    for (const [connection, subscription] of [...state.subscriptions]) {
      // A pending acknowledgement contains all metrics.
      if (
        state.answering.has(connection) ||
        !listMetrics(subscription.resolvedById).some(({ aggregateKey }) => keys.has(aggregateKey))
      )
        continue;
      resend(state, connection, subscription);
    }
  });
}

/** Days begin at other instants in another time zone: all subscribers need a new snapshot. */
function checkTimeZone(state: State): void {
  const { name } = state.timeZone();
  if (name === state.zoneName) return;
  state.zoneName = name;
  for (const subscription of state.subscriptions.values()) subscription.isStale = true;
}

function refresh(state: State): void {
  recheckPermissions(state);
  checkTimeZone(state);
  publishOnline(state);
  for (const [connection, subscription] of state.subscriptions) {
    if (!subscription.isStale || connection.paused !== undefined) continue;
    subscription.isStale = false;
    connection.socket.emit('dash', createSnapshotFrame(state, subscription));
  }
}

/** Sends who is online, if that changed. */
function publishOnline(state: State): void {
  if (
    ![...state.subscriptions.values()].some(({ onlineDetail }) => onlineDetail !== undefined) ||
    !state.online.hasChanged()
  )
    return;
  for (const onlineDetail of ['named', 'plain'] as const) {
    const frame = { ...readLivePosition(state), on: state.online.getOnline(onlineDetail) };
    state.namespace.local.to(ONLINE_ROOMS[onlineDetail]).except(PAUSED_ROOM).emit('dash', frame);
  }
  for (const [connection, subscription] of state.subscriptions)
    if (subscription.onlineDetail !== undefined && connection.paused !== undefined) subscription.isStale = true;
}

/** A shared layout concerns all subscribers, a personal one its owner and kiosk displays. */
function onLayoutChange(state: State, { entityName, image }: LoggedChange): void {
  const ownerPrincipal =
    entityName === 'preference' && image?.['name'] === 'dashboard' ? `admin:${Number(image['person_id'])}` : undefined;
  if (entityName !== 'board' && ownerPrincipal === undefined) return;
  // A kiosk display may show a personal layout.
  for (const connection of state.subscriptions.keys())
    if (
      ownerPrincipal === undefined ||
      connection.principal === ownerPrincipal ||
      isKioskPrincipal(connection.principal)
    )
      connection.socket.emit('dash', { ...readLivePosition(state), board: true });
}

function scheduleFlush(state: State): void {
  if (state.rooms.size === 0) clearChangedCells(state);
  if (state.timer !== undefined || state.isStopped || state.rooms.size === 0) return;
  const due = Math.max(0, state.flushedAt + TIMING.dashboardFlushMs - state.clock.now());
  state.timer = setTimeout(
    () => {
      state.timer = undefined;
      void state.fanout.runExclusive(() => flush(state));
    },
    Math.min(due, TIMING.dashboardFlushMs),
  );
}

export function createMetricSubscriptions(options: MetricSubscriptionsOptions): MetricSubscriptions {
  const maps = {
    subscriptions: new Map(),
    requestNumbers: new Map(),
    rooms: new Map(),
    answering: new Map(),
    droppedKeys: new Set<string>(),
  };
  const clock = { flushedAt: 0, permissionsCheckedAt: options.fanout.permissionsChangedAt(), frames: 0 };
  const crossNodeOnline = createCrossNodeOnline({ ...options, listLocal: () => listConnected(options.connections()) });
  const online = createOnlineCounter(options.connections, crossNodeOnline.listRemote);
  const zoneName = options.timeZone().name;
  const state: State = { ...options, ...maps, ...clock, online, zoneName, timer: undefined, isStopped: false };
  return {
    onRequest: (connection, raw, ack) => onRequest(state, connection, raw, ack),
    onDisconnected: (connection) => onDisconnected(state, connection),
    scheduleFlush: () => scheduleFlush(state),
    refresh: () => refresh(state),
    onLayoutChange: (change) => onLayoutChange(state, change),
    resendAll: () => {
      for (const subscription of state.subscriptions.values()) subscription.isStale = true;
      refresh(state);
    },
    onAggregateDropped: (aggregate) => onAggregateDropped(state, aggregate),
    listUsedKeys: () =>
      new Set([...state.rooms.values()].flatMap(({ metrics }) => metrics.map(({ aggregateKey }) => aggregateKey))),
    stop: () => {
      state.isStopped = true;
      clearTimeout(state.timer);
      return crossNodeOnline.stop();
    },
    stats: () => ({ watchers: state.subscriptions.size, frames: state.frames }),
  };
}
