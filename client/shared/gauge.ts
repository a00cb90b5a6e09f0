/** Two small clocks of the live connection: what the pill shows, and how frames are gathered. */
import type { ChangeFrame } from '../../common/protocol/live';
import type { LiveStatus } from './connection';

/** Breaks shorter than this are nobody's business. */
export const UNSEEN_BREAK_MS = 2_000;
const HIDDEN_BATCH_MS = 1_000;

export interface Gauge {
  /** `since`: when it began, unix milliseconds; now unless given. */
  readonly show: (status: LiveStatus, since?: number) => void;
  /** Shows it unless something better comes within two seconds. */
  readonly later: (status: LiveStatus) => void;
  readonly shown: () => LiveStatus;
}
export function createGauge(onStatus: (status: LiveStatus, since: number) => void): Gauge {
  let shown: LiveStatus = 'idle';
  let timer: ReturnType<typeof setTimeout> | undefined;
  const show = (status: LiveStatus, since = Date.now()) => {
    clearTimeout(timer);
    timer = undefined;
    if (status === shown) return;
    shown = status;
    onStatus(status, since);
  };
  return {
    show,
    later: (status) => {
      const since = Date.now();
      timer ??= setTimeout(() => show(status, since), UNSEEN_BREAK_MS);
    },
    shown: () => shown,
  };
}

export interface Batch {
  readonly add: (frame: ChangeFrame) => void;
  readonly flush: () => void;
}
/** Collects what arrives in one turn and hands it over at once: one dispatch, one paint. */
export function createBatch(hand: (frames: readonly ChangeFrame[]) => void, isHidden: () => boolean): Batch {
  let waiting: ChangeFrame[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    const frames = waiting;
    waiting = [];
    if (frames.length > 0) hand(frames);
  };
  return {
    flush,
    add: (frame) => {
      waiting.push(frame);
      timer ??= setTimeout(flush, isHidden() ? HIDDEN_BATCH_MS : 0);
    },
  };
}
