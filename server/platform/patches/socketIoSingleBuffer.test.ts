/** A frame for a room is one buffer with the same bytes as the two of an unpatched adapter. */
import { expect, it } from '@jest/globals';
import { Server } from 'socket.io';
import { installedVersion } from '../../testing/installedVersion';
import { patchSingleBuffer } from './socketIoSingleBuffer';

interface Encoding {
  readonly _encode: (
    packet: unknown,
    options: { wsPreEncodedFrame?: readonly Buffer[] },
  ) => readonly (string | Buffer)[];
}
const io = new Server();

it('patchSingleBuffer: is checked with this version of socket.io-adapter', () => {
  expect(installedVersion('socket.io-adapter')).toBe('2.5.8');
});

it('patchSingleBuffer: leaves an adapter without _encode as it is', () => {
  const namespace = { adapter: { broadcast: () => undefined } };
  expect(patchSingleBuffer(namespace)).toBe(namespace);
  expect(Object.keys(namespace.adapter)).toEqual(['broadcast']);
});

it.each([12, 300, 70_000])('patchSingleBuffer: joins header and payload of a frame of %i characters', (length) => {
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
