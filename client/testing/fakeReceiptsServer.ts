/** A Socket.IO server with read receipts: it sends prepared frames and records the members each request names. */
import { Server, type DefaultEventsMap } from 'socket.io';
import { RECEIPTS_EVENT, type ReceiptsFrame } from '../../common/protocol/receipts';
import type { ClientToServer, ServerToClient } from '../../common/protocol/liveEvents';
import type { Screen } from './screenHarness';

export interface FakeReceiptsServer {
  /** The members each request named. */
  readonly requestedIds: (readonly number[])[];
  /** Sets the response and pushes the change. */
  readonly sendFrame: (frame: ReceiptsFrame) => void;
  /** Closes the connection; the client reconnects by itself. */
  readonly disconnect: () => void;
  readonly close: () => Promise<void>;
}

/** Opens the live connection of a screen. */
export async function openFakeReceiptsServer({
  fakeServer,
  client,
}: Pick<Screen, 'fakeServer' | 'client'>): Promise<FakeReceiptsServer> {
  const io = new Server<ClientToServer, ServerToClient, DefaultEventsMap>(fakeServer.server, {
    transports: ['websocket'],
  });
  const space = io.of('/admin');
  const asked: (readonly number[])[] = [];
  const now = new Map<number, ReceiptsFrame>();
  const up = new Promise<void>((done) => {
    space.on('connection', (socket) => {
      socket.on('auth', (_, ack) => ack({ ok: true, exp: Date.now() + 3_600_000, rights: '', build: '' }));
      socket.on('sub', (_, ack) => ack({ ok: true, epoch: 'e', r: {} }));
      socket.on(RECEIPTS_EVENT, ({ ids }, ack) => {
        asked.push(ids);
        ack({ ok: true, frames: ids.map((id) => now.get(id) ?? { id, online: 0, money: [], score: [] }) });
      });
      done();
    });
  });
  client.app.live.open();
  await up;
  return {
    requestedIds: asked,
    sendFrame: (frame) => {
      now.set(frame.id, frame);
      space.emit(RECEIPTS_EVENT, frame);
    },
    disconnect: () => {
      space.disconnectSockets(true);
    },
    close: async () => {
      client.app.live.close();
      await io.close();
    },
  };
}
