/** The live connection of an app: subscribes to topics, reconnects and subscribes again (resubscribe) with its cursors, refreshes tokens and reports its status. */
import {
  PROTOCOL_VERSION,
  type ChangeFrame,
  type SubscribeAck,
  type SubscribeRequest,
} from '../../../common/protocol/liveEvents';
import { createMissedSummary } from './missedSummary';
import type { LiveStatus } from '../store/connectionSlice';
import { createFrameBatcher } from './frameBatcher';
import { createStatusReporter, INTERRUPTION_GRACE_MS } from './statusReporter';
import { authenticateSocket, refreshAndAuthenticate } from './authenticateSocket';
import { scheduleReconnect, type ConnectionState } from './connectionState';
import type { LiveConnectionOptions, LiveConnection } from './liveConnectionTypes';
import type { createLivenessProbe, LivenessProbe } from './livenessProbe';
import { createPresenceClient } from './presenceClient';
import { createPermissionRefetch } from './permissionRefetch';
import {
  advanceTopics,
  applySubscribeResponse,
  createTopicRegistry,
  deliverFrame,
  markTopicsForResubscribe,
  resetAllTopics,
  resetTopics,
  takePendingSubscriptions,
  retrySubscriptions,
  subscribeTopic,
} from './topics';

/** Ping interval plus ping timeout of the server: after a longer silence the connection is dead. */
const SILENT_TIMEOUT_MS = 45_000;
/** Longest pause between two attempts; the server may ask for a longer one. */
const MAX_RECONNECT_DELAY_MS = 2_500;

export function createLiveConnection(options: LiveConnectionOptions): LiveConnection {
  const topics = createTopicRegistry(() => {
    state.subscribeTimer ??= setTimeout(() => sendSubscriptions(state), 0);
  });
  const deliverFrames = (frames: readonly ChangeFrame[]) => {
    options.onFrames(frames);
    for (const frame of frames) deliverFrame(topics, frame);
  };
  const state: ConnectionState = {
    options,
    topics,
    statusReporter: createStatusReporter(options.onStatus),
    frameBatcher: createFrameBatcher(deliverFrames, options.isHidden),
    missedSummary: createMissedSummary(options.onMissed),
    presenceClient: createPresenceClient(() => state.socket),
    socket: undefined,
    isWanted: false,
    isPaused: false,
    epoch: '',
    lastHeardAt: 0,
    probe: undefined,
    permissionsVersion: '',
    build: '',
    disconnectNotice: undefined,
    catchUpToken: undefined,
    reauthTimer: undefined,
    subscribeTimer: undefined,
    reconnectTimer: undefined,
  };
  return {
    open: () => open(state),
    close: () => close(state, 'idle'),
    subscribe: (spec, since, watcher) => subscribeTopic(topics, spec, since, watcher),
    setEpoch: (epoch) => changeEpoch(state, epoch),
    setPermissionsVersion: (version) => void (state.permissionsVersion = version),
    ...state.presenceClient.api,
    checkConnection: () => checkConnection(state),
    reconnect: () => reconnect(state),
    pause: () => pause(state),
    resume: () => resume(state),
  };
}

function changeEpoch(state: ConnectionState, epoch: string): void {
  const changed = state.epoch !== '' && epoch !== state.epoch;
  state.epoch = epoch;
  if (changed) resetAllTopics(state.topics, 'epoch');
}

/** Sends the subscriptions that changed since the last call. */
function sendSubscriptions(state: ConnectionState): void {
  clearTimeout(state.subscribeTimer);
  state.subscribeTimer = undefined;
  const { socket } = state;
  if (!socket?.connected) return;
  const pending = takePendingSubscriptions(state.topics);
  if (pending.unsubscribe.length > 0) socket.emit('unsub', { t: pending.unsubscribe });
  if (pending.subscribe.length === 0) {
    finishCatchUp(state);
    return;
  }
  socket.emit('sub', { epoch: state.epoch, topics: pending.subscribe }, (response) => {
    if (socket === state.socket) handleSubscribeResponse(state, pending.subscribe, response);
  });
}

function handleSubscribeResponse(
  state: ConnectionState,
  requested: SubscribeRequest['topics'],
  response: SubscribeAck,
): void {
  // Frames before the response belong to the earlier subscription.
  state.frameBatcher.flush();
  if (response.ok) {
    state.epoch = response.epoch;
    for (const { t, spec } of requested) {
      const result = response.r[t];
      if (result?.ok && result.hidden) state.options.onColumnsHidden(spec.e, result.hidden);
    }
    applySubscribeResponse(state.topics, response.r);
    finishCatchUp(state);
  } else {
    retrySubscriptions(state.topics);
    state.subscribeTimer ??= setTimeout(() => sendSubscriptions(state), INTERRUPTION_GRACE_MS * (1 + Math.random()));
  }
}

/** All topics are subscribed. */
function finishCatchUp(state: ConnectionState): void {
  state.statusReporter.show('live');
  const { socket } = state;
  if (state.missedSummary.isIdle() || state.catchUpToken !== undefined || !socket) return;
  const token = {};
  state.catchUpToken = token;
  // The missed frames follow the response, and the response to this empty request follows them: then the total is known.
  socket.emit('sub', { epoch: state.epoch, topics: [] }, () => {
    if (state.catchUpToken !== token) return;
    state.catchUpToken = undefined;
    state.frameBatcher.flush();
    const { changes, maxPerEntity } = state.missedSummary.end();
    state.options.onCaughtUp(changes, maxPerEntity);
  });
}

/** Closes the connection because the session ended. */
const createSessionEnder = (state: ConnectionState) => () => close(state, 'signed_out');

/** Counts the frames that arrive from now on as missed. */
function startCatchUp(state: ConnectionState): void {
  state.missedSummary.begin();
  state.statusReporter.show('catching_up');
}

/** A message arrived from the server. */
function markServerHeard(state: ConnectionState): void {
  state.lastHeardAt = Date.now();
  state.probe?.markHeard();
}

/** Detects an open but silent connection, so that the status shows that data may be out of date. */
const createConnectionProbe = (state: ConnectionState, create: typeof createLivenessProbe): LivenessProbe =>
  create({
    ping: (onResponse) => state.socket?.emit('sub', { epoch: state.epoch, topics: [] }, onResponse),
    isHidden: () => state.options.isHidden(),
    onSilent: (since) => state.statusReporter.show('reconnecting', since),
    onHeard: () => state.statusReporter.show('live'),
    onDead: () => reconnect(state),
  });

function handleConnect(state: ConnectionState): void {
  state.probe?.start();
  markServerHeard(state);
  state.disconnectNotice = undefined;
  authenticateSocket(state, createSessionEnder(state));
  const currentStatus = state.statusReporter.current();
  if (currentStatus === 'offline' || currentStatus === 'reconnecting') startCatchUp(state);
  if (state.options.isHidden()) state.socket?.emit('vis', { hidden: true });
  sendSubscriptions(state);
  state.presenceClient.notifyConnected();
}

function handleConnectionLoss(state: ConnectionState): void {
  state.probe?.stop();
  state.catchUpToken = undefined;
  state.presenceClient.notifyDisconnected();
  state.frameBatcher.flush();
  markTopicsForResubscribe(state.topics);
  clearTimeout(state.reauthTimer);
  if (state.isPaused) return;
  if (state.options.isOnline()) state.statusReporter.showAfterDelay('reconnecting');
  else state.statusReporter.show('offline');
}

const isAuthError = (code: unknown) => code === 401 || code === 403 || code === 409;
/** The page is older than the server's protocol: only a reload helps. */
function closeOutdated(state: ConnectionState): void {
  close(state, 'outdated');
  state.options.onOutdated(true);
}

function handleDisconnect(state: ConnectionState, reason: string): void {
  handleConnectionLoss(state);
  if (reason === 'io client disconnect') return;
  const { disconnectNotice } = state;
  if (disconnectNotice?.code === 426) closeOutdated(state);
  else if (disconnectNotice !== undefined && isAuthError(disconnectNotice.code))
    void refreshAndAuthenticate(state, createSessionEnder(state));
  // Socket.IO does not reconnect by itself after a disconnect by the server.
  else if (reason === 'io server disconnect') scheduleReconnect(state, (disconnectNotice?.retry ?? 1) * 1_000);
}

interface ConnectError {
  readonly code?: unknown;
  readonly retry?: unknown;
}
function handleConnectError(state: ConnectionState, error: Error & { readonly data?: unknown }): void {
  handleConnectionLoss(state);
  const { code, retry }: ConnectError = typeof error.data === 'object' && error.data !== null ? error.data : {};
  if (code === 426) closeOutdated(state);
  else if (isAuthError(code)) void refreshAndAuthenticate(state, createSessionEnder(state));
  else if (code !== undefined)
    scheduleReconnect(state, typeof retry === 'number' ? retry * 1_000 : INTERRUPTION_GRACE_MS);
}

function attachListeners(state: ConnectionState, socket: NonNullable<ConnectionState['socket']>): void {
  const { options, frameBatcher, topics } = state;
  socket.on('connect', () => handleConnect(state));
  socket.on('disconnect', (reason) => handleDisconnect(state, reason));
  socket.on('connect_error', (error) => handleConnectError(state, error));
  socket.io.on('ping', () => markServerHeard(state));
  socket.on('chg', (frame) => {
    markServerHeard(state);
    state.missedSummary.add(frame);
    frameBatcher.add(frame);
  });
  socket.on('tick', ({ s, at }) => {
    markServerHeard(state);
    frameBatcher.flush();
    advanceTopics(topics, s);
    options.onServerTick(state.lastHeardAt, at);
  });
  socket.on('reset', ({ t, why, jitter }) => {
    frameBatcher.flush();
    setTimeout(() => resetTopics(topics, t, why), Math.random() * jitter);
  });
  state.presenceClient.attach(socket);
  socket.on('authz', createPermissionRefetch(options));
  socket.on('site', (notice) => options.onSiteChanged(notice));
  socket.on('views', ({ e }) => options.onTagChanged?.(`${e}/views`));
  socket.on('comments', ({ e, id }) => options.onTagChanged?.(`${e}/${id}/comments`));
  socket.on('gateway', () => options.onTagChanged?.('gateway'));
  socket.on('bye', (notice) => {
    state.disconnectNotice = notice;
  });
}

function open(state: ConnectionState): void {
  if (state.isWanted || state.options.token() === undefined) return;
  state.isWanted = true;
  state.statusReporter.show('connecting');
  loadAndConnect(state).catch(() => {
    if (!state.isWanted) return;
    state.isWanted = false;
    state.statusReporter.show('reconnecting');
    setTimeout(() => open(state), INTERRUPTION_GRACE_MS);
  });
}

/** Loads the Socket.IO client on demand: the first screen does not need it. */
async function loadAndConnect(state: ConnectionState): Promise<void> {
  const [{ io }, { createLivenessProbe }] = await Promise.all([import('socket.io-client'), import('./livenessProbe')]);
  if (!state.isWanted || state.socket) return;
  state.probe ??= createConnectionProbe(state, createLivenessProbe);
  state.socket = io(state.options.url, {
    transports: ['websocket'],
    auth: (sendAuth) =>
      sendAuth({ token: state.options.token() ?? '', v: PROTOCOL_VERSION, lang: state.options.lang?.() }),
    reconnectionDelay: 300,
    reconnectionDelayMax: MAX_RECONNECT_DELAY_MS,
    randomizationFactor: 0.8,
    forceNew: true,
  });
  attachListeners(state, state.socket);
}

function close(state: ConnectionState, status: LiveStatus): void {
  state.isWanted = false;
  state.isPaused = false;
  state.probe?.stop();
  state.socket?.removeAllListeners();
  state.socket?.disconnect();
  state.socket = undefined;
  for (const timer of [state.reauthTimer, state.reconnectTimer]) clearTimeout(timer);
  state.catchUpToken = undefined;
  state.permissionsVersion = '';
  markTopicsForResubscribe(state.topics);
  state.missedSummary.end();
  state.statusReporter.show(status);
}

function pause(state: ConnectionState): void {
  if (!state.isWanted || state.isPaused) return;
  state.isPaused = true;
  state.statusReporter.show('paused');
  clearTimeout(state.reconnectTimer);
  state.socket?.disconnect();
}

function resume(state: ConnectionState): void {
  if (!state.isPaused) return;
  state.isPaused = false;
  startCatchUp(state);
  state.socket?.connect();
}

/** Replaces the connection; a short break is not shown. */
function reconnect({ socket, isPaused }: ConnectionState): void {
  if (!isPaused) socket?.disconnect().connect();
}

/** Replaces a connection that may be dead; the new one delivers exactly what was missed. */
function forceReconnect(state: ConnectionState): void {
  startCatchUp(state);
  // Also ends the pause between two attempts.
  state.socket?.disconnect().connect();
}

function checkConnection(state: ConnectionState): void {
  const { socket, options } = state;
  if (!socket || state.isPaused) return;
  if (!options.isOnline()) {
    state.missedSummary.begin();
    state.statusReporter.show('offline');
    return;
  }
  if (socket.connected) socket.emit('vis', { hidden: options.isHidden() });
  if (options.isHidden()) return;
  state.frameBatcher.flush();
  const isSilent = socket.connected && Date.now() - state.lastHeardAt > SILENT_TIMEOUT_MS;
  if (isSilent || state.statusReporter.current() === 'offline') forceReconnect(state);
  else if (!socket.connected) socket.disconnect().connect();
}
