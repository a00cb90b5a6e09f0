/** The one live connection of an app: follows topics, survives breaks and expired tokens, and says how it stands. */
import { io, type Socket } from 'socket.io-client';
import type { ChangeFrame, ClientToServer, Cursor, ServerToClient, TopicSpec } from '../../common/protocol/live';
import type { LiveStatus } from './connection';
import type { Renewal } from './refresh';
import { createTopics, type Watcher } from './topics';

export interface LinkParts {
  /** Origin and namespace, as in `http://host/admin`. */
  readonly url: string;
  readonly token: () => string | undefined;
  readonly renew: (failedToken: string) => Promise<Renewal>;
  /** All frames of one batch, before their watchers hear of them. */
  readonly onFrames: (frames: readonly ChangeFrame[]) => void;
  readonly onStatus: (status: LiveStatus) => void;
  readonly onHeard: (now: number, at: number) => void;
  /** Rights changed. */
  readonly onAuthz: () => void;
  /** Caught up after a break that people could see. */
  readonly onReturn: (changes: number) => void;
  readonly isHidden: () => boolean;
  readonly isOnline: () => boolean;
}
export interface LiveLink {
  /** Connects; does nothing when connected already. */
  readonly open: () => void;
  readonly close: () => void;
  readonly watch: (spec: TopicSpec, since: Cursor | undefined, watcher: Watcher) => () => void;
  /** The epoch a REST answer carried. */
  readonly noteEpoch: (epoch: string) => void;
  /** The tab was hidden or shown, or the network came or went. */
  readonly wake: () => void;
}

/** Breaks shorter than this are nobody's business. */
const UNSEEN_BREAK_MS = 2_000;
/** Ping interval plus ping timeout of the server: silence beyond it means the connection is dead. */
const DEAF_AFTER_MS = 45_000;
const RENEW_BEFORE_MS = 60_000;
const HIDDEN_BATCH_MS = 1_000;

type Wire = Socket<ServerToClient, ClientToServer>;
const milliseconds = (time: number) => (time > 1e11 ? time : time * 1000);

/** Collects what arrives in one turn and hands it over at once. */
function createBatch(flushed: (frames: readonly ChangeFrame[]) => void, isHidden: () => boolean) {
  let waiting: ChangeFrame[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    const frames = waiting;
    waiting = [];
    if (frames.length > 0) flushed(frames);
  };
  return {
    add: (frame: ChangeFrame) => {
      waiting.push(frame);
      timer ??= setTimeout(flush, isHidden() ? HIDDEN_BATCH_MS : 0);
    },
    flush,
  };
}

/** Turns events of the connection into what the pill shows; short breaks stay invisible. */
function createGauge(onStatus: (status: LiveStatus) => void) {
  let shown: LiveStatus = 'idle';
  let timer: ReturnType<typeof setTimeout> | undefined;
  const show = (status: LiveStatus) => {
    clearTimeout(timer);
    timer = undefined;
    if (status !== shown) onStatus((shown = status));
  };
  return {
    show,
    later: (status: LiveStatus) => {
      timer ??= setTimeout(() => show(status), UNSEEN_BREAK_MS);
    },
    shown: () => shown,
  };
}

export function createLiveLink(parts: LinkParts): LiveLink {
  let socket: Wire | undefined;
  let epoch = '';
  let heard = 0;
  let expiry: ReturnType<typeof setTimeout> | undefined;
  let asking: ReturnType<typeof setTimeout> | undefined;
  let broken = false;
  let missed = 0;

  const topics = createTopics(() => {
    asking ??= setTimeout(ask, 0);
  });
  const gauge = createGauge(parts.onStatus);
  const batch = createBatch((frames) => {
    parts.onFrames(frames);
    for (const frame of frames) topics.deliver(frame);
  }, parts.isHidden);

  const listen = () => {
    heard = Date.now();
  };

  function ask(): void {
    clearTimeout(asking);
    asking = undefined;
    if (!socket?.connected) return;
    const { drop, ask: wanted } = topics.take();
    if (drop.length > 0) socket.emit('unsub', { t: drop });
    if (wanted.length === 0) {
      settle();
      return;
    }
    const from = socket;
    socket.emit('sub', { epoch, topics: wanted }, (answer) => {
      if (from !== socket) return;
      if (answer.ok) {
        noteEpoch(answer.epoch);
        topics.answered(answer.r);
      }
      settle();
    });
  }

  /** All topics are where they should be. */
  function settle(): void {
    batch.flush();
    gauge.show('live');
    if (broken) parts.onReturn(missed);
    broken = false;
    missed = 0;
  }

  function noteEpoch(next: string): void {
    const changed = epoch !== '' && next !== epoch;
    epoch = next;
    if (changed) topics.resetAll('epoch');
  }

  /** Renews the token shortly before it expires and upgrades this very connection. */
  async function renewNow(): Promise<void> {
    const token = parts.token();
    if (token === undefined) return;
    const renewal = await parts.renew(token);
    if (renewal === 'ended') {
      close('signed_out');
      return;
    }
    if (renewal === 'renewed' && socket?.connected) introduce();
    if (renewal === 'unreachable') expiry = setTimeout(() => void renewNow(), RENEW_BEFORE_MS / 4);
  }

  /** Says who we are on this connection; the answer tells how long that holds. */
  function introduce(): void {
    const token = parts.token();
    if (token === undefined || !socket) return;
    socket.emit('auth', { token }, (answer) => {
      clearTimeout(expiry);
      if (!answer.ok) return;
      const left = milliseconds(answer.exp) - Date.now() - RENEW_BEFORE_MS;
      expiry = setTimeout(() => void renewNow(), Math.min(Math.max(left, 1_000), 0x7fffffff));
    });
  }

  function onConnect(): void {
    listen();
    introduce();
    if (broken) gauge.show('catching_up');
    if (parts.isHidden()) socket?.emit('vis', { hidden: true });
    ask();
  }

  function onBreak(): void {
    topics.lost();
    clearTimeout(expiry);
    if (!parts.isOnline()) gauge.show('offline');
    else gauge.later('reconnecting');
    if (gauge.shown() === 'offline' || gauge.shown() === 'reconnecting') broken = true;
  }

  /** The server would not have our token: renew it, then try again. */
  async function retryAsSomebody(): Promise<void> {
    const token = parts.token();
    if (token === undefined) {
      close('signed_out');
      return;
    }
    const renewal = await parts.renew(token);
    if (renewal === 'ended') {
      close('signed_out');
      return;
    }
    setTimeout(() => socket?.connect(), renewal === 'renewed' ? 0 : UNSEEN_BREAK_MS);
  }

  function attach(wire: Wire): void {
    let goodbye: { readonly code: number; readonly retry?: number } | undefined;
    wire.on('connect', () => {
      goodbye = undefined;
      onConnect();
    });
    wire.on('chg', (frame) => {
      listen();
      if (broken) missed += frame.c.length;
      batch.add(frame);
    });
    wire.on('tick', ({ s, at }) => {
      listen();
      batch.flush();
      topics.tick(s);
      parts.onHeard(heard, at);
    });
    wire.on('reset', ({ t, why, jitter }) => {
      setTimeout(() => topics.reset(t, why), Math.random() * jitter);
    });
    wire.on('authz', parts.onAuthz);
    wire.on('bye', (notice) => {
      goodbye = notice;
    });
    wire.on('disconnect', (reason) => {
      onBreak();
      if (reason === 'io client disconnect') return;
      if (goodbye?.code === 401 || goodbye?.code === 403) void retryAsSomebody();
      else if (reason === 'io server disconnect')
        setTimeout(() => wire.connect(), (goodbye?.retry ?? 1) * 1000 * (1 + Math.random()));
    });
    wire.on('connect_error', (error) => {
      onBreak();
      const data: unknown = 'data' in error ? error.data : undefined;
      const code = typeof data === 'object' && data !== null && 'code' in data ? data.code : undefined;
      if (code === 401 || code === 403 || code === 409 || code === 302) void retryAsSomebody();
      else if (!wire.active) setTimeout(() => wire.connect(), UNSEEN_BREAK_MS * (1 + Math.random()));
    });
  }

  function open(): void {
    if (socket || parts.token() === undefined) return;
    gauge.show('connecting');
    socket = io(parts.url, {
      transports: ['websocket'],
      auth: (give) => give({ token: parts.token() ?? '' }),
      reconnectionDelay: 300,
      reconnectionDelayMax: 10_000,
      randomizationFactor: 0.8,
      forceNew: true,
    });
    attach(socket);
  }

  function close(status: LiveStatus): void {
    socket?.disconnect();
    socket?.removeAllListeners();
    socket = undefined;
    clearTimeout(expiry);
    topics.lost();
    broken = false;
    gauge.show(status);
  }

  function wake(): void {
    if (!socket) return;
    if (!parts.isOnline()) {
      onBreak();
      return;
    }
    if (socket.connected) socket.emit('vis', { hidden: parts.isHidden() });
    if (parts.isHidden()) return;
    batch.flush();
    if (socket.connected && Date.now() - heard > DEAF_AFTER_MS) socket.disconnect().connect();
    else if (!socket.connected) socket.connect();
  }

  return { open, close: () => close('idle'), watch: topics.watch, noteEpoch, wake };
}
