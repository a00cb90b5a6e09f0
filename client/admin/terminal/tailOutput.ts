/** Streams the output of a task over the socket and resumes at the last byte after a reconnect. */
import type { TaskOutputFrame } from '../../../common/protocol/taskOutput';
import type { LiveConnection } from '../../shared/live/liveConnectionTypes';

export interface OutputHandlers {
  /** A new attempt has started; its output replaces the old one. */
  readonly onRestart: () => void;
  /** Number of bytes the server no longer has between the shown output and the next. */
  readonly onGap: (bytes: number) => void;
  readonly onText: (text: string) => void;
  readonly onEnd: () => void;
}

const byteLength = (text: string): number => new TextEncoder().encode(text).length;
let lastStreamId = 0;

/** Returns how to stop. The stream of a finished task does not continue with a retry; call again then. */
export function tailOutput(
  live: Pick<LiveConnection, 'addPresenceListener' | 'findSocket'>,
  uuid: string,
  handlers: OutputHandlers,
): () => void {
  lastStreamId += 1;
  const streamId = `o${lastStreamId}`;
  let position = { attempt: 0, off: 0 };
  let socket: ReturnType<LiveConnection['findSocket']>;
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
    socket = live.findSocket();
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
