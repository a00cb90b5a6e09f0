/** Follows what a task prints over the live connection, and goes on from the last byte after a break. */
import type { TaskOutputFrame } from '../../../common/protocol/taskOutput';
import type { LiveConnection } from '../../shared/live/types';

export interface OutputHandlers {
  /** Another attempt: what was shown goes. */
  readonly onRestart: () => void;
  /** So many bytes between what was shown and what follows were not kept. */
  readonly onGap: (bytes: number) => void;
  readonly onText: (text: string) => void;
  readonly onEnd: () => void;
}

const byteLength = (text: string): number => new TextEncoder().encode(text).length;
let lastStreamId = 0;

/** Answers how to stop. A task that is told of as over goes on when it is tried again: ask anew then. */
export function tailOutput(
  live: Pick<LiveConnection, 'addPresenceListener' | 'getSocket'>,
  uuid: string,
  handlers: OutputHandlers,
): () => void {
  lastStreamId += 1;
  const streamId = `o${lastStreamId}`;
  let position = { attempt: 0, off: 0 };
  let socket: ReturnType<LiveConnection['getSocket']>;
  const onFrame = (frame: TaskOutputFrame) => {
    if (frame.t !== streamId) return;
    if (frame.a !== position.attempt) {
      if (position.attempt !== 0) handlers.onRestart();
      position = { attempt: frame.a, off: 0 };
    }
    if (frame.off > position.off) handlers.onGap(frame.off - position.off);
    if (frame.data !== '') handlers.onText(frame.data);
    position = { attempt: frame.a, off: Math.max(position.off, frame.off + byteLength(frame.data)) };
    if (frame.end === true) handlers.onEnd();
  };
  const noop = () => undefined;
  const onDown = () => {
    socket?.off('out', onFrame);
    socket = undefined;
  };
  const onUp = () => {
    onDown();
    socket = live.getSocket();
    socket?.on('out', onFrame);
    socket?.emit('tail', { t: streamId, uuid, a: position.attempt, from: position.off }, noop);
  };
  const stop = live.addPresenceListener({
    onConnected: onUp,
    onDisconnected: onDown,
    onPresence: noop,
    onHandoverRequest: noop,
  });
  return () => {
    stop();
    socket?.off('out', onFrame);
    if (socket?.connected) socket.emit('untail', { t: streamId });
  };
}
