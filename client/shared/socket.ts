/** The one live connection of an app: follows topics, survives breaks and expired tokens, and says how it stands. */
import { PROTOCOL, type ChangeFrame, type SubscribeAnswer, type SubscribeRequest } from '../../common/protocol/live';
import { createAway } from './away';
import type { LiveStatus } from './connection';
import { createBatch, createGauge, UNSEEN_BREAK_MS } from './gauge';
import { introduce, renew } from './introduction';
import { connectLater, type Line } from './line';
import type { LinkParts, LiveLink } from './link';
import type { createLivenessProbe, LivenessProbe } from './livenessProbe';
import { createAttendance } from './presence/attendance';
import { createSpread } from './spread';
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
} from './topics';

/** Ping interval plus ping timeout of the server: silence beyond it means the connection is dead. */
const DEAF_AFTER_MS = 45_000;
/** Between two tries; the server itself says more when it wants more. */
const LONGEST_WAIT_MS = 2_500;

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
    away: createAway(parts.onMissed),
    attendance: createAttendance(() => line.socket),
    socket: undefined,
    wanted: false,
    paused: false,
    epoch: '',
    heard: 0,
    probe: undefined,
    rights: '',
    build: '',
    bye: undefined,
    returning: undefined,
    expiry: undefined,
    asking: undefined,
    coming: undefined,
  };
  return {
    open: () => open(line),
    close: () => close(line, 'idle'),
    watch: (spec, since, watcher) => watchTopic(topics, spec, since, watcher),
    noteEpoch: (epoch) => noteEpoch(line, epoch),
    noteRights: (mark) => void (line.rights = mark),
    ...line.attendance.face,
    wake: () => wake(line),
    reconnect: () => reconnect(line),
    pause: () => pause(line),
    play: () => play(line),
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
    if (socket === line.socket) answered(line, wishes.ask, answer);
  });
}

function answered(line: Line, asked: SubscribeRequest['topics'], answer: SubscribeAnswer): void {
  // What came before the answer belongs to the time before it.
  line.batch.flush();
  if (answer.ok) {
    line.epoch = answer.epoch;
    for (const { t, spec } of asked) {
      const result = answer.r[t];
      if (result?.ok && result.hidden) line.parts.onHidden(spec.e, result.hidden);
    }
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
  const { socket } = line;
  if (line.away.isOver() || line.returning !== undefined || !socket) return;
  const turn = {};
  line.returning = turn;
  // What was missed follows the answer, and the answer to this follows what was missed: then say once how much it was.
  socket.emit('sub', { epoch: line.epoch, topics: [] }, () => {
    if (line.returning !== turn) return;
    line.returning = undefined;
    line.batch.flush();
    const { changes, most } = line.away.end();
    line.parts.onReturn(changes, most);
  });
}

/** The session is over: nothing more can be said here. */
const ender = (line: Line) => () => close(line, 'signed_out');

/** From now on what arrives is what was missed. */
function comeBack(line: Line): void {
  line.away.begin();
  line.gauge.show('catching_up');
}

/** Something arrived from the server. */
function hear(line: Line): void {
  line.heard = Date.now();
  line.probe?.heard();
}

/** Watches for a connection that is open but silent: what it shows may be out of date, and people must see that. */
const createProbe = (line: Line, create: typeof createLivenessProbe): LivenessProbe =>
  create({
    ask: (onAnswer) => line.socket?.emit('sub', { epoch: line.epoch, topics: [] }, onAnswer),
    isHidden: () => line.parts.isHidden(),
    onSilent: (since) => line.gauge.show('reconnecting', since),
    onHeard: () => line.gauge.show('live'),
    onDead: () => reconnect(line),
  });

function connected(line: Line): void {
  line.probe?.start();
  hear(line);
  line.bye = undefined;
  introduce(line, ender(line));
  const shown = line.gauge.shown();
  if (shown === 'offline' || shown === 'reconnecting') comeBack(line);
  if (line.parts.isHidden()) line.socket?.emit('vis', { hidden: true });
  ask(line);
  line.attendance.up();
}

function broke(line: Line): void {
  line.probe?.stop();
  line.returning = undefined;
  line.attendance.down();
  line.batch.flush();
  loseTopics(line.topics);
  clearTimeout(line.expiry);
  if (line.paused) return;
  if (line.parts.isOnline()) line.gauge.later('reconnecting');
  else line.gauge.show('offline');
}

const needsToken = (code: unknown) => code === 401 || code === 403 || code === 409;
/** The page speaks an older version than the server: only loading it anew helps. */
function outdate(line: Line): void {
  close(line, 'outdated');
  line.parts.onOutdated(true);
}

function disconnected(line: Line, reason: string): void {
  broke(line);
  if (reason === 'io client disconnect') return;
  const { bye } = line;
  if (bye?.code === 426) outdate(line);
  else if (bye !== undefined && needsToken(bye.code)) void renew(line, ender(line));
  // After its own goodbye the server expects us to come back by ourselves.
  else if (reason === 'io server disconnect') connectLater(line, (bye?.retry ?? 1) * 1_000);
}

interface Refusal {
  readonly code?: unknown;
  readonly retry?: unknown;
}
function refused(line: Line, error: Error & { readonly data?: unknown }): void {
  broke(line);
  const { code, retry }: Refusal = typeof error.data === 'object' && error.data !== null ? error.data : {};
  if (code === 426) outdate(line);
  else if (needsToken(code)) void renew(line, ender(line));
  else if (code !== undefined) connectLater(line, typeof retry === 'number' ? retry * 1_000 : UNSEEN_BREAK_MS);
}

function attach(line: Line, socket: NonNullable<Line['socket']>): void {
  const { parts, batch, topics } = line;
  socket.on('connect', () => connected(line));
  socket.on('disconnect', (reason) => disconnected(line, reason));
  socket.on('connect_error', (error) => refused(line, error));
  socket.io.on('ping', () => hear(line));
  socket.on('chg', (frame) => {
    hear(line);
    line.away.add(frame);
    batch.add(frame);
  });
  socket.on('tick', ({ s, at }) => {
    hear(line);
    batch.flush();
    advanceTopics(topics, s);
    parts.onHeard(line.heard, at);
  });
  socket.on('reset', ({ t, why, jitter }) => {
    batch.flush();
    setTimeout(() => resetTopics(topics, t, why), Math.random() * jitter);
  });
  line.attendance.listen(socket);
  socket.on('authz', createSpread(parts));
  socket.on('site', (notice) => parts.onSite(notice));
  socket.on('views', ({ e }) => parts.onViews?.(e));
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
  const [{ io }, { createLivenessProbe }] = await Promise.all([import('socket.io-client'), import('./livenessProbe')]);
  if (!line.wanted || line.socket) return;
  line.probe ??= createProbe(line, createLivenessProbe);
  line.socket = io(line.parts.url, {
    transports: ['websocket'],
    auth: (give) => give({ token: line.parts.token() ?? '', v: PROTOCOL, lang: line.parts.lang?.() }),
    reconnectionDelay: 300,
    reconnectionDelayMax: LONGEST_WAIT_MS,
    randomizationFactor: 0.8,
    forceNew: true,
  });
  attach(line, line.socket);
}

function close(line: Line, status: LiveStatus): void {
  line.wanted = false;
  line.paused = false;
  line.probe?.stop();
  line.socket?.removeAllListeners();
  line.socket?.disconnect();
  line.socket = undefined;
  for (const timer of [line.expiry, line.coming]) clearTimeout(timer);
  line.returning = undefined;
  line.rights = '';
  loseTopics(line.topics);
  line.away.end();
  line.gauge.show(status);
}

function pause(line: Line): void {
  if (!line.wanted || line.paused) return;
  line.paused = true;
  line.gauge.show('paused');
  clearTimeout(line.coming);
  line.socket?.disconnect();
}

function play(line: Line): void {
  if (!line.paused) return;
  line.paused = false;
  comeBack(line);
  line.socket?.connect();
}

/** A new connection in place of the present one; a short break is not shown. */
function reconnect({ socket, paused }: Line): void {
  if (!paused) socket?.disconnect().connect();
}

/** The connection may look whole and be long dead: a new one costs little and brings exactly what was missed. */
function connectAnew(line: Line): void {
  comeBack(line);
  // Also ends the wait between two tries.
  line.socket?.disconnect().connect();
}

function wake(line: Line): void {
  const { socket, parts } = line;
  if (!socket || line.paused) return;
  if (!parts.isOnline()) {
    line.away.begin();
    line.gauge.show('offline');
    return;
  }
  if (socket.connected) socket.emit('vis', { hidden: parts.isHidden() });
  if (parts.isHidden()) return;
  line.batch.flush();
  const isDeaf = socket.connected && Date.now() - line.heard > DEAF_AFTER_MS;
  if (isDeaf || line.gauge.shown() === 'offline') connectAnew(line);
  else if (!socket.connected) socket.disconnect().connect();
}
