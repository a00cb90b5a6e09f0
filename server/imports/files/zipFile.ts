/**
 * Reads single files of an untrusted zip archive as streams, without unpacking the others (no zip bomb). The directory is bounded before it
 * is read, and a stream fails with `import.archive` when it unpacks more than the limit or far more than its packed size.
 */
import { createReadStream } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { createInflateRaw } from 'node:zlib';
import { IMPORT_LIMITS } from '../../../common/imports/importLimits';
import { fault } from '../../../common/protocol/faults';

const END_SIGNATURE = 0x06054b50;
const ENTRY_SIGNATURE = 0x02014b50;
const LOCAL_SIGNATURE = 0x04034b50;
const END_SIZE = 22;
const ENTRY_SIZE = 46;
const LOCAL_SIZE = 30;
const MAX_COMMENT = 0xffff;
const MAX_ENTRIES = 2_000;
const MAX_DIRECTORY_BYTES = 1024 * 1024;
const ENCRYPTED_FLAG = 1;
/** Real sheets pack to a tenth of their size; above this factor a large file is a zip bomb. */
const MAX_RATIO = 200;
const RATIO_FROM_BYTES = 16 * 1024 * 1024;

interface Entry {
  readonly method: number;
  readonly packedSize: number;
  readonly offset: number;
}
export interface ZipFile {
  readonly has: (name: string) => boolean;
  /** The text of a file in parts. Error: `import.archive`. */
  readonly readText: (name: string) => AsyncGenerator<string>;
}

const broken = () => fault('import.archive');

async function readBytes(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
  if (bytesRead !== length) throw broken();
  return buffer;
}

/** Finds the central directory: its offset, size and number of entries. */
async function findDirectory(file: FileHandle, size: number) {
  if (size < END_SIZE) throw broken();
  const start = Math.max(0, size - END_SIZE - MAX_COMMENT);
  const tail = await readBytes(file, start, size - start);
  for (let at = tail.length - END_SIZE; at >= 0; at -= 1) {
    if (tail.readUInt32LE(at) !== END_SIGNATURE || tail.readUInt16LE(at + 20) !== tail.length - at - END_SIZE) continue;
    const [count, length, offset] = [
      tail.readUInt16LE(at + 10),
      tail.readUInt32LE(at + 12),
      tail.readUInt32LE(at + 16),
    ];
    if (count > MAX_ENTRIES || length > MAX_DIRECTORY_BYTES || offset + length > start + at) throw broken();
    return { count, offset, length };
  }
  throw broken();
}

async function readEntries(file: FileHandle, size: number): Promise<ReadonlyMap<string, Entry>> {
  const { count, offset, length } = await findDirectory(file, size);
  const bytes = await readBytes(file, offset, length);
  const entries = new Map<string, Entry>();
  let at = 0;
  for (let index = 0; index < count; index += 1) {
    if (at + ENTRY_SIZE > length || bytes.readUInt32LE(at) !== ENTRY_SIGNATURE) throw broken();
    const nameEnd = at + ENTRY_SIZE + bytes.readUInt16LE(at + 28);
    const name = bytes.toString('utf8', at + ENTRY_SIZE, nameEnd);
    if (nameEnd > length || entries.has(name) || (bytes.readUInt16LE(at + 8) & ENCRYPTED_FLAG) !== 0) throw broken();
    const [method, packedSize] = [bytes.readUInt16LE(at + 10), bytes.readUInt32LE(at + 20)];
    entries.set(name, { method, packedSize, offset: bytes.readUInt32LE(at + 42) });
    at = nameEnd + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
  return entries;
}

async function findContent(path: string, { offset, packedSize }: Entry) {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const header = await readBytes(file, offset, LOCAL_SIZE);
    const start = offset + LOCAL_SIZE + header.readUInt16LE(26) + header.readUInt16LE(28);
    if (header.readUInt32LE(0) !== LOCAL_SIGNATURE || start + packedSize > size) throw broken();
    return { start, end: start + packedSize - 1 };
  } finally {
    await file.close();
  }
}

async function* unpack(path: string, entry: Entry): AsyncGenerator<Buffer> {
  if (entry.packedSize === 0) return;
  const source = createReadStream(path, await findContent(path, entry));
  if (entry.method !== 0 && entry.method !== 8) throw broken();
  const stream = entry.method === 0 ? source : source.pipe(createInflateRaw());
  source.on('error', (error) => stream.destroy(error));
  let size = 0;
  try {
    for await (const chunk of stream) {
      const bytes = chunk as Buffer; // a stream without an encoding yields Buffers
      size += bytes.length;
      const isTrap = size > RATIO_FROM_BYTES && size > entry.packedSize * MAX_RATIO;
      if (size > IMPORT_LIMITS.unpackedBytes || isTrap) throw broken();
      yield bytes;
    }
  } catch {
    throw broken();
  } finally {
    source.destroy();
  }
}

async function* readText(path: string, entry: Entry | undefined): AsyncGenerator<string> {
  if (entry === undefined) throw broken();
  const decoder = new TextDecoder('utf-8');
  for await (const bytes of unpack(path, entry)) yield decoder.decode(bytes, { stream: true });
  yield decoder.decode();
}

/** Error: `import.archive`. */
export async function openZipFile(path: string): Promise<ZipFile> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const entries = await readEntries(file, size);
    return { has: (name) => entries.has(name), readText: (name) => readText(path, entries.get(name)) };
  } finally {
    await file.close();
  }
}
