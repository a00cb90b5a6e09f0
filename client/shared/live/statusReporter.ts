/** Status reporter and frame batcher of the live connection. */
import type { ChangeFrame } from '../../../common/protocol/liveEvents';
import type { LiveStatus } from '../store/connectionSlice';

/** Shorter breaks are not shown. */
export const SHORT_BREAK_MS = 2_000;
const HIDDEN_BATCH_MS = 1_000;

export interface StatusReporter {
  /** `since`: when the status began, unix milliseconds; default: now. */
  readonly show: (status: LiveStatus, since?: number) => void;
  /** Shows the status unless another one is shown within two seconds. */
  readonly showAfterDelay: (status: LiveStatus) => void;
  readonly current: () => LiveStatus;
}
export function createStatusReporter(onStatus: (status: LiveStatus, since: number) => void): StatusReporter {
  let current: LiveStatus = 'idle';
  let timer: ReturnType<typeof setTimeout> | undefined;
  const show = (status: LiveStatus, since = Date.now()) => {
    clearTimeout(timer);
    timer = undefined;
    if (status === current) return;
    current = status;
    onStatus(status, since);
  };
  return {
    show,
    showAfterDelay: (status) => {
      const since = Date.now();
      timer ??= setTimeout(() => show(status, since), SHORT_BREAK_MS);
    },
    current: () => current,
  };
}

export interface FrameBatcher {
  readonly add: (frame: ChangeFrame) => void;
  readonly flush: () => void;
}
/** Collects the frames of one turn of the event loop and passes them on together: one dispatch, one render. */
export function createFrameBatcher(
  onFrames: (frames: readonly ChangeFrame[]) => void,
  isHidden: () => boolean,
): FrameBatcher {
  let buffered: ChangeFrame[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    const frames = buffered;
    buffered = [];
    if (frames.length > 0) onFrames(frames);
  };
  return {
    flush,
    add: (frame) => {
      buffered.push(frame);
      timer ??= setTimeout(flush, isHidden() ? HIDDEN_BATCH_MS : 0);
    },
  };
}
