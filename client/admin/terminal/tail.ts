/** Follows what a task prints over the live connection, and goes on from the last byte after a break. */
import type { OutFrame } from '../../../common/protocol/tail';
import type { LiveLink } from '../../shared/link';

export interface TailHandlers {
  /** Another attempt: what was shown goes. */
  readonly onAnew: () => void;
  /** So many bytes between what was shown and what follows were not kept. */
  readonly onGap: (bytes: number) => void;
  readonly onText: (text: string) => void;
  readonly onEnd: () => void;
}

const bytesOf = (text: string): number => new TextEncoder().encode(text).length;
let last = 0;

/** Answers how to stop. A task that is told of as over goes on when it is tried again: ask anew then. */
export function tailTask(live: Pick<LiveLink, 'attend' | 'wire'>, uuid: string, handlers: TailHandlers): () => void {
  last += 1;
  const t = `o${last}`;
  let at = { attempt: 0, off: 0 };
  let socket: ReturnType<LiveLink['wire']>;
  const hear = (frame: OutFrame) => {
    if (frame.t !== t) return;
    if (frame.a !== at.attempt) {
      if (at.attempt !== 0) handlers.onAnew();
      at = { attempt: frame.a, off: 0 };
    }
    if (frame.off > at.off) handlers.onGap(frame.off - at.off);
    if (frame.data !== '') handlers.onText(frame.data);
    at = { attempt: frame.a, off: Math.max(at.off, frame.off + bytesOf(frame.data)) };
    if (frame.end === true) handlers.onEnd();
  };
  const none = () => undefined;
  const onDown = () => {
    socket?.off('out', hear);
    socket = undefined;
  };
  const onUp = () => {
    onDown();
    socket = live.wire();
    socket?.on('out', hear);
    socket?.emit('tail', { t, uuid, a: at.attempt, from: at.off }, none);
  };
  const stop = live.attend({ onUp, onDown, onPresence: none, onAsk: none });
  return () => {
    stop();
    socket?.off('out', hear);
    if (socket?.connected) socket.emit('untail', { t });
  };
}
