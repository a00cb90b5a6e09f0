/** The part of the live connection that tells where we are and hears who else is here. */
import type { Socket } from 'socket.io-client';
import type { AskAnswer, ClientToServer, ServerToClient } from '../../../common/protocol/live';
import type { Attendant, LiveLink } from '../link';

type LiveSocket = Socket<ServerToClient, ClientToServer>;
export interface Attendance {
  readonly face: Pick<LiveLink, 'focus' | 'ask' | 'attend' | 'wire'>;
  readonly listen: (socket: LiveSocket) => void;
  readonly up: () => void;
  readonly down: () => void;
}
const ASK_MS = 5_000;

export function createAttendance(socketNow: () => LiveSocket | undefined): Attendance {
  const attendants = new Set<Attendant>();
  const each = (tell: (attendant: Attendant) => void) => {
    for (const attendant of attendants) tell(attendant);
  };
  const connected = () => {
    const socket = socketNow();
    return socket?.connected === true ? socket : undefined;
  };
  return {
    face: {
      wire: connected,
      focus: (place) => void connected()?.emit('focus', place, () => undefined),
      ask: async (request) => {
        try {
          return (await connected()?.timeout(ASK_MS).emitWithAck('ask', request)) as AskAnswer | undefined;
        } catch {
          return undefined;
        }
      },
      attend: (attendant) => {
        attendants.add(attendant);
        if (connected() !== undefined) attendant.onUp();
        return () => void attendants.delete(attendant);
      },
    },
    listen: (socket) => {
      socket.on('pres', (frame) => each(({ onPresence }) => onPresence(frame)));
      socket.on('ask', (notice) => each(({ onAsk }) => onAsk(notice)));
    },
    up: () => each(({ onUp }) => onUp()),
    down: () => each(({ onDown }) => onDown()),
  };
}
