/** A frame for a room is one buffer with the same bytes as the two of Socket.IO. */
import { expect, it } from '@jest/globals';
import { Server } from 'socket.io';
import { patchSingleBuffer } from './socketIoSingleBuffer';

interface Encoding {
  readonly _encode: (
    packet: unknown,
    options: { wsPreEncodedFrame?: readonly Buffer[] },
  ) => readonly (string | Buffer)[];
}
const io = new Server();

it.each([12, 300, 70_000])('joins header and payload of a frame of %i characters', (length) => {
  const frame = (name: string, isSingleBuffer: boolean) => {
    const namespace = io.of(name);
    if (isSingleBuffer) patchSingleBuffer(namespace);
    const options: { wsPreEncodedFrame?: readonly Buffer[] } = {};
    const packet = { type: 2, nsp: '/x', data: ['chg', { t: '好'.repeat(length) }] };
    const encoded = (namespace.adapter as unknown as Encoding)._encode(packet, options);
    return { encoded, pieces: options.wsPreEncodedFrame ?? [] };
  };
  const [plain, single] = [frame(`/plain${length}`, false), frame(`/whole${length}`, true)];
  expect(plain.pieces.length).toBeGreaterThan(1);
  expect(single.pieces).toHaveLength(1);
  expect(single.encoded).toEqual(plain.encoded);
  expect(single.pieces[0]?.equals(Buffer.concat(plain.pieces))).toBe(true);
});
