/** Follows metrics over the socket: batches the metrics of all cards into one request and repeats it after each reconnect. */
import type { DashboardFrame, DashboardRequest, Metric } from '../../../../../common/protocol/liveEvents';
import type { App } from '../../../../shared/app/appContext';
import type { LiveConnection } from '../../../../shared/live/liveConnectionTypes';

export interface MetricsClient {
  /** Id of a metric within this client. */
  readonly getId: (metric: Metric) => string;
  /** Follows a metric until the returned function is called. */
  readonly follow: (metric: Metric) => () => void;
  /** Adds a listener of frames; returns how to remove it. */
  readonly listen: (listener: FrameListener) => () => void;
}
type FrameListener = (frame: DashboardFrame, zone?: string) => void;
type Socket = NonNullable<ReturnType<LiveConnection['findSocket']>>;

interface FollowedMetric {
  readonly metric: Metric;
  readonly id: string;
  count: number;
}
interface ClientState {
  readonly live: LiveConnection;
  readonly followed: Map<string, FollowedMetric>;
  readonly listeners: Set<FrameListener>;
  socket: Socket | undefined;
  timer: ReturnType<typeof setTimeout> | undefined;
  requestNumber: number;
}

/** Collects cards that mount and unmount in the same render. */
const BATCH_MS = 30;
const RETRY_MS = 2_000;

function publish({ listeners }: ClientState, frame: DashboardFrame, zone?: string): void {
  for (const listener of listeners) listener(frame, zone);
}

function sendRequest(state: ClientState): void {
  state.timer = undefined;
  const socket = state.live.findSocket();
  if (socket === undefined) return;
  if (socket !== state.socket) socket.on('dash', (frame) => publish(state, frame));
  state.socket = socket;
  const active = [...state.followed.values()].filter(({ count }) => count > 0);
  const request: DashboardRequest = {
    // `w` is the name of the metrics in the socket protocol.
    w: Object.fromEntries(active.map(({ id, metric }) => [id, metric])),
    online: state.listeners.size > 0,
  };
  state.requestNumber += 1;
  const { requestNumber } = state;
  socket.emit('dash', request, (response) => {
    if (requestNumber !== state.requestNumber) return;
    if (response.ok) publish(state, response.frame, response.zone);
    else if (response.code === 429) scheduleRequest(state, RETRY_MS);
  });
}
function scheduleRequest(state: ClientState, delayMs = BATCH_MS): void {
  state.timer ??= setTimeout(() => sendRequest(state), delayMs);
}

function followMetric(state: ClientState, metric: Metric): FollowedMetric {
  const key = JSON.stringify(metric);
  const known = state.followed.get(key) ?? { metric, id: `f${state.followed.size + 1}`, count: 0 };
  state.followed.set(key, known);
  return known;
}

function createMetricsClient(live: LiveConnection): MetricsClient {
  const state: ClientState = {
    live,
    followed: new Map(),
    listeners: new Set(),
    socket: undefined,
    timer: undefined,
    requestNumber: 0,
  };
  const noop = () => undefined;
  return {
    getId: (metric) => followMetric(state, metric).id,
    follow: (metric) => {
      const entry = followMetric(state, metric);
      entry.count += 1;
      if (entry.count === 1) scheduleRequest(state);
      return () => {
        entry.count -= 1;
        if (entry.count === 0) scheduleRequest(state);
      };
    },
    listen: (listener) => {
      state.listeners.add(listener);
      scheduleRequest(state);
      const stop = live.addPresenceListener({
        onConnected: () => scheduleRequest(state),
        onDisconnected: noop,
        onPresence: noop,
        onHandoverRequest: noop,
      });
      return () => {
        state.listeners.delete(listener);
        stop();
        scheduleRequest(state);
      };
    },
  };
}

const clients = new WeakMap<LiveConnection, MetricsClient>();
/** Returns the one client per live connection. */
export function getMetricsClient({ live }: Pick<App, 'live'>): MetricsClient {
  const client = clients.get(live) ?? createMetricsClient(live);
  clients.set(live, client);
  return client;
}
