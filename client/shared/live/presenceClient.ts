/** The presence part of the live connection: sends this tab's location and receives those of others. */
import type { Socket } from 'socket.io-client';
import type { HandoverAck, ClientToServer, ServerToClient } from '../../../common/protocol/liveEvents';
import type { PresenceListener, LiveConnection } from './liveConnectionTypes';

type LiveSocket = Socket<ServerToClient, ClientToServer>;
export interface PresenceClient {
  readonly api: Pick<LiveConnection, 'sendFocus' | 'requestHandover' | 'addPresenceListener' | 'getSocket'>;
  readonly attach: (socket: LiveSocket) => void;
  readonly notifyConnected: () => void;
  readonly notifyDisconnected: () => void;
}
const HANDOVER_TIMEOUT_MS = 5_000;

export function createPresenceClient(getSocket: () => LiveSocket | undefined): PresenceClient {
  const listeners = new Set<PresenceListener>();
  const forEachListener = (call: (listener: PresenceListener) => void) => {
    for (const listener of listeners) call(listener);
  };
  const getConnectedSocket = () => {
    const socket = getSocket();
    return socket?.connected === true ? socket : undefined;
  };
  return {
    api: {
      getSocket: getConnectedSocket,
      sendFocus: (focus) => void getConnectedSocket()?.emit('focus', focus, () => undefined),
      requestHandover: async (request) => {
        try {
          return (await getConnectedSocket()?.timeout(HANDOVER_TIMEOUT_MS).emitWithAck('ask', request)) as
            HandoverAck | undefined;
        } catch {
          return undefined;
        }
      },
      addPresenceListener: (listener) => {
        listeners.add(listener);
        if (getConnectedSocket() !== undefined) listener.onConnected();
        return () => void listeners.delete(listener);
      },
    },
    attach: (socket) => {
      socket.on('pres', (frame) => forEachListener(({ onPresence }) => onPresence(frame)));
      socket.on('ask', (notice) => forEachListener(({ onHandoverRequest }) => onHandoverRequest(notice)));
    },
    notifyConnected: () => forEachListener(({ onConnected }) => onConnected()),
    notifyDisconnected: () => forEachListener(({ onDisconnected }) => onDisconnected()),
  };
}
