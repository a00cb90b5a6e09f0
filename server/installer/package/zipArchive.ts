/**
 * Reads untrusted zip archives (no zip slip, no zip bomb). All bounds are checked on the directory before anything is unpacked; each file
 * is unpacked into a buffer of its declared size at most. Refuses features that the packer of modules never writes: links, folders,
 * encryption, comments, zip64, data before, between or after the files.
 */
import { crc32, inflateRawSync } from 'node:zlib';
import { truncate } from '../../../common/text/normalize';
import type { LocalizedText } from '../../../common/modules/review';
import { isPackagePath, PACKAGE_LIMITS } from './manifest';
import { packageProblem, type PackageProblem } from './packageProblem';

/** The archive cannot be used, for this reason. */
export class ArchiveError extends Error {
  constructor(readonly reason: LocalizedText) {
    super(reason.en);
  }
}

const END_SIGNATURE = 0x06054b50;
const ENTRY_SIGNATURE = 0x02014b50;
const LOCAL_SIGNATURE = 0x04034b50;
const END_SIZE = 22;
const ENTRY_SIZE = 46;
const LOCAL_SIZE = 30;
/** The only flag that may be set: names are UTF-8. */
const UTF8_FLAG = 0x0800;
const METHODS = { stored: 0, deflated: 8 } as const;
/** Unix types of files, in the upper half of the attributes. */
const TYPE_MASK = 0xf000;
const REGULAR_FILE = 0x8000;

interface Entry {
  readonly path: string;
  readonly method: number;
  readonly crc: number;
  readonly packedSize: number;
  readonly size: number;
  /** Offset of its local header, in bytes. */
  readonly offset: number;
}

const refuse = (problem: PackageProblem, path?: string): never => {
  throw new ArchiveError(packageProblem(problem, path));
};

interface Directory {
  readonly count: number;
  readonly offset: number;
  readonly end: number;
}
function readDirectory(bytes: Buffer): Directory {
  if (bytes.length > PACKAGE_LIMITS.archiveBytes) refuse('too_large');
  if (bytes.length < END_SIZE) refuse('too_short');
  const end = bytes.length - END_SIZE;
  if (bytes.readUInt32LE(end) !== END_SIGNATURE) refuse('no_directory');
  const [disk, firstDisk, countHere, count] = [4, 6, 8, 10].map((at) => bytes.readUInt16LE(end + at));
  const [size, offset] = [bytes.readUInt32LE(end + 12), bytes.readUInt32LE(end + 16)];
  if (disk !== 0 || firstDisk !== 0 || countHere !== count || bytes.readUInt16LE(end + 20) !== 0)
    refuse('directory_damaged');
  if (count === undefined || count === 0 || count > PACKAGE_LIMITS.files + 2) refuse('file_count');
  if (offset + size !== end) refuse('directory_place');
  return { count: count ?? 0, offset, end };
}

function readEntry(bytes: Buffer, at: number, limit: number): { readonly entry: Entry; readonly next: number } {
  if (at + ENTRY_SIZE > limit || bytes.readUInt32LE(at) !== ENTRY_SIGNATURE) refuse('directory_damaged');
  const [nameLength, extraLength, commentLength] = [28, 30, 32].map((field) => bytes.readUInt16LE(at + field)) as [
    number,
    number,
    number,
  ];
  if (extraLength !== 0 || commentLength !== 0) refuse('entry_extra');
  const next = at + ENTRY_SIZE + nameLength;
  if (next > limit) refuse('directory_damaged');
  const path = bytes.toString('latin1', at + ENTRY_SIZE, next);
  if (!isPackagePath(path)) refuse('path', truncate(path, 80));
  if ((bytes.readUInt16LE(at + 8) & ~UTF8_FLAG) !== 0) refuse('encrypted', path);
  const type = (bytes.readUInt32LE(at + 38) >>> 16) & TYPE_MASK;
  if (type !== 0 && type !== REGULAR_FILE) refuse('not_regular', path);
  return {
    next,
    entry: {
      path,
      method: bytes.readUInt16LE(at + 10),
      crc: bytes.readUInt32LE(at + 16),
      packedSize: bytes.readUInt32LE(at + 20),
      size: bytes.readUInt32LE(at + 24),
      offset: bytes.readUInt32LE(at + 42),
    },
  };
}

function assertBounds({ path, method, packedSize, size }: Entry): void {
  if (method !== METHODS.stored && method !== METHODS.deflated) refuse('compression', path);
  if (method === METHODS.stored && packedSize !== size) refuse('two_sizes', path);
  if (size > PACKAGE_LIMITS.fileBytes) refuse('file_too_large', path);
  if (size > PACKAGE_LIMITS.ratioFrom && size > packedSize * PACKAGE_LIMITS.ratio) refuse('ratio', path);
}

/** No name twice, and no file where another path has a folder. */
function assertDistinct(entries: readonly Entry[]): void {
  const paths = new Set<string>();
  for (const { path } of entries) {
    if (paths.has(path)) refuse('twice', path);
    paths.add(path);
  }
  for (const { path } of entries) {
    const parts = path.split('/');
    for (let depth = 1; depth < parts.length; depth += 1) {
      const folder = parts.slice(0, depth).join('/');
      if (paths.has(folder)) refuse('file_and_folder', folder);
    }
  }
}

function readEntries(bytes: Buffer): readonly Entry[] {
  const { count, offset, end } = readDirectory(bytes);
  const entries: Entry[] = [];
  let at = offset;
  let total = 0;
  for (let index = 0; index < count; index += 1) {
    const { entry, next } = readEntry(bytes, at, end);
    assertBounds(entry);
    total += entry.size;
    if (total > PACKAGE_LIMITS.totalBytes) refuse('files_too_large');
    entries.push(entry);
    at = next;
  }
  if (at !== end) refuse('directory_damaged');
  assertDistinct(entries);
  return entries.sort((a, b) => a.offset - b.offset);
}

/** Offset of the packed bytes of a file. Refuses a local header that differs from the directory. */
function contentStart(bytes: Buffer, entry: Entry, limit: number): number {
  const { path, offset } = entry;
  if (offset + LOCAL_SIZE > limit || bytes.readUInt32LE(offset) !== LOCAL_SIGNATURE) refuse('file_damaged', path);
  const nameLength = bytes.readUInt16LE(offset + 26);
  const start = offset + LOCAL_SIZE + nameLength;
  const isSame =
    start <= limit &&
    bytes.toString('latin1', offset + LOCAL_SIZE, start) === path &&
    bytes.readUInt16LE(offset + 28) === 0 &&
    (bytes.readUInt16LE(offset + 6) & ~UTF8_FLAG) === 0 &&
    bytes.readUInt16LE(offset + 8) === entry.method &&
    bytes.readUInt32LE(offset + 14) === entry.crc &&
    bytes.readUInt32LE(offset + 18) === entry.packedSize &&
    bytes.readUInt32LE(offset + 22) === entry.size;
  if (!isSame) refuse('contradiction', path);
  return start;
}

function unpack(packed: Buffer, { path, method, size, crc }: Entry): Buffer {
  const content = method === METHODS.stored ? packed : inflate(packed, path, size);
  if (content.length !== size || crc32(content) !== crc) refuse('file_damaged', path);
  return content;
}

function inflate(packed: Buffer, path: string, size: number): Buffer {
  try {
    // The output never grows beyond the declared size.
    const { buffer, engine } = inflateRawSync(packed, {
      maxOutputLength: Math.max(1, size),
      info: true,
    }) as unknown as {
      readonly buffer: Buffer;
      readonly engine: { readonly bytesWritten: number };
    };
    if (engine.bytesWritten !== packed.length) refuse('hidden_data', path);
    return buffer;
  } catch (error) {
    if (error instanceof ArchiveError) throw error;
    return refuse('file_damaged', path);
  }
}

/** The files of an archive by their paths. Throws `ArchiveError`. */
export function readZip(bytes: Buffer): ReadonlyMap<string, Buffer> {
  const entries = readEntries(bytes);
  const { offset: directory } = readDirectory(bytes);
  const files = new Map<string, Buffer>();
  let expected = 0;
  for (const entry of entries) {
    if (entry.offset !== expected) refuse('overlap');
    const start = contentStart(bytes, entry, directory);
    expected = start + entry.packedSize;
    if (expected > directory) refuse('file_damaged', entry.path);
    files.set(entry.path, unpack(bytes.subarray(start, expected), entry));
  }
  if (expected !== directory) refuse('data_before_directory');
  return files;
}
