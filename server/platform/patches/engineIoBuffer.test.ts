/** Unsent packets and bytes of a connection, read from the insides of engine.io. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from '@jest/globals';
import { Server } from 'socket.io';
import { io as connect } from 'socket.io-client';
import { installedVersion } from '../../testing/installedVersion';
import { unsentBytes, unsentPackets } from './engineIoBuffer';

it('engineIoBuffer: is checked with this version of engine.io', () => {
  expect(installedVersion('engine.io')).toBe('6.6.11');
});

it('engineIoBuffer: counts the packets and bytes of a connection that cannot send', async () => {
  const http = createServer();
  const io = new Server(http, { transports: ['websocket'] });
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  const { port } = http.address() as AddressInfo;
  const client = connect(`http://127.0.0.1:${port}`, { transports: ['websocket'], reconnection: false });
  try {
    const [socket] = (await once(io, 'connection')) as [{ conn: object; emit: (name: string, data: string) => void }];
    expect(unsentPackets(socket.conn).length).toBeLessThanOrEqual(1);
    for (let index = 0; index < 50; index += 1) socket.emit('event', 'x'.repeat(1_000_000));
    expect(unsentPackets(socket.conn).length).toBeGreaterThan(0);
    expect(unsentBytes(socket.conn)).toBeGreaterThanOrEqual(0);
  } finally {
    client.close();
    await io.close();
  }
});

it('engineIoBuffer: counts nothing when the insides differ', () => {
  for (const connection of [{}, { writeBuffer: 7, transport: { socket: { bufferedAmount: '9' } } }]) {
    expect(unsentPackets(connection)).toEqual([]);
    expect(unsentBytes(connection)).toBe(0);
  }
});
