/** Shared by the metadata strippers: a file is a sequence of pieces, and a piece is kept, replaced or dropped. */

/** A piece to keep, or null: work was done and nothing is kept. */
export type FilePiece = Buffer | null;
/** Yields the pieces to keep, in order. Throws when the file is not a valid file of its format. */
export type PieceWalker = Generator<FilePiece, void, undefined>;

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
export const isTurned = (orientation: number): boolean => orientation > 1 && orientation <= 8;
