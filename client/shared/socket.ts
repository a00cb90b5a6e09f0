/** The one live connection of an app: follows topics, survives breaks and expired tokens, and says how it stands. */
import type { Socket } from 'socket.io-client';
import type { ChangeFrame, ClientToServer, ServerToClient, SubscribeAnswer } from '../../common/protocol/live';
import type { LiveStatus } from './connection';
import type { LinkParts, LiveLink } from './link';
import { createBatch, createGauge, UNSEEN_BREAK_MS, type Batch, type Gauge } from './gauge';
import {
  advanceTopics,
  answerTopics,
  createTopics,
  deliverFrame,
  loseTopics,
  resetAllTopics,
  resetTopics,
  takeWishes,
  wantAgain,
  watchTopic,
  type Topics,
} from './topics';

type Timer = ReturnType<typeof setTimeout>;
type Bye = Parameters<ServerToClient['bye']>[0];
interface Line {
  readonly parts: LinkParts;
  readonly topics: Topics;
  readonly gauge: Gauge;
  readonly batch: Batch;
  socket: Socket<ServerToClient, ClientToServer> | undefined;
  /** Wanted open; the code of the socket may still be on its way. */
  wanted: boolean;
  epoch: string;
  /** When the server was last heard, unix milliseconds. */
  heard: number;
  /** A break that people could see is not over yet; so many changes came since. */
  broken: boolean;
  missed: number;
  bye: Bye | undefined;
  returning: Timer | undefined;
  expiry: Timer | undefined;
  asking: Timer | undefined;
}

/** Ping interval plus ping timeout of the server: silence beyond it means the connection is dead. */
const DEAF_AFTER_MS = 45_000;
const RENEW_BEFORE_MS = 60_000;
const RETURN_MS = 400;
const LONGEST_TIMER_MS = 0x7fffffff;

export function createLiveLink(parts: LinkParts): LiveLink {
  const topics = createTopics(() => {
    line.asking ??= setTimeout(() => ask(line), 0);
  });
  const hand = (frames: readonly ChangeFrame[]) => {
    parts.onFrames(frames);
    for (const frame of frames) deliverFrame(topics, frame);
  };
  const line: Line = {
    parts,
    topics,
    gauge: createGauge(parts.onStatus),
    batch: createBatch(hand, parts.isHidden),
    socket: undefined,
    wanted: false,
    epoch: '',
    heard: 0,
    broken: false,
    missed: 0,
    bye: undefined,
    returning: undefined,
    expiry: undefined,
    asking: undefined,
  };
  return {
    open: () => open(line),
    close: () => close(line, 'idle'),
    watch: (spec, since, watcher) => watchTopic(topics, spec, since, watcher),
    noteEpoch: (epoch) => noteEpoch(line, epoch),
    wake: () => wake(line),
  };
}

function noteEpoch(line: Line, epoch: string): void {
  const changed = line.epoch !== '' && epoch !== line.epoch;
  line.epoch = epoch;
  if (changed) resetAllTopics(line.topics, 'epoch');
}

/** Tells the server which topics came and went since the last time. */
function ask(line: Line): void {
  clearTimeout(line.asking);
  line.asking = undefined;
  const { socket } = line;
  if (!socket?.connected) return;
  const wishes = takeWishes(line.topics);
  if (wishes.drop.length > 0) socket.emit('unsub', { t: wishes.drop });
  if (wishes.ask.length === 0) {
    settle(line);
    return;
  }
  socket.emit('sub', { epoch: line.epoch, topics: wishes.ask }, (answer) => {
    if (socket === line.socket) answered(line, answer);
  });
}

function answered(line: Line, answer: SubscribeAnswer): void {
  // What came before the answer belongs to the time before it.
  line.batch.flush();
  if (answer.ok) {
    line.epoch = answer.epoch;
    answerTopics(line.topics, answer.r);
    settle(line);
  } else {
    wantAgain(line.topics);
    line.asking ??= setTimeout(() => ask(line), UNSEEN_BREAK_MS * (1 + Math.random()));
  }
}

/** All topics are where they should be. */
function settle(line: Line): void {
  line.gauge.show('live');
  if (line.broken) line.returning ??= setTimeout(() => returned(line), RETURN_MS);
}

/** What was missed has followed the answer by now: say once how much it was. */
function returned(line: Line): void {
  line.returning = undefined;
  if (!line.socket?.connected) return;
  line.batch.flush();
  line.parts.onReturn(line.missed);
  line.broken = false;
  line.missed = 0;
}

/** Says who we are on this very connection; the answer tells how long that holds. */
function introduce(line: Line): void {
  const token = line.parts.token();
  if (token === undefined) return;
  line.socket?.emit('auth', { token }, (answer) => {
    clearTimeout(line.expiry);
    if (!answer.ok) return void renew(line);
    const left = answer.exp - Date.now() - RENEW_BEFORE_MS;
    line.expiry = setTimeout(() => void renew(line), Math.min(Math.max(left, 1_000), LONGEST_TIMER_MS));
  });
}

/** A new token for the same connection, or for the next try to connect. */
async function renew(line: Line): Promise<void> {
  const token = line.parts.token();
  const renewal = token === undefined ? 'ended' : await line.parts.renew(token);
  if (renewal === 'ended') {
    close(line, 'signed_out');
    return;
  }
  if (renewal === 'unreachable') {
    line.expiry = setTimeout(() => void renew(line), UNSEEN_BREAK_MS * (1 + Math.random()));
  } else if (line.socket?.connected) {
    introduce(line);
  } else {
    line.socket?.connect();
  }
}

function connected(line: Line): void {
  line.heard = Date.now();
  line.bye = undefined;
  introduce(line);
  const shown = line.gauge.shown();
  if (shown === 'offline' || shown === 'reconnecting') {
    line.broken = true;
    line.gauge.show('catching_up');
  }
  if (line.parts.isHidden()) line.socket?.emit('vis', { hidden: true });
  ask(line);
}

function broke(line: Line): void {
  line.batch.flush();
  loseTopics(line.topics);
  clearTimeout(line.expiry);
  if (line.parts.isOnline()) line.gauge.later('reconnecting');
  else line.gauge.show('offline');
}

const needsToken = (code: unknown) => code === 401 || code === 403 || code === 409;
const connectLater = (line: Line, ms: number) => setTimeout(() => line.socket?.connect(), ms * (1 + Math.random()));

function disconnected(line: Line, reason: string): void {
  broke(line);
  if (reason === 'io client disconnect') return;
  const { bye } = line;
  if (bye !== undefined && needsToken(bye.code)) void renew(line);
  // After its own goodbye the server expects us to come back by ourselves.
  else if (reason === 'io server disconnect') connectLater(line, (bye?.retry ?? 1) * 1_000);
}

function refused(line: Line, error: Error): void {
  broke(line);
  const data: unknown = 'data' in error ? error.data : undefined;
  const code = typeof data === 'object' && data !== null && 'code' in data ? data.code : undefined;
  if (needsToken(code)) void renew(line);
  else if (code !== undefined) connectLater(line, UNSEEN_BREAK_MS);
}

function attach(line: Line, socket: NonNullable<Line['socket']>): void {
  const { parts, batch, topics } = line;
  socket.on('connect', () => connected(line));
  socket.on('disconnect', (reason) => disconnected(line, reason));
  socket.on('connect_error', (error) => refused(line, error));
  socket.on('chg', (frame) => {
    line.heard = Date.now();
    if (line.broken) line.missed += frame.c.length;
    batch.add(frame);
  });
  socket.on('tick', ({ s, at }) => {
    line.heard = Date.now();
    batch.flush();
    advanceTopics(topics, s);
    parts.onHeard(line.heard, at);
  });
  socket.on('reset', ({ t, why, jitter }) => {
    batch.flush();
    setTimeout(() => resetTopics(topics, t, why), Math.random() * jitter);
  });
  socket.on('authz', () => parts.onAuthz());
  socket.on('bye', (notice) => {
    line.bye = notice;
  });
}

function open(line: Line): void {
  if (line.wanted || line.parts.token() === undefined) return;
  line.wanted = true;
  line.gauge.show('connecting');
  connectFirst(line).catch(() => {
    if (!line.wanted) return;
    line.wanted = false;
    line.gauge.show('reconnecting');
    setTimeout(() => open(line), UNSEEN_BREAK_MS);
  });
}

/** The socket's code is not part of the first load: a page can be drawn without it. */
async function connectFirst(line: Line): Promise<void> {
  const { io } = await import('socket.io-client');
  if (!line.wanted || line.socket) return;
  line.socket = io(line.parts.url, {
    transports: ['websocket'],
    auth: (give) => give({ token: line.parts.token() ?? '' }),
    reconnectionDelay: 300,
    reconnectionDelayMax: 10_000,
    randomizationFactor: 0.8,
    forceNew: true,
  });
  attach(line, line.socket);
}

function close(line: Line, status: LiveStatus): void {
  line.wanted = false;
  line.socket?.removeAllListeners();
  line.socket?.disconnect();
  line.socket = undefined;
  clearTimeout(line.expiry);
  loseTopics(line.topics);
  line.broken = false;
  line.missed = 0;
  line.gauge.show(status);
}

function wake(line: Line): void {
  const { socket, parts } = line;
  if (!socket) return;
  if (!parts.isOnline()) {
    line.gauge.show('offline');
    line.broken = true;
    return;
  }
  if (socket.connected) socket.emit('vis', { hidden: parts.isHidden() });
  if (parts.isHidden()) return;
  line.batch.flush();
  if (!socket.connected) socket.connect();
  else if (Date.now() - line.heard > DEAF_AFTER_MS) socket.disconnect().connect();
  else if (line.gauge.shown() === 'offline') settle(line);
}
