/** Digests computed during an upload equal those of the file; a failure falls back to hashing afterwards. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createHash, randomBytes } from 'node:crypto';
import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createHashWorkerPool } from './hashWorkerPool';

const BIG_FILE_BYTES = 9 * 1024 * 1024;
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'atrium-hashing-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const getDigests = (content: Buffer) => ({
  sha1: createHash('sha1').update(content).digest('hex'),
  sha256: createHash('sha256').update(content).digest('hex'),
});

describe('digests during an upload', () => {
  it('equal those of the whole file, in any chunking', async () => {
    const content = randomBytes(BIG_FILE_BYTES);
    const path = join(folder, 'whole');
    const hashing = createHashWorkerPool()(path, BIG_FILE_BYTES);
    writeFileSync(path, content.subarray(0, 5_000_000));
    // More bytes than are on disk yet.
    hashing?.update(6_000_000);
    appendFileSync(path, content.subarray(5_000_000));
    expect(await hashing?.finish(BIG_FILE_BYTES)).toEqual(getDigests(content));
  });

  it('worker threads are not used for small files, when all are busy, and when the file cannot be read', async () => {
    const start = createHashWorkerPool();
    expect(start(join(folder, 'small'), 1000)).toBeUndefined();
    const missing = start(join(folder, 'missing'), BIG_FILE_BYTES);
    const short = start(join(folder, 'short'), BIG_FILE_BYTES);
    expect(start(join(folder, 'third'), BIG_FILE_BYTES)).toBeUndefined();
    writeFileSync(join(folder, 'short'), 'not so much');
    expect(await Promise.all([missing?.finish(BIG_FILE_BYTES), short?.finish(BIG_FILE_BYTES)])).toEqual([
      undefined,
      undefined,
    ]);
    const next = start(join(folder, 'short'), BIG_FILE_BYTES);
    next?.close();
    expect(await next?.finish(11)).toBeUndefined();
  });
});
