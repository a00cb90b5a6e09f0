/** WebP: keeps the chunks that affect the image, and clears the metadata flags of its header. */
import { needsRotation, buildOrientationTag, sliceExact, type SegmentWalker } from './fileSegments';

const KEPT_CHUNKS: ReadonlySet<string> = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ANIM', 'ANMF', 'ICCP']);
/** Bits of VP8X. */
const HAS_EXIF = 0x08;
const HAS_XMP = 0x04;

export function* walkWebp(bytes: Buffer, orientation: number): SegmentWalker {
  const head = Buffer.from(sliceExact(bytes, 0, 12));
  if (head.toString('latin1', 0, 4) !== 'RIFF' || head.toString('latin1', 8, 12) !== 'WEBP')
    throw new Error('not a WebP file');
  const end = Math.min(bytes.length, head.readUInt32LE(4) + 8);
  yield head;
  let [offset, size, isExtended] = [12, 4, false];
  while (offset + 8 <= end) {
    const type = bytes.toString('latin1', offset, offset + 4);
    const length = bytes.readUInt32LE(offset + 4);
    // A chunk of odd length is followed by one byte of padding, which some writers leave out at the end.
    const chunk = sliceExact(
      bytes,
      offset,
      Math.min(8 + length + (length % 2), Math.max(8 + length, bytes.length - offset)),
    );
    offset += 8 + length + (length % 2);
    const keptChunk = KEPT_CHUNKS.has(type) ? chunk : null;
    const segment = keptChunk && type === 'VP8X' ? withoutFlags(keptChunk, orientation) : keptChunk;
    isExtended ||= type === 'VP8X';
    size += segment?.length ?? 0;
    yield segment;
  }
  if (isExtended && needsRotation(orientation)) {
    const exif = exifChunk(orientation);
    size += exif.length;
    yield exif;
  }
  head.writeUInt32LE(size, 4);
}

function withoutFlags(chunk: Buffer, orientation: number): Buffer {
  const copy = Buffer.from(sliceExact(chunk, 0, 18));
  const flags = (copy[8] ?? 0) & ~(HAS_EXIF | HAS_XMP);
  copy[8] = needsRotation(orientation) ? flags | HAS_EXIF : flags;
  return copy;
}

function exifChunk(orientation: number): Buffer {
  const tag = buildOrientationTag(orientation);
  const head = Buffer.from('EXIF\0\0\0\0', 'latin1');
  head.writeUInt32LE(tag.length, 4);
  return Buffer.concat([head, tag]);
}
