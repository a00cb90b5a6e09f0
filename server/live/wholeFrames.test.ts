/** What goes to a room is one piece of memory, with the very bytes it had in two. */
import { expect, it } from '@jest/globals';
import { Server } from 'socket.io';
import { sendWhole } from './wholeFrames';

interface Encoding {
  readonly _encode: (
    packet: unknown,
    options: { wsPreEncodedFrame?: readonly Buffer[] },
  ) => readonly (string | Buffer)[];
}
const io = new Server();

it.each([12, 300, 70_000])('joins the head and the body of a frame of %i signs', (length) => {
  const frame = (name: string, isWhole: boolean) => {
    const space = io.of(name);
    if (isWhole) sendWhole(space);
    const options: { wsPreEncodedFrame?: readonly Buffer[] } = {};
    const packet = { type: 2, nsp: '/x', data: ['chg', { t: '好'.repeat(length) }] };
    const encoded = (space.adapter as unknown as Encoding)._encode(packet, options);
    return { encoded, pieces: options.wsPreEncodedFrame ?? [] };
  };
  const [plain, whole] = [frame(`/plain${length}`, false), frame(`/whole${length}`, true)];
  expect(plain.pieces.length).toBeGreaterThan(1);
  expect(whole.pieces).toHaveLength(1);
  expect(whole.encoded).toEqual(plain.encoded);
  expect(whole.pieces[0]?.equals(Buffer.concat(plain.pieces))).toBe(true);
});
