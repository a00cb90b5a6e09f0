/** PNG and APNG: keeps the chunks that affect the image, drops texts, EXIF, times, unknown chunks and trailing bytes. */
import { crc32 } from 'node:zlib';
import { needsRotation, buildOrientationTag, sliceExact, type SegmentWalker } from './fileSegments';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const KEPT_CHUNKS: ReadonlySet<string> = new Set(
  'IHDR PLTE IDAT IEND tRNS cHRM gAMA iCCP sBIT sRGB bKGD hIST pHYs sPLT cICP mDCV mDCv cLLI cLLi acTL fcTL fdAT'.split(
    ' ',
  ),
);

export function* walkPng(bytes: Buffer, orientation: number): SegmentWalker {
  if (!bytes.subarray(0, 8).equals(SIGNATURE)) throw new Error('not a PNG file');
  yield bytes.subarray(0, 8);
  let offset = 8;
  while (offset < bytes.length) {
    const length = sliceExact(bytes, offset, 4).readUInt32BE(0);
    const chunk = sliceExact(bytes, offset, length + 12);
    const type = chunk.toString('latin1', 4, 8);
    offset += chunk.length;
    yield KEPT_CHUNKS.has(type) ? chunk : null;
    if (type === 'IHDR' && needsRotation(orientation)) yield exifChunk(orientation);
    if (type === 'IEND') return;
  }
  throw new Error('invalid PNG: the file is truncated');
}

function exifChunk(orientation: number): Buffer {
  const named = Buffer.concat([Buffer.from('eXIf', 'latin1'), buildOrientationTag(orientation)]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(named.length - 4);
  check.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, check]);
}
