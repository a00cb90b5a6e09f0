/** GIF: keeps frames, their timing, the loop count and the color profile; drops comments, texts, XMP and trailing bytes. */
import { sliceExact, type SegmentWalker } from './fileSegments';

const IMAGE = 0x2c;
const EXTENSION = 0x21;
const TRAILER = 0x3b;
const GRAPHIC_CONTROL = 0xf9;
const APPLICATION = 0xff;
const APPLICATIONS: ReadonlySet<string> = new Set(['NETSCAPE2.0', 'ANIMEXTS1.0', 'ICCRGBG1012']);

/** Bytes of the color table that a packed field announces. */
const colorTableSize = (packed: number) => (packed & 0x80 ? 3 * 2 ** ((packed & 0x07) + 1) : 0);
const byteAt = (bytes: Buffer, offset: number): number => sliceExact(bytes, offset, 1)[0] ?? 0;

export function* walkGif(bytes: Buffer): SegmentWalker {
  const head = 13 + colorTableSize(byteAt(bytes, 10));
  if (!/^GIF8[79]a$/.test(bytes.toString('latin1', 0, 6))) throw new Error('not a GIF file');
  yield sliceExact(bytes, 0, head);
  let offset = head;
  while (offset < bytes.length) {
    const block = byteAt(bytes, offset);
    if (block === TRAILER) {
      yield sliceExact(bytes, offset, 1);
      return;
    }
    if (block !== IMAGE && block !== EXTENSION) throw new Error('invalid GIF: unknown block type');
    const body = block === IMAGE ? offset + 11 + colorTableSize(byteAt(bytes, offset + 9)) : offset + 2;
    const end = yield* endOfSubBlocks(bytes, body);
    yield block === IMAGE || isKeptBlock(bytes, offset) ? sliceExact(bytes, offset, end - offset) : null;
    offset = end;
  }
}

function* endOfSubBlocks(bytes: Buffer, from: number): Generator<null, number, undefined> {
  let offset = from;
  for (;;) {
    const length = byteAt(bytes, offset);
    offset += length + 1;
    if (length === 0) return offset;
    yield null;
  }
}

function isKeptBlock(bytes: Buffer, offset: number): boolean {
  const label = byteAt(bytes, offset + 1);
  if (label === GRAPHIC_CONTROL) return true;
  return label === APPLICATION && APPLICATIONS.has(bytes.toString('latin1', offset + 3, offset + 14));
}
