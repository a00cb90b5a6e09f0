/** Decodes a text file as UTF-8, UTF-16, or the Chinese encoding of older spreadsheets. */
import { open } from 'node:fs/promises';
import { createReadStream } from 'node:fs';
import { fault } from '../../../common/protocol/faults';

/** Bytes of the beginning that decide. */
const PROBE_BYTES = 1024 * 1024;

function isUtf8(bytes: Buffer): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}

function findEncoding(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  return isUtf8(bytes) ? 'utf-8' : 'gb18030';
}

async function readBeginning(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(PROBE_BYTES), 0, PROBE_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** The text of a file in parts. Error: `import.unreadable` for a file that is no text. */
export async function* readTextFile(path: string): AsyncGenerator<string> {
  const decoder = new TextDecoder(findEncoding(await readBeginning(path)));
  for await (const chunk of createReadStream(path)) {
    const text = decoder.decode(chunk as Buffer, { stream: true }); // a stream without an encoding yields Buffers
    if (text.includes('\0')) throw fault('import.unreadable');
    yield text;
  }
  yield decoder.decode();
}
