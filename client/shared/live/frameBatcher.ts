/** Collects frames of the live connection, so that the store and the lists handle them together. */
import type { ChangeFrame } from '../../../common/protocol/liveEvents';

/** Milliseconds between two batches while the tab is hidden. */
const HIDDEN_BATCH_MS = 1_000;

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
