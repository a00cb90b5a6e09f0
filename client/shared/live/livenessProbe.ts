/** Heartbeat: detects a connection that is open but silent: the server hangs, or the network lost the connection without closing it. */

/** The server sends a tick to staff every 5 seconds and to members every 30: a silence this long is checked. */
export const SILENCE_MS = 8_000;
const ANSWER_TIMEOUT_MS = 3_000;
/** Without a response for so long, up to twice as long, the connection is replaced: clients of a slow server do not all reconnect at once. */
const DEAD_AFTER_MS = 15_000;
const CHECK_INTERVAL_MS = 1_000;

interface ProbeOptions {
  /** Sends a request to which the server always responds. */
  readonly ping: (onResponse: () => void) => void;
  /** A hidden page is not watched: browsers slow its timers down. */
  readonly isHidden: () => boolean;
  /** No response came; `since`: when the server was last heard, unix milliseconds. */
  readonly onSilent: (since: number) => void;
  /** The server was heard again on the same connection. */
  readonly onHeard: () => void;
  /** The connection should be replaced. */
  readonly onDead: () => void;
}
export interface LivenessProbe {
  /** The connection is open. */
  readonly start: () => void;
  readonly stop: () => void;
  /** Something arrived from the server. */
  readonly markHeard: () => void;
}

/** Watches one connection: after a silence it asks the server, and reports when no response comes. */
export function createLivenessProbe(options: ProbeOptions): LivenessProbe {
  let lastHeardAt = 0;
  let askedAt: number | undefined;
  let isSilent = false;
  let deadAfterMs = DEAD_AFTER_MS;
  let timer: ReturnType<typeof setInterval> | undefined;
  const markHeard = () => {
    lastHeardAt = Date.now();
    askedAt = undefined;
    if (!isSilent) return;
    isSilent = false;
    options.onHeard();
  };
  const stop = () => {
    clearInterval(timer);
    timer = undefined;
    askedAt = undefined;
    isSilent = false;
  };
  const check = () => {
    const now = Date.now();
    if (options.isHidden()) {
      askedAt = undefined;
    } else if (askedAt === undefined) {
      if (now - lastHeardAt < SILENCE_MS) return;
      askedAt = now;
      options.ping(markHeard);
    } else if (now - askedAt > deadAfterMs) {
      stop();
      options.onDead();
    } else if (!isSilent && now - askedAt >= ANSWER_TIMEOUT_MS) {
      isSilent = true;
      options.onSilent(lastHeardAt);
    }
  };
  const start = () => {
    stop();
    lastHeardAt = Date.now();
    deadAfterMs = DEAD_AFTER_MS * (1 + Math.random());
    timer = setInterval(check, CHECK_INTERVAL_MS);
  };
  return { start, stop, markHeard };
}
