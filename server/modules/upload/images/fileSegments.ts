/** Segments of an image or video file: a metadata walker reads them in order and keeps, replaces or drops each. */

/** A segment to keep, or null: one was dropped. */
export type FileSegment = Buffer | null;
/** Yields the segments to keep, in order, and null for each dropped one. Throws when the file is not a valid file of its format. */
export type SegmentWalker = Generator<FileSegment, void, undefined>;

/** Returns `length` bytes from `offset`. Throws when the file ends before that. */
export function sliceExact(bytes: Buffer, offset: number, length: number): Buffer {
  if (offset < 0 || length < 0 || offset + length > bytes.length) throw new Error('the file is truncated');
  return bytes.subarray(offset, offset + length);
}

/** A TIFF block with nothing but the orientation, as EXIF readers expect it. */
export function buildOrientationTag(orientation: number): Buffer {
  const tag = Buffer.alloc(26);
  tag.write('II*\0', 0, 'latin1');
  tag.writeUInt32LE(8, 4);
  tag.writeUInt16LE(1, 8);
  tag.writeUInt16LE(0x0112, 10);
  tag.writeUInt16LE(3, 12);
  tag.writeUInt32LE(1, 14);
  tag.writeUInt16LE(orientation, 18);
  return tag;
}
/** Whether an EXIF orientation shows the image rotated or mirrored. */
export const needsRotation = (orientation: number): boolean => orientation > 1 && orientation <= 8;
