/**
 * Uploads a file directly to the object store: the server signs a form for this file, the browser posts it in one request, and the
 * server checks the stored file. An expired form is requested again; if the CSP of this page forbids the request, the file is uploaded
 * to the server.
 */
import type { App } from '../app/appContext';
import { asRecord, asString } from '../../../common/json';
import { createDetachedTransfer, sendWithRetry, withoutProgress, jsonBlob } from './withRetry';
import { putObject, type UploadTicket } from './putObject';
import {
  CANCELLED_BY_USER,
  uploadPath,
  postUpload,
  toUploadResult,
  type UploadStrategy,
  type UploadResponse,
  type UploadResult,
  type Transfer,
} from './uploadStrategy';
import { serverStrategyFor } from './serverStrategy';

/** Hashing loads the whole file into memory. */
const MAX_HASHED_BYTES = 64 * 1024 * 1024;
/** Pauses between attempts of the callback; afterwards the failure is reported. */
const CALLBACK_RETRY_DELAYS_MS = [500, 1500] as const;

/** Files that are stored but not confirmed: a retry need not send them again. */
const storedTickets = new WeakMap<File, UploadTicket>();

/** Only secure contexts can hash; the server hashes the stored file anyway. */
async function hashSha1(file: File): Promise<string> {
  if (!('subtle' in crypto) || file.size > MAX_HASHED_BYTES) return '';
  const digest = await crypto.subtle.digest('SHA-1', await file.arrayBuffer());
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

function parseTicket(data: Readonly<Record<string, unknown>>): UploadTicket {
  const params = Object.entries(asRecord(data['params']) ?? {}).map(
    ([name, value]) => [name, asString(value, 4000)] as const,
  );
  return {
    url: asString(data['url'], 4000),
    object: asString(data['object'], 2000),
    key: asString(data['key'], 1000),
    params: Object.fromEntries(params),
  };
}

/** `retry`: try once more with a new address; `useServer`: upload to the server instead. */
type Instruction = 'retry' | 'useServer';
type AttemptResult = UploadResult | Instruction;

/** What the flags of a response ask for. */
function parseInstruction(response: UploadResponse | 'stopped' | undefined): Instruction | undefined {
  if (typeof response !== 'object') return undefined;
  if (response.data['here'] === true) return 'useServer';
  return response.data['again'] === true ? 'retry' : undefined;
}

async function confirmUpload(app: App, file: File, ticket: UploadTicket, transfer: Transfer): Promise<AttemptResult> {
  const { name, size, type } = file;
  const body = jsonBlob({ url: ticket.object, name, size, type, sha1: await hashSha1(file) });
  const action = `/${app.realm === 'admin' ? 'admin' : 'api'}/Alioss/callback`;
  const response = await sendWithRetry(
    app,
    { action, body, retryDelays: CALLBACK_RETRY_DELAYS_MS },
    withoutProgress(transfer),
  );
  // A verdict of the server or a cancellation ends the ticket; after a failed check the stored file waits for a retry.
  if (response !== undefined && (response === 'stopped' || response.code <= 1)) storedTickets.delete(file);
  return parseInstruction(response) ?? toUploadResult(response);
}

async function putAndConfirm(app: App, file: File, ticket: UploadTicket, transfer: Transfer): Promise<AttemptResult> {
  const result = await putObject(ticket, file, transfer);
  if (result === 'stopped') return result;
  if (result === 'stored') {
    storedTickets.set(file, ticket);
    transfer.onProgress(file.size);
    return confirmUpload(app, file, ticket, transfer);
  }
  void postUpload(
    app,
    { url: uploadPath(app, 'uploadReturn'), body: jsonBlob({ url: ticket.object }) },
    createDetachedTransfer(),
  );
  if (result === 'refused') return 'retry';
  return result === 'blocked' ? 'useServer' : { errorMessage: '', isFinal: false, failedAt: 'store' };
}

/** One attempt with one address. */
async function attemptUpload(app: App, file: File, transfer: Transfer): Promise<AttemptResult> {
  const storedTicket = storedTickets.get(file);
  if (storedTicket) {
    transfer.onProgress(file.size);
    return confirmUpload(app, file, storedTicket, transfer);
  }
  const { name, size, type } = file;
  const ticketResponse = await postUpload(
    app,
    { url: uploadPath(app, 'uploadTicket'), body: jsonBlob({ name, size, type }) },
    withoutProgress(transfer),
  );
  if (parseInstruction(ticketResponse) === 'useServer') return 'useServer';
  if (typeof ticketResponse !== 'object' || ticketResponse.code !== 1) return toUploadResult(ticketResponse);
  const ticket = parseTicket(ticketResponse.data);
  const returnTicket = () => {
    if (transfer.signal.reason !== CANCELLED_BY_USER) return;
    storedTickets.delete(file);
    void postUpload(
      app,
      { url: uploadPath(app, 'uploadReturn'), body: jsonBlob({ url: ticket.object }) },
      createDetachedTransfer(),
    );
  };
  transfer.signal.addEventListener('abort', returnTicket);
  try {
    return await putAndConfirm(app, file, ticket, transfer);
  } finally {
    transfer.signal.removeEventListener('abort', returnTicket);
  }
}

async function uploadWithRetry(app: App, file: File, transfer: Transfer): Promise<UploadResult> {
  for (let attempts = 0; attempts < 2; attempts += 1) {
    const result = await attemptUpload(app, file, transfer);
    if (result === 'useServer') return serverStrategyFor(file)(app, file, transfer);
    if (result !== 'retry') return result;
    transfer.onProgress(0);
  }
  return { errorMessage: '', isFinal: false, failedAt: 'store' };
}

/** A file that can no longer be read was moved or changed during the upload. */
export const sendToObjectStore: UploadStrategy = (app, file, transfer) =>
  uploadWithRetry(app, file, transfer).catch((): UploadResult => ({ errorMessage: '', isFinal: false }));
