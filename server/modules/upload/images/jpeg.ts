/** JPEG: drops every APPn and COM segment but JFIF, the color profile and Adobe's transform, and all bytes after the end. */
import { needsRotation, buildOrientationTag, sliceExact, type SegmentWalker } from './fileSegments';

const SOI = 0xd8;
const EOI = 0xd9;
const SOS = 0xda;
const COM = 0xfe;

/** Markers without a length: TEM, RST0 to RST7. */
const hasNoLength = (marker: number) => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7);

export function* walkJpeg(bytes: Buffer, orientation: number): SegmentWalker {
  if (bytes[0] !== 0xff || bytes[1] !== SOI) throw new Error('not a JPEG file');
  yield bytes.subarray(0, 2);
  if (needsRotation(orientation)) yield exifSegment(orientation);
  let offset = 2;
  while (offset < bytes.length) {
    const start = bytes.indexOf(0xff, offset);
    if (start < 0) return;
    offset = start + 1;
    while (bytes[offset] === 0xff) offset += 1;
    const marker = bytes[offset];
    offset += 1;
    if (marker === undefined) return;
    if (marker === EOI) {
      yield Buffer.from([0xff, EOI]);
      return;
    }
    if (marker === 0 || marker === SOI || hasNoLength(marker)) {
      yield null;
      continue;
    }
    const length = sliceExact(bytes, offset, 2).readUInt16BE(0);
    if (length < 2) throw new Error('invalid JPEG: a segment has no length');
    const segment = sliceExact(bytes, offset - 2, length + 2);
    offset += length;
    yield keepSegment(marker, segment);
    if (marker !== SOS) continue;
    const end = yield* endOfScan(bytes, offset);
    yield bytes.subarray(offset, end);
    offset = end;
  }
}

/** The offset of the next marker that ends entropy-coded data. */
function* endOfScan(bytes: Buffer, from: number): Generator<null, number, undefined> {
  let offset = from;
  for (;;) {
    offset = bytes.indexOf(0xff, offset);
    if (offset < 0) return bytes.length;
    const next = bytes[offset + 1];
    if (next === undefined) return bytes.length;
    if (next !== 0 && next !== 0xff && !hasNoLength(next)) return offset;
    offset += next === 0xff ? 1 : 2;
    yield null;
  }
}

const hasIdentifier = (segment: Buffer, name: string) => segment.toString('latin1', 4, 4 + name.length) === name;

function keepSegment(marker: number, segment: Buffer): Buffer | null {
  if (marker === COM) return null;
  if (marker < 0xe0 || marker > 0xef) return segment;
  if (marker === 0xe0 && hasIdentifier(segment, 'JFIF\0')) return withoutThumbnail(segment);
  if (marker === 0xe2 && hasIdentifier(segment, 'ICC_PROFILE\0')) return segment;
  return marker === 0xee && hasIdentifier(segment, 'Adobe') ? segment : null;
}

/** JFIF may contain a thumbnail of the uncropped image. */
function withoutThumbnail(segment: Buffer): Buffer {
  if (segment.length <= 18) return segment;
  const short = Buffer.from(segment.subarray(0, 18));
  short.writeUInt16BE(16, 2);
  short.fill(0, 16, 18);
  return short;
}

function exifSegment(orientation: number): Buffer {
  const body = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), buildOrientationTag(orientation)]);
  const head = Buffer.from([0xff, 0xe1, 0, 0]);
  head.writeUInt16BE(body.length + 2, 2);
  return Buffer.concat([head, body]);
}
