/** Who watches which figures: one snapshot when they come, then what moved, a few times a second, once for all who see the same. */
import type { Actor } from '../../../common/entity/access';
import type { Registry } from '../../../common/entity/registry';
import type { MetricCell, DashboardAck, DashboardFrame, DashboardRequest } from '../../../common/protocol/liveEvents';
import type { TimeZone } from '../../../common/text/timeZone';
import type { Clock, Log } from '../../context';
import { isKioskPrincipal } from '../../access/kiosk/kioskTokens';
import type { LoggedChange } from '../log/changeLog';
import type { Fanout } from '../topics/fanout';
import { TIMING } from '../timing';
import { PAUSED_ROOM, type LiveNamespace, type Connection } from '../sockets/connection';
import { shortHash } from '../topics/subscriptionSpec';
import { createCrossNodeOnline, type CrossNodeOnlineOptions } from './crossNodeOnline';
import { ONLINE_ROOMS, listConnected, createOnlineCounter, findOnlineDetail, type OnlineDetail } from './onlineCounter';
import {
  dashboardRequestSchema,
  resolveMetric,
  computeChangedCells,
  computeAllCells,
  type ResolvedMetric,
} from './metric';
import type { CounterManager } from './counterManager';

interface MetricSubscription {
  readonly request: DashboardRequest;
  /** With whose rights it was judged. */
  readonly actor: Actor;
  /** What each asked figure became. */
  readonly resolvedById: Readonly<Record<string, ResolvedMetric | number>>;
  readonly room: string;
  /** How it is told who is connected. */
  readonly onlineDetail: OnlineDetail | undefined;
  /** Frames went out that it did not get. */
  isStale: boolean;
}
export interface MetricSubscriptionsOptions {
  readonly log: Log;
  readonly clock: Clock;
  readonly registry: Registry;
  readonly counterManager: CounterManager;
  readonly fanout: Pick<Fanout, 'runExclusive' | 'position' | 'permissionsChangedAt'>;
  readonly namespace: LiveNamespace;
  /** The zone of the site's days now. */
  readonly zone: () => TimeZone;
  readonly connections: () => Iterable<Connection>;
  readonly db: CrossNodeOnlineOptions['db'];
  readonly nodes: CrossNodeOnlineOptions['nodes'];
}
export interface MetricSubscriptions {
  /** False: the event was malformed. */
  readonly onRequest: (connection: Connection, raw: unknown, ack: (answer: DashboardAck) => void) => Promise<boolean>;
  readonly onDisconnected: (connection: Connection) => void;
  /** Figures may have moved. */
  readonly scheduleFlush: () => void;
  /** Whoever was left out gets everything again; whoever's rights changed gets what is left of it. Only between passes. */
  readonly refresh: () => void;
  /** Tells whose arrangement it was that changed. */
  readonly onLayoutChange: (change: LoggedChange) => void;
  readonly resendAll: () => void;
  /** Tells the readers of a dropped figure: it is 429 for them, unless their own share has a place for it. */
  readonly onAggregateDropped: (aggregate: string) => void;
  /** Keys of the folds somebody watches. */
  readonly listUsedKeys: () => ReadonlySet<string>;
  readonly stop: () => Promise<void>;
  readonly stats: () => { readonly watchers: number; readonly frames: number };
}

interface State extends MetricSubscriptionsOptions {
  readonly subscriptions: Map<Connection, MetricSubscription>;
  readonly requestNumbers: Map<Connection, number>;
  /** The turn that is being answered. */
  readonly answering: Map<Connection, number>;
  /** Keys of dropped folds whose readers are not told yet. */
  readonly droppedKeys: Set<string>;
  /** Watched figures by room, and how many sockets are in it. */
  readonly rooms: Map<string, { readonly figures: readonly ResolvedMetric[]; members: number }>;
  readonly online: ReturnType<typeof createOnlineCounter>;
  /** The time zone of the last frames. */
  zoneName: string;
  flushedAt: number;
  permissionsCheckedAt: number;
  timer: NodeJS.Timeout | undefined;
  frames: number;
  isStopped: boolean;
}

const isResolved = (resolved: ResolvedMetric | number): resolved is ResolvedMetric => typeof resolved !== 'number';
const listMetrics = (resolvedById: MetricSubscription['resolvedById']): readonly ResolvedMetric[] => [
  ...new Map(
    Object.values(resolvedById)
      .filter(isResolved)
      .map((resolved) => [resolved.key, resolved]),
  ).values(),
];
const roomOf = (metrics: readonly ResolvedMetric[]): string =>
  `dash:${shortHash(metrics.map(({ key }) => key).sort())}`;
const secondsNow = ({ clock }: State): number => Math.floor(clock.now() / 1000);
const stamp = ({ fanout, clock }: State) => ({ s: String(fanout.position()), at: clock.now() });

function resolveAll(state: State, actor: Actor, request: DashboardRequest): MetricSubscription['resolvedById'] {
  const resolved = Object.entries(request.w).map(
    ([id, requestedMetric]) => [id, resolveMetric(state.registry, actor, requestedMetric)] as const,
  );
  return Object.fromEntries(resolved);
}

function removeSubscription(state: State, connection: Connection): void {
  const watch = state.subscriptions.get(connection);
  if (watch === undefined) return;
  state.subscriptions.delete(connection);
  void connection.socket.leave(watch.room);
  if (watch.onlineDetail !== undefined) void connection.socket.leave(ONLINE_ROOMS[watch.onlineDetail]);
  const room = state.rooms.get(watch.room);
  if (room === undefined) return;
  room.members -= 1;
  if (room.members <= 0) state.rooms.delete(watch.room);
}
function watch(
  state: State,
  connection: Connection,
  request: DashboardRequest,
  resolvedById: MetricSubscription['resolvedById'],
): MetricSubscription {
  removeSubscription(state, connection);
  const metrics = listMetrics(resolvedById);
  const onlineDetail = request.online === true ? findOnlineDetail(state.registry, connection.actor) : undefined;
  const subscription: MetricSubscription = {
    request,
    actor: connection.actor,
    resolvedById,
    room: roomOf(metrics),
    onlineDetail,
    isStale: false,
  };
  const room = state.rooms.get(subscription.room) ?? { figures: metrics, members: 0 };
  room.members += 1;
  state.rooms.set(subscription.room, room);
  state.subscriptions.set(connection, subscription);
  void connection.socket.join(subscription.room);
  if (onlineDetail !== undefined) void connection.socket.join(ONLINE_ROOMS[onlineDetail]);
  return subscription;
}

/** Everything somebody watches, as it is now. */
function snapshot(state: State, { resolvedById, onlineDetail }: MetricSubscription): DashboardFrame {
  const now = secondsNow(state);
  const all: Record<string, readonly MetricCell[]> = {};
  for (const resolved of listMetrics(resolvedById)) {
    const aggregate = state.counterManager.get(resolved.aggregateKey);
    if (aggregate !== undefined) all[resolved.key] = computeAllCells(aggregate, resolved, state.zone(), now);
  }
  const names = Object.entries(resolvedById).map(
    ([id, resolved]) => [id, isResolved(resolved) ? resolved.key : resolved] as const,
  );
  return {
    ...stamp(state),
    zone: state.zone().name,
    map: Object.fromEntries(names),
    all,
    ...(onlineDetail === undefined ? {} : { on: state.online.now(onlineDetail) }),
  };
}

/** Counts what nobody has counted yet; figures beyond the limit are refused. */
async function acquireAggregates(
  state: State,
  by: string,
  resolvedById: MetricSubscription['resolvedById'],
): Promise<MetricSubscription['resolvedById']> {
  const acquired = Object.entries(resolvedById).map(
    async ([id, resolved]): Promise<[string, ResolvedMetric | number]> => {
      if (!isResolved(resolved)) return [id, resolved];
      const aggregate = await state.counterManager.acquire(resolved.aggregation, by);
      return [id, aggregate === undefined ? 429 : resolved];
    },
  );
  return Object.fromEntries<ResolvedMetric | number>(await Promise.all(acquired));
}

const isSameResolution = (
  one: MetricSubscription['resolvedById'],
  other: MetricSubscription['resolvedById'],
): boolean =>
  Object.entries(one).every(([id, resolved]) => {
    const also = other[id] ?? 0;
    return isResolved(resolved) && isResolved(also) ? resolved.key === also.key : resolved === also || resolved === 429;
  });

/** Whether a figure of the map was dropped. */
const hasDropped = ({ counterManager }: State, resolvedById: MetricSubscription['resolvedById']): boolean =>
  listMetrics(resolvedById).some(({ aggregateKey: aggregate }) => counterManager.get(aggregate) === undefined);

/** Judges, counts and joins. Undefined: somebody asked for something else. */
async function resolveAndSubscribe(
  state: State,
  connection: Connection,
  request: DashboardRequest,
): Promise<DashboardFrame | undefined> {
  const requestNumber = (state.requestNumbers.get(connection) ?? 0) + 1;
  state.requestNumbers.set(connection, requestNumber);
  state.answering.set(connection, requestNumber);
  try {
    return await subscribeWhenStable(state, connection, request, requestNumber);
  } finally {
    if (state.answering.get(connection) === requestNumber) state.answering.delete(connection);
  }
}
/** Rights that changed meanwhile are judged again, and figures that were dropped meanwhile are counted again. */
async function subscribeWhenStable(
  state: State,
  connection: Connection,
  request: DashboardRequest,
  requestNumber: number,
): Promise<DashboardFrame | undefined> {
  for (;;) {
    const { actor } = connection;
    const resolvedById = await acquireAggregates(state, connection.principal, resolveAll(state, actor, request));
    const outcome = await state.fanout.runExclusive(() => {
      if (state.requestNumbers.get(connection) !== requestNumber || !connection.socket.connected)
        return { frame: undefined };
      if (connection.actor !== actor && !isSameResolution(resolvedById, resolveAll(state, connection.actor, request)))
        return undefined;
      if (hasDropped(state, resolvedById)) return undefined;
      return { frame: snapshot(state, watch(state, connection, request, resolvedById)) };
    });
    if (outcome !== undefined) return outcome.frame;
  }
}

async function onRequest(
  state: State,
  connection: Connection,
  raw: unknown,
  ack: (answer: DashboardAck) => void,
): Promise<boolean> {
  const parsed = dashboardRequestSchema.safeParse(raw);
  if (!parsed.success || connection.realm !== 'admin') {
    ack({ ok: false, code: parsed.success ? 404 : 400 });
    return parsed.success;
  }
  if (Object.keys(parsed.data.w).length === 0 && parsed.data.online !== true) {
    onDisconnected(state, connection);
    ack({ ok: true, zone: state.zone().name, frame: stamp(state) });
    return true;
  }
  const frame = await resolveAndSubscribe(state, connection, parsed.data);
  ack(frame === undefined ? { ok: false, code: 410 } : { ok: true, zone: state.zone().name, frame });
  return true;
}

function onDisconnected(state: State, connection: Connection): void {
  removeSubscription(state, connection);
  state.requestNumbers.delete(connection);
}

/** What moved, once for each room; nothing is told under rights that were not looked at since they changed. */
function flush(state: State): void {
  if (state.isStopped) return;
  recheckPermissions(state);
  state.flushedAt = state.clock.now();
  const moved = new Map<string, readonly MetricCell[]>();
  const now = secondsNow(state);
  for (const [name, { figures: metrics }] of state.rooms) {
    const c: Record<string, readonly MetricCell[]> = {};
    for (const resolved of metrics) {
      const aggregate = state.counterManager.get(resolved.aggregateKey);
      if (aggregate === undefined || aggregate.changedCells.size === 0) continue;
      const cells = moved.get(resolved.key) ?? computeChangedCells(aggregate, resolved, state.zone(), now);
      moved.set(resolved.key, cells);
      if (cells.length > 0) c[resolved.key] = cells;
    }
    if (Object.keys(c).length === 0) continue;
    state.frames += 1;
    state.namespace.local
      .to(name)
      .except(PAUSED_ROOM)
      .emit('dash', { ...stamp(state), c });
    for (const [connection, one] of state.subscriptions)
      if (one.room === name && connection.paused !== undefined) one.isStale = true;
  }
  clearChangedCells(state);
}
/** Everybody was told, or nobody looks. */
function clearChangedCells({ counterManager }: State): void {
  for (const aggregate of counterManager.all()) aggregate.changedCells.clear();
}

/** Whoever's rights changed leaves the room at once and is told what is left. */
function recheckPermissions(state: State): void {
  const at = state.fanout.permissionsChangedAt();
  if (at === state.permissionsCheckedAt) return;
  state.permissionsCheckedAt = at;
  for (const [connection, one] of [...state.subscriptions]) {
    if (one.actor === connection.actor) continue;
    const isSameDetail =
      one.onlineDetail === undefined || one.onlineDetail === findOnlineDetail(state.registry, connection.actor);
    if (isSameDetail && isSameResolution(one.resolvedById, resolveAll(state, connection.actor, one.request))) continue;
    removeSubscription(state, connection);
    resend(state, connection, one);
  }
}
function resend(state: State, connection: Connection, { request }: MetricSubscription): void {
  resolveAndSubscribe(state, connection, request).then(
    (frame) => frame && connection.socket.emit('dash', frame),
    (error: unknown) => state.log.error({ err: error }, 'figures could not be told again'),
  );
}

/** Sends each reader of dropped figures one new frame, however many figures one request dropped. */
function onAggregateDropped(state: State, aggregate: string): void {
  state.droppedKeys.add(aggregate);
  if (state.droppedKeys.size > 1) return;
  void state.fanout.runExclusive(() => {
    const keys = new Set(state.droppedKeys);
    state.droppedKeys.clear();
    if (state.isStopped) return;
    for (const [connection, one] of [...state.subscriptions]) {
      // who is being answered just now gets all figures with that answer
      if (
        state.answering.has(connection) ||
        !listMetrics(one.resolvedById).some(({ aggregateKey: key }) => keys.has(key))
      )
        continue;
      resend(state, connection, one);
    }
  });
}

/** Days begin at other instants in another time zone: everybody gets all figures again. */
function checkTimeZone(state: State): void {
  const { name } = state.zone();
  if (name === state.zoneName) return;
  state.zoneName = name;
  for (const one of state.subscriptions.values()) one.isStale = true;
}

function refresh(state: State): void {
  recheckPermissions(state);
  checkTimeZone(state);
  publishOnline(state);
  for (const [connection, one] of state.subscriptions) {
    if (!one.isStale || connection.paused !== undefined) continue;
    one.isStale = false;
    connection.socket.emit('dash', snapshot(state, one));
  }
}

/** Who came and went since they were last told. */
function publishOnline(state: State): void {
  if (![...state.subscriptions.values()].some(({ onlineDetail }) => onlineDetail !== undefined) || !state.online.look())
    return;
  for (const onlineDetail of ['named', 'plain'] as const) {
    const frame = { ...stamp(state), on: state.online.now(onlineDetail) };
    state.namespace.local.to(ONLINE_ROOMS[onlineDetail]).except(PAUSED_ROOM).emit('dash', frame);
  }
  for (const [connection, one] of state.subscriptions)
    if (one.onlineDetail !== undefined && connection.paused !== undefined) one.isStale = true;
}

/** A shared arrangement concerns everybody who looks; one's own only oneself. */
function onLayoutChange(state: State, { ent, img }: LoggedChange): void {
  const ownerPrincipal =
    ent === 'preference' && img?.['name'] === 'dashboard' ? `admin:${Number(img['person_id'])}` : undefined;
  if (ent !== 'board' && ownerPrincipal === undefined) return;
  // A wall may show what somebody arranged for himself.
  for (const connection of state.subscriptions.keys())
    if (
      ownerPrincipal === undefined ||
      connection.principal === ownerPrincipal ||
      isKioskPrincipal(connection.principal)
    )
      connection.socket.emit('dash', { ...stamp(state), board: true });
}

function moved(state: State): void {
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
    ...{ subscriptions: new Map(), requestNumbers: new Map(), rooms: new Map() },
    ...{ answering: new Map(), droppedKeys: new Set<string>() },
  };
  const clock = { flushedAt: 0, permissionsCheckedAt: options.fanout.permissionsChangedAt(), frames: 0 };
  const crossNodeOnline = createCrossNodeOnline({ ...options, listLocal: () => listConnected(options.connections()) });
  const online = createOnlineCounter(options.connections, crossNodeOnline.listRemote);
  const zoneName = options.zone().name;
  const state: State = { ...options, ...maps, ...clock, online, zoneName, timer: undefined, isStopped: false };
  return {
    onRequest: (connection, raw, ack) => onRequest(state, connection, raw, ack),
    onDisconnected: (connection) => onDisconnected(state, connection),
    scheduleFlush: () => moved(state),
    refresh: () => refresh(state),
    onLayoutChange: (change) => onLayoutChange(state, change),
    resendAll: () => {
      for (const one of state.subscriptions.values()) one.isStale = true;
      refresh(state);
    },
    onAggregateDropped: (aggregate) => onAggregateDropped(state, aggregate),
    listUsedKeys: () =>
      new Set(
        [...state.rooms.values()].flatMap(({ figures: metrics }) =>
          metrics.map(({ aggregateKey: aggregate }) => aggregate),
        ),
      ),
    stop: () => {
      state.isStopped = true;
      clearTimeout(state.timer);
      return crossNodeOnline.stop();
    },
    stats: () => ({ watchers: state.subscriptions.size, frames: state.frames }),
  };
}
