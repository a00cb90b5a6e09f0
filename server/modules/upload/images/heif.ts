/**
 * AVIF and HEIF: blanks EXIF, XMP and foreign boxes in place, so every offset in the file stays right. Orientation is a property of the
 * image itself there.
 */
import { sliceExact, type SegmentWalker } from './fileSegments';

interface Box {
  readonly type: string;
  readonly start: number;
  readonly body: number;
  readonly end: number;
}
/** Item types that hold metadata. */
const METADATA_ITEM_TYPES: ReadonlySet<string> = new Set(['Exif', 'mime', 'uri ']);
const TOP_LEVEL_BOXES: ReadonlySet<string> = new Set(['ftyp', 'styp', 'meta', 'mini', 'moov', 'mdat', 'free', 'skip']);
const MOVIE_METADATA_BOXES: ReadonlySet<string> = new Set(['udta', 'meta', 'uuid']);

function* boxesIn(bytes: Buffer, from: number, end: number): Generator<Box, void, undefined> {
  let offset = from;
  while (offset < end) {
    const head = sliceExact(bytes, offset, 8);
    const [short, type] = [head.readUInt32BE(0), head.toString('latin1', 4, 8)];
    const body = offset + (short === 1 ? 16 : 8);
    const size =
      short === 1 ? Number(sliceExact(bytes, offset + 8, 8).readBigUInt64BE(0)) : short === 0 ? end - offset : short;
    if (offset + size > end || offset + size < body)
      throw new Error('invalid HEIF: the size of a box exceeds its container');
    yield { type, start: offset, body, end: offset + size };
    offset += size;
  }
}

/** Turns a box into one of the same size that readers skip. */
function blank(bytes: Buffer, { start, body, end }: Box): void {
  bytes.write('free', start + 4, 'latin1');
  bytes.fill(0, body, end);
}

export function* walkHeif(source: Buffer): SegmentWalker {
  const bytes = Buffer.from(source);
  for (const box of boxesIn(bytes, 0, bytes.length)) {
    yield null;
    if (box.start === 0 && box.type !== 'ftyp') throw new Error('not a HEIF file');
    if (!TOP_LEVEL_BOXES.has(box.type)) blank(bytes, box);
    else if (box.type === 'meta') yield* blankItems(bytes, box);
    else if (box.type === 'moov') yield* blankMovie(bytes, box, 0);
  }
  // An equal copy is not a change.
  yield bytes.equals(source) ? source : bytes;
}

function* blankMovie(bytes: Buffer, parent: Box, depth: number): SegmentWalker {
  for (const box of boxesIn(bytes, parent.body, parent.end)) {
    yield null;
    if (MOVIE_METADATA_BOXES.has(box.type)) blank(bytes, box);
    else if (box.type === 'trak' && depth === 0) yield* blankMovie(bytes, box, 1);
  }
}

function* blankItems(bytes: Buffer, meta: Box): SegmentWalker {
  const boxes: Box[] = [];
  for (const box of boxesIn(bytes, meta.body + 4, meta.end)) {
    boxes.push(box);
    if (box.type === 'uuid' || box.type === 'udta') blank(bytes, box);
    yield null;
  }
  const find = (type: string) => boxes.find((box) => box.type === type);
  const [info, places, data] = [find('iinf'), find('iloc'), find('idat')];
  if (!info || !places) return;
  const items = yield* metadataItems(bytes, info);
  if (items.size > 0) yield* blankExtents(bytes, places, items, data);
}

/** The ids of the items that hold metadata. Their type becomes `free`, which readers do not know. */
function* metadataItems(bytes: Buffer, info: Box): Generator<null, ReadonlySet<number>, undefined> {
  const found = new Set<number>();
  const version = bytes[info.body] ?? 0;
  for (const entry of boxesIn(bytes, info.body + (version === 0 ? 6 : 8), info.end)) {
    yield null;
    const kind = bytes[entry.body] ?? 0;
    if (entry.type !== 'infe' || kind < 2) continue;
    const width = kind === 2 ? 2 : 4;
    const id = sliceExact(bytes, entry.body + 4, width).readUIntBE(0, width);
    const offset = entry.body + 4 + width + 2;
    if (!METADATA_ITEM_TYPES.has(sliceExact(bytes, offset, 4).toString('latin1'))) continue;
    found.add(id);
    bytes.write('free', offset, 'latin1');
  }
  return found;
}

/** Reads big-endian numbers of 0 to 8 bytes, one after the other. */
function reader(bytes: Buffer, from: number, end: number) {
  let offset = from;
  return (width: number): number => {
    if (offset + width > end) throw new Error('invalid HEIF: the item locations are truncated');
    offset += width;
    if (width === 8) return Number(bytes.readBigUInt64BE(offset - 8));
    return width === 0 ? 0 : bytes.readUIntBE(offset - width, width);
  };
}

function* blankExtents(
  bytes: Buffer,
  { body, end }: Box,
  items: ReadonlySet<number>,
  data: Box | undefined,
): Generator<null, void, undefined> {
  const next = reader(bytes, body, end);
  const version = next(4) >>> 24;
  const sizes = next(2);
  const [offset, length, base] = [sizes >>> 12, (sizes >>> 8) & 15, (sizes >>> 4) & 15];
  const index = version === 0 ? 0 : sizes & 15;
  for (let remaining = next(version < 2 ? 2 : 4); remaining > 0; remaining -= 1) {
    const id = next(version < 2 ? 2 : 4);
    const method = version === 0 ? 0 : next(2) & 15;
    next(2);
    const from = next(base) + (method === 1 ? (data?.body ?? Number.NaN) : 0);
    for (let parts = next(2); parts > 0; parts -= 1) {
      next(index);
      const [start, size] = [from + next(offset), next(length)];
      yield null;
      if (!items.has(id)) continue;
      if (method > 1 || size === 0 || !Number.isSafeInteger(start))
        throw new Error('invalid HEIF: the offset of the metadata is unknown');
      sliceExact(bytes, start, size).fill(0);
    }
  }
}
