/** Worker threads that compute the hashes of a large file during its upload, from the bytes already on disk. */
import { Worker } from 'node:worker_threads';

export interface FileDigests {
  readonly sha1: string;
  readonly sha256: string;
}
export interface BackgroundHash {
  /** Number of bytes that are on disk by now. */
  readonly update: (bytes: number) => void;
  /** All bytes are on disk; undefined when the file could not be read. */
  readonly finish: (size: number) => Promise<FileDigests | undefined>;
  readonly close: () => void;
}

/** Self-contained source text: a separate file would need its own build entry. */
const WORKER_SOURCE = `
const { parentPort, workerData } = require('node:worker_threads');
const { createHash } = require('node:crypto');
const { openSync, readSync, closeSync } = require('node:fs');
const hashes = ['sha1', 'sha256'].map((name) => createHash(name));
const room = Buffer.allocUnsafe(1024 * 1024);
let file;
let at = 0;
parentPort.on('message', ({ bytes, isAll }) => {
  file ??= openSync(workerData, 'r');
  while (at < bytes) {
    const got = readSync(file, room, 0, Math.min(room.length, bytes - at), at);
    if (got === 0) break;
    at += got;
    for (const hash of hashes) hash.update(room.subarray(0, got));
  }
  if (!isAll) return;
  closeSync(file);
  const [sha1, sha256] = hashes.map((hash) => hash.digest('hex'));
  parentPort.postMessage({ size: at, sha1, sha256 });
});`;

const isDigests = (value: unknown): value is FileDigests & { readonly size: number } =>
  typeof value === 'object' && value !== null && 'sha1' in value && 'sha256' in value && 'size' in value;

function startHashWorker(path: string, onClose: () => void): BackgroundHash {
  const worker = new Worker(WORKER_SOURCE, { eval: true, workerData: path });
  worker.unref();
  const reply = new Promise<unknown>((done) => {
    worker.once('message', done);
    // The caller then hashes the file itself.
    worker.once('error', () => done(undefined));
    worker.once('exit', () => done(undefined));
  });
  let isOpen = true;
  const close = () => {
    if (!isOpen) return;
    isOpen = false;
    onClose();
    void worker.terminate();
  };
  return {
    update: (bytes) => worker.postMessage({ bytes, isAll: false }),
    finish: async (size) => {
      worker.postMessage({ bytes: size, isAll: true });
      const response = await reply;
      close();
      return isDigests(response) && response.size === size
        ? { sha1: response.sha1, sha256: response.sha256 }
        : undefined;
    },
    close,
  };
}

/** Smaller files are hashed faster than a thread starts. */
const MIN_FILE_BYTES = 8 * 1024 * 1024;
/** Concurrent threads; further uploads are hashed afterwards. */
const MAX_WORKERS = 2;

export type StartBackgroundHash = (path: string, size: number) => BackgroundHash | undefined;

/** One pool per server. */
export function createHashWorkerPool(): StartBackgroundHash {
  let running = 0;
  return (path, size) => {
    if (size < MIN_FILE_BYTES || running >= MAX_WORKERS) return undefined;
    running += 1;
    return startHashWorker(path, () => (running -= 1));
  };
}
