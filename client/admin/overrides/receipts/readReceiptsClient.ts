/** Follows members over the socket: batches the ids of all components into one request and repeats it after each reconnect. */
import { RECEIPTS_EVENT, type ReceiptsFrame } from '../../../../common/protocol/receipts';
import { LIMITS } from '../../../../common/limits';
import type { App } from '../../../shared/app/appContext';
import type { LiveConnection } from '../../../shared/live/liveConnectionTypes';

export interface ReadReceiptsClient {
  /** Follows a member until the returned function is called; `onChange` runs after each change. */
  readonly follow: (id: number, onChange: () => void) => () => void;
  /** Latest frame of the member; undefined while unknown. */
  readonly current: (id: number) => ReceiptsFrame | undefined;
}
type Socket = NonNullable<ReturnType<LiveConnection['findSocket']>>;
interface ClientState {
  readonly live: LiveConnection;
  readonly listeners: Map<number, Set<() => void>>;
  readonly frames: Map<number, ReceiptsFrame>;
  socket: Socket | undefined;
  timer: ReturnType<typeof setTimeout> | undefined;
  /** Last request as JSON. */
  lastRequest: string;
  requestNumber: number;
  stop: (() => void) | undefined;
}

/** Collects components that mount and unmount in the same render. */
const BATCH_MS = 20;
const RETRY_MS = 2_000;

function applyFrame(state: ClientState, frame: ReceiptsFrame): void {
  // A frame that arrives before the unfollow was sent is kept for a component that follows again.
  if (!state.listeners.has(frame.id) && !state.frames.has(frame.id)) return;
  state.frames.set(frame.id, frame);
  for (const onChange of state.listeners.get(frame.id) ?? []) onChange();
}
function clearFrames(state: ClientState): void {
  state.frames.clear();
  for (const listeners of state.listeners.values()) for (const onChange of listeners) onChange();
}

function sendRequest(state: ClientState): void {
  clearTimeout(state.timer);
  state.timer = undefined;
  const { socket } = state;
  for (const id of state.frames.keys()) if (!state.listeners.has(id)) state.frames.delete(id);
  if (socket === undefined) return;
  // Above the limit, the most recent members win.
  const ids = [...state.listeners.keys()].slice(-LIMITS.membersWatched);
  if (JSON.stringify(ids) === state.lastRequest) return;
  state.lastRequest = JSON.stringify(ids);
  state.requestNumber += 1;
  const { requestNumber } = state;
  socket.emit(RECEIPTS_EVENT, { ids }, (response) => {
    if (requestNumber !== state.requestNumber) return;
    if (response.ok) for (const frame of response.frames) applyFrame(state, frame);
    else if (response.code === 429) {
      state.lastRequest = '';
      state.timer ??= setTimeout(() => sendRequest(state), RETRY_MS);
    }
  });
}

function connect(state: ClientState): void {
  const onFrame = (frame: ReceiptsFrame) => applyFrame(state, frame);
  const detachSocket = () => {
    state.socket?.off(RECEIPTS_EVENT, onFrame);
    state.socket = undefined;
    state.lastRequest = '[]';
    state.requestNumber += 1;
  };
  const noop = () => undefined;
  const stop = state.live.addPresenceListener({
    onConnected: () => {
      detachSocket();
      state.socket = state.live.findSocket();
      state.socket?.on(RECEIPTS_EVENT, onFrame);
      sendRequest(state);
    },
    // The frames may be outdated from now on.
    onDisconnected: () => {
      detachSocket();
      clearFrames(state);
    },
    onPresence: noop,
    onHandoverRequest: noop,
  });
  state.stop = () => {
    stop();
    detachSocket();
    state.frames.clear();
  };
}

function unfollow(state: ClientState, id: number, onChange: () => void): void {
  const listeners = state.listeners.get(id);
  listeners?.delete(onChange);
  if (listeners?.size !== 0) return;
  state.listeners.delete(id);
  state.timer ??= setTimeout(() => {
    sendRequest(state);
    if (state.listeners.size > 0) return;
    state.stop?.();
    state.stop = undefined;
  }, BATCH_MS);
}

function createReadReceiptsClient(live: LiveConnection): ReadReceiptsClient {
  const state: ClientState = {
    live,
    listeners: new Map(),
    frames: new Map(),
    socket: undefined,
    timer: undefined,
    lastRequest: '[]',
    requestNumber: 0,
    stop: undefined,
  };
  return {
    follow: (id, onChange) => {
      const listeners = state.listeners.get(id) ?? new Set();
      state.listeners.set(id, listeners.add(onChange));
      if (state.stop === undefined) connect(state);
      else if (listeners.size === 1) state.timer ??= setTimeout(() => sendRequest(state), BATCH_MS);
      return () => unfollow(state, id, onChange);
    },
    current: (id) => state.frames.get(id),
  };
}

const clients = new WeakMap<LiveConnection, ReadReceiptsClient>();
/** Returns the one client per live connection. */
export function getReadReceiptsClient({ live }: Pick<App, 'live'>): ReadReceiptsClient {
  const client = clients.get(live) ?? createReadReceiptsClient(live);
  clients.set(live, client);
  return client;
}
