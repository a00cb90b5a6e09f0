/** Upload strategies: one request, chunks, or directly to an object store. Each reports progress and can be aborted. */
import type { App } from '../app/appContext';
import { asRecord, asString, asInteger } from '../../../common/json';

export interface UploadedFile {
  readonly id: number;
  readonly url: string;
  readonly name: string;
}
export type UploadResult =
  | { readonly file: UploadedFile }
  /** The error message; empty if the connection to the server or its object store was lost. `isFinal`: a retry with the same file cannot succeed. */
  | { readonly errorMessage: string; readonly isFinal: boolean; readonly failedAt?: 'store' }
  | 'stopped';

/** The abort reason of a cancellation by the person: no part of the file may remain. */
export const CANCELLED_BY_USER = 'cancelled by user';

export interface Transfer {
  readonly onProgress: (sentBytes: number) => void;
  readonly signal: AbortSignal;
}
export type UploadStrategy = (app: App, file: File, transfer: Transfer) => Promise<UploadResult>;

export const uploadPath = (app: App, action: string): string =>
  `/${app.realm === 'admin' ? 'admin' : 'api'}/ajax/${action}`;

export interface UploadResponse {
  readonly code: number;
  readonly msg: string;
  readonly data: Readonly<Record<string, unknown>>;
}
function parseResponse(text: string): UploadResponse | undefined {
  try {
    const raw = asRecord(JSON.parse(text));
    if (typeof raw?.['code'] !== 'number') return undefined;
    return { code: raw['code'], msg: asString(raw['msg'], 500), data: asRecord(raw['data']) ?? {} };
  } catch {
    return undefined;
  }
}

export interface UploadRequest {
  readonly url: string;
  readonly body: FormData | Blob;
  readonly headers?: Readonly<Record<string, string>>;
}
/** One request with progress; undefined if the connection was lost. */
const postWithProgress = (
  { transport }: App,
  { url, body, headers }: UploadRequest,
  { onProgress, signal }: Transfer,
) =>
  new Promise<UploadResponse | 'stopped' | undefined>((done) => {
    if (signal.aborted) {
      done('stopped');
      return;
    }
    const request = new XMLHttpRequest();
    const abort = () => request.abort();
    const finish = (result: UploadResponse | 'stopped' | undefined) => {
      signal.removeEventListener('abort', abort);
      done(result);
    };
    request.open('POST', `${transport.origin}${url}`);
    for (const [name, value] of Object.entries({ ...transport.headers(), ...headers }))
      request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded }) => onProgress(loaded);
    request.onload = () => finish(parseResponse(request.responseText));
    request.onerror = () => finish(undefined);
    request.onabort = () => finish('stopped');
    signal.addEventListener('abort', abort);
    request.send(body);
  });

/** `fetch` cannot report upload progress, so files are sent by XHR. An expired token is refreshed once. */
export async function postUpload(
  app: App,
  uploadRequest: UploadRequest,
  transfer: Transfer,
): Promise<UploadResponse | 'stopped' | undefined> {
  const token = app.transport.headers()[app.realm === 'admin' ? 'batoken' : 'ba-user-token'] ?? '';
  const firstResponse = await postWithProgress(app, uploadRequest, transfer);
  if (firstResponse === undefined || firstResponse === 'stopped' || firstResponse.code !== 409) return firstResponse;
  return (await app.refreshTokens(app.realm, token)) === 'refreshed'
    ? postWithProgress(app, uploadRequest, transfer)
    : undefined;
}

function parseUploadedFile(data: UploadResponse['data']): UploadedFile | undefined {
  const file = asRecord(data['file']);
  if (file === undefined) return undefined;
  return { id: asInteger(file['id']), url: asString(file['url'], 1000), name: asString(file['name'], 255) };
}

/** Converts a response to the result of the upload. */
export function toUploadResult(response: UploadResponse | 'stopped' | undefined): UploadResult {
  if (response === 'stopped') return response;
  if (response === undefined) return { errorMessage: '', isFinal: false };
  const file = response.code === 1 ? parseUploadedFile(response.data) : undefined;
  // With `again`, the server lacks space or time at the moment, so that a retry may succeed.
  return file
    ? { file }
    : { errorMessage: response.msg, isFinal: response.code === 0 && response.data['again'] !== true };
}

/** Uploads the file in one request. */
export const sendWholeFile: UploadStrategy = async (app, file, transfer) => {
  const body = new FormData();
  body.append('file', file);
  return toUploadResult(await postUpload(app, { url: uploadPath(app, 'upload'), body }, transfer));
};
