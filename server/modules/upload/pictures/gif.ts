/** GIF: keeps frames, their timing, the loop count and the colour profile; drops comments, texts, XMP and trailing bytes. */
import { sliceExact, type PieceWalker } from './walkPieces';

const IMAGE = 0x2c;
const EXTENSION = 0x21;
const TRAILER = 0x3b;
const GRAPHIC_CONTROL = 0xf9;
const APPLICATION = 0xff;
const APPLICATIONS: ReadonlySet<string> = new Set(['NETSCAPE2.0', 'ANIMEXTS1.0', 'ICCRGBG1012']);

/** Bytes of the colour table that a packed field announces. */
const colourTableSize = (packed: number) => (packed & 0x80 ? 3 * 2 ** ((packed & 0x07) + 1) : 0);
const byteAt = (bytes: Buffer, at: number): number => sliceExact(bytes, at, 1)[0] ?? 0;

export function* walkGif(bytes: Buffer): PieceWalker {
  const head = 13 + colourTableSize(byteAt(bytes, 10));
  if (!/^GIF8[79]a$/.test(bytes.toString('latin1', 0, 6))) throw new Error('not a GIF file');
  yield sliceExact(bytes, 0, head);
  let at = head;
  while (at < bytes.length) {
    const block = byteAt(bytes, at);
    if (block === TRAILER) {
      yield sliceExact(bytes, at, 1);
      return;
    }
    if (block !== IMAGE && block !== EXTENSION) throw new Error('invalid GIF: unknown block type');
    const body = block === IMAGE ? at + 11 + colourTableSize(byteAt(bytes, at + 9)) : at + 2;
    const end = yield* endOfSubBlocks(bytes, body);
    yield block === IMAGE || isKeptBlock(bytes, at) ? sliceExact(bytes, at, end - at) : null;
    at = end;
  }
}

function* endOfSubBlocks(bytes: Buffer, from: number): Generator<null, number, undefined> {
  let at = from;
  for (;;) {
    const length = byteAt(bytes, at);
    at += length + 1;
    if (length === 0) return at;
    yield null;
  }
}

function isKeptBlock(bytes: Buffer, at: number): boolean {
  const label = byteAt(bytes, at + 1);
  if (label === GRAPHIC_CONTROL) return true;
  return label === APPLICATION && APPLICATIONS.has(bytes.toString('latin1', at + 3, at + 14));
}
