/**
 * The metric subscriptions of each connection: resolves a request to aggregates under the actor's permissions, and takes their snapshot.
 */
import type { Actor } from '../../../common/entity/access';
import type { Registry } from '../../../common/entity/registry';
import type { MetricCell, DashboardFrame, DashboardRequest } from '../../../common/protocol/liveEvents';
import type { TimeZone } from '../../../common/text/time/timeZone';
import type { Clock, Log } from '../../context';
import type { Fanout } from '../topics/fanout';
import type { LiveNamespace, Connection } from '../sockets/connection';
import { shortHash } from '../topics/subscriptionSpec';
import type { CounterManager } from './counterManager';
import type { CrossNodeOnlineOptions } from './crossNodeOnline';
import { resolveMetric, computeAllCells, type ResolvedMetric } from './metric';
import { ONLINE_ROOMS, findOnlineDetail, type createOnlineCounter, type OnlineDetail } from './onlineCounter';
import { unixSeconds } from '../../platform/unixSeconds';

export interface MetricSubscription {
  readonly request: DashboardRequest;
  /** The permissions under which the metrics were resolved. */
  readonly actor: Actor;
  /** By the client's id: the resolved metric, or the code of its refusal. */
  readonly resolvedById: Readonly<Record<string, ResolvedMetric | number>>;
  readonly room: string;
  /** The part of the online list that the connection may see; undefined: nothing. */
  readonly onlineDetail: OnlineDetail | undefined;
  /** The connection missed frames and needs a new snapshot. */
  isStale: boolean;
}
export interface MetricSubscriptionsOptions {
  readonly log: Log;
  readonly clock: Clock;
  readonly registry: Registry;
  readonly counterManager: CounterManager;
  readonly fanout: Pick<Fanout, 'runExclusive' | 'position' | 'permissionsChangedAt'>;
  readonly namespace: LiveNamespace;
  /** The current time zone of the site. */
  readonly timeZone: () => TimeZone;
  readonly connections: () => Iterable<Connection>;
  readonly db: CrossNodeOnlineOptions['db'];
  readonly nodes: CrossNodeOnlineOptions['nodes'];
}
export interface State extends MetricSubscriptionsOptions {
  readonly subscriptions: Map<Connection, MetricSubscription>;
  readonly requestNumbers: Map<Connection, number>;
  /** The number of the request that is being processed. */
  readonly answering: Map<Connection, number>;
  /** Keys of dropped aggregates whose subscribers need a new frame. */
  readonly droppedKeys: Set<string>;
  /** By Socket.IO room: the metrics that its members follow, and their number. */
  readonly rooms: Map<string, { readonly metrics: readonly ResolvedMetric[]; members: number }>;
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
export const listMetrics = (resolvedById: MetricSubscription['resolvedById']): readonly ResolvedMetric[] => [
  ...new Map(
    Object.values(resolvedById)
      .filter(isResolved)
      .map((resolved) => [resolved.key, resolved]),
  ).values(),
];
const getRoom = (metrics: readonly ResolvedMetric[]): string =>
  `dash:${shortHash(metrics.map(({ key }) => key).sort())}`;
export const readLivePosition = ({ fanout, clock }: State) => ({ s: String(fanout.position()), at: clock.now() });

export function resolveAll(state: State, actor: Actor, request: DashboardRequest): MetricSubscription['resolvedById'] {
  const resolved = Object.entries(request.w).map(
    ([id, requestedMetric]) => [id, resolveMetric(state.registry, actor, requestedMetric)] as const,
  );
  return Object.fromEntries(resolved);
}

export function removeSubscription(state: State, connection: Connection): void {
  const subscription = state.subscriptions.get(connection);
  if (subscription === undefined) return;
  state.subscriptions.delete(connection);
  void connection.socket.leave(subscription.room);
  if (subscription.onlineDetail !== undefined) void connection.socket.leave(ONLINE_ROOMS[subscription.onlineDetail]);
  const room = state.rooms.get(subscription.room);
  if (room === undefined) return;
  room.members -= 1;
  if (room.members <= 0) state.rooms.delete(subscription.room);
}
function addSubscription(
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
    room: getRoom(metrics),
    onlineDetail,
    isStale: false,
  };
  const room = state.rooms.get(subscription.room) ?? { metrics, members: 0 };
  room.members += 1;
  state.rooms.set(subscription.room, room);
  state.subscriptions.set(connection, subscription);
  void connection.socket.join(subscription.room);
  if (onlineDetail !== undefined) void connection.socket.join(ONLINE_ROOMS[onlineDetail]);
  return subscription;
}

/** The frame with all cells of a subscription. */
export function createSnapshotFrame(state: State, { resolvedById, onlineDetail }: MetricSubscription): DashboardFrame {
  const now = unixSeconds(state);
  const all: Record<string, readonly MetricCell[]> = {};
  for (const resolved of listMetrics(resolvedById)) {
    const aggregate = state.counterManager.get(resolved.aggregateKey);
    if (aggregate !== undefined) all[resolved.key] = computeAllCells(aggregate, resolved, state.timeZone(), now);
  }
  const names = Object.entries(resolvedById).map(
    ([id, resolved]) => [id, isResolved(resolved) ? resolved.key : resolved] as const,
  );
  return {
    ...readLivePosition(state),
    zone: state.timeZone().name,
    map: Object.fromEntries(names),
    all,
    ...(onlineDetail === undefined ? {} : { on: state.online.getOnline(onlineDetail) }),
  };
}

/** Counts aggregates that are not in memory; metrics beyond the limit become 429. */
async function acquireAggregates(
  state: State,
  by: string,
  resolvedById: MetricSubscription['resolvedById'],
): Promise<MetricSubscription['resolvedById']> {
  const acquired = Object.entries(resolvedById).map(
    async ([id, resolved]): Promise<[string, ResolvedMetric | number]> => {
      if (!isResolved(resolved)) return [id, resolved];
      const aggregate = await state.counterManager.acquire(resolved.compiledMeasure, by);
      return [id, aggregate === undefined ? 429 : resolved];
    },
  );
  return Object.fromEntries<ResolvedMetric | number>(await Promise.all(acquired));
}

export const isSameResolution = (
  first: MetricSubscription['resolvedById'],
  other: MetricSubscription['resolvedById'],
): boolean =>
  Object.entries(first).every(([id, resolved]) => {
    const also = other[id] ?? 0;
    return isResolved(resolved) && isResolved(also) ? resolved.key === also.key : resolved === also || resolved === 429;
  });

/** Whether an aggregate of the metrics was dropped meanwhile. */
const hasDropped = ({ counterManager }: State, resolvedById: MetricSubscription['resolvedById']): boolean =>
  listMetrics(resolvedById).some(({ aggregateKey }) => counterManager.get(aggregateKey) === undefined);

/** Resolves the metrics of a request, counts them and joins their room. Undefined when the connection sent a newer request or closed. */
export async function resolveAndSubscribe(
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
/** Repeats while permissions change or aggregates are dropped during the count. */
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
      return { frame: createSnapshotFrame(state, addSubscription(state, connection, request, resolvedById)) };
    });
    if (outcome !== undefined) return outcome.frame;
  }
}
