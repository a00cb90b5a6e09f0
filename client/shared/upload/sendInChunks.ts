/**
 * Uploads a large file in chunks. The server returns the offset of the next chunk, so that an upload continues after a reload, a lost
 * connection or a restart; the chunk size adapts to the speed. When the user cancels, the server deletes the partial file; when only the
 * form closes, the server keeps it.
 */
import type { App } from '../app/appContext';
import { asString, asInteger } from '../../../common/json';
import { createDetachedTransfer, sendWithRetry, withoutProgress, jsonBlob } from './withRetry';
import {
  CANCELLED_BY_USER,
  uploadPath,
  postUpload,
  toUploadResult,
  type UploadResponse,
  type UploadStrategy,
  type UploadResult,
  type Transfer,
} from './uploadStrategy';

const MIN_CHUNK_BYTES = 256 * 1024;
const FIRST_CHUNK_BYTES = 1024 * 1024;
/** A chunk that took less time may be larger the next time; one that took longer must be smaller. */
const FAST_CHUNK_MS = 1500;
const SLOW_CHUNK_MS = 8000;
/** Number of times that the server may rewind the upload offset before the upload fails. */
const MAX_STALLS = 5;
const FINGERPRINT_EDGE_BYTES = 64 * 1024;

/** Fingerprint that distinguishes files of the same name and size, from the time and the content at both ends. */
async function loadFingerprint(file: File): Promise<string> {
  const edges = await new Blob([
    file.slice(0, FINGERPRINT_EDGE_BYTES),
    file.slice(Math.max(0, file.size - FINGERPRINT_EDGE_BYTES)),
  ]).arrayBuffer();
  let hash = 0x811c9dc5;
  for (const byte of new Uint8Array(edges)) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  return `${file.lastModified.toString(36)}-${hash.toString(36)}`;
}

/** The offset of the next chunk that the server requests, if its response contains one. */
const parseOffset = (response: UploadResponse): number | undefined =>
  typeof response.data['offset'] === 'number' ? response.data['offset'] : undefined;

interface UploadSession {
  readonly id: string;
  readonly offset: number;
  readonly maxChunkBytes: number;
}
/** Sends the rest of the file; returns the failure if that is not possible. */
async function sendRemaining(
  app: App,
  file: File,
  { id, offset: startOffset, maxChunkBytes }: UploadSession,
  transfer: Transfer,
): Promise<UploadResult | 'all'> {
  let [offset, chunkBytes, stalls] = [startOffset, Math.min(FIRST_CHUNK_BYTES, maxChunkBytes), 0];
  while (offset < file.size) {
    const start = offset;
    const body = file.slice(start, start + chunkBytes, 'application/octet-stream');
    const startedAt = performance.now();
    const onProgress = (sent: number) => transfer.onProgress(start + sent);
    const query = `?id=${id}&offset=${start}`;
    const response = await sendWithRetry(app, { action: 'uploadPart', body, query }, { ...transfer, onProgress });
    const nextOffset = typeof response === 'object' ? parseOffset(response) : undefined;
    if (nextOffset === undefined || nextOffset > file.size || stalls > MAX_STALLS) return toUploadResult(response);
    stalls = nextOffset > start ? 0 : stalls + 1;
    const durationMs = performance.now() - startedAt;
    if (durationMs < FAST_CHUNK_MS) chunkBytes = Math.min(chunkBytes * 2, maxChunkBytes);
    else if (durationMs > SLOW_CHUNK_MS) chunkBytes = Math.max(MIN_CHUNK_BYTES, Math.floor(chunkBytes / 2));
    offset = nextOffset;
  }
  return 'all';
}

async function uploadInChunks(app: App, file: File, transfer: Transfer): Promise<UploadResult> {
  const { name, size } = file;
  const fingerprint = await loadFingerprint(file);
  const session = await sendWithRetry(
    app,
    { action: 'uploadBegin', body: jsonBlob({ name, size, mark: fingerprint }) },
    withoutProgress(transfer),
  );
  const id = typeof session === 'object' && session.code === 1 ? asString(session.data['id'], 64) : '';
  if (session === undefined || session === 'stopped' || id === '') return toUploadResult(session);
  const cancelSession = () => {
    if (transfer.signal.reason !== CANCELLED_BY_USER) return;
    void postUpload(app, { url: uploadPath(app, 'uploadDrop'), body: jsonBlob({ id }) }, createDetachedTransfer());
  };
  transfer.signal.addEventListener('abort', cancelSession);
  try {
    const maxChunkBytes = asInteger(session.data['part']) || FIRST_CHUNK_BYTES;
    const outcome = await sendRemaining(app, file, { id, offset: parseOffset(session) ?? 0, maxChunkBytes }, transfer);
    if (outcome !== 'all') return outcome;
    transfer.onProgress(size);
    return toUploadResult(
      await sendWithRetry(app, { action: 'uploadComplete', body: jsonBlob({ id }) }, withoutProgress(transfer)),
    );
  } finally {
    transfer.signal.removeEventListener('abort', cancelSession);
  }
}

/** A file that can no longer be read was moved or changed during the upload. */
export const sendInChunks: UploadStrategy = (app, file, transfer) =>
  uploadInChunks(app, file, transfer).catch((): UploadResult => ({ errorMessage: '', isFinal: false }));
