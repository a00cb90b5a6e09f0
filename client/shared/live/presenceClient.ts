/** The presence part of the live connection: sends this tab's location and receives those of others. */
import type { Socket } from 'socket.io-client';
import type { HandoverAck, ClientToServer, ServerToClient } from '../../../common/protocol/liveEvents';
import type { PresenceListener, LiveConnection } from './liveConnectionTypes';

type LiveSocket = Socket<ServerToClient, ClientToServer>;
export interface PresenceClient {
  readonly api: Pick<LiveConnection, 'sendFocus' | 'requestHandover' | 'addPresenceListener' | 'findSocket'>;
  readonly attach: (socket: LiveSocket) => void;
  readonly notifyConnected: () => void;
  readonly notifyDisconnected: () => void;
}
const HANDOVER_TIMEOUT_MS = 5_000;

export function createPresenceClient(findSocket: () => LiveSocket | undefined): PresenceClient {
  const listeners = new Set<PresenceListener>();
  const forEachListener = (call: (listener: PresenceListener) => void) => {
    for (const listener of listeners) call(listener);
  };
  const findConnectedSocket = () => {
    const socket = findSocket();
    return socket?.connected === true ? socket : undefined;
  };
  return {
    api: {
      findSocket: findConnectedSocket,
      sendFocus: (focus) => void findConnectedSocket()?.emit('focus', focus, () => undefined),
      requestHandover: async (request) => {
        try {
          return (await findConnectedSocket()?.timeout(HANDOVER_TIMEOUT_MS).emitWithAck('ask', request)) as
            HandoverAck | undefined;
        } catch {
          return undefined;
        }
      },
      addPresenceListener: (listener) => {
        listeners.add(listener);
        if (findConnectedSocket() !== undefined) listener.onConnected();
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
