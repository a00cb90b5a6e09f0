/** Upload requests to the server, retried while the connection is lost. */
import type { App } from '../app/appContext';
import { uploadPath, postUpload, type UploadResponse, type Transfer } from './uploadStrategy';

/** Pauses before the retries. */
const RETRY_DELAYS_MS = [500, 1000, 2000, 4000, 8000, 15_000, 15_000, 15_000, 30_000, 30_000] as const;

const waitForRetry = (ms: number, { signal }: Transfer) =>
  new Promise<void>((done) => {
    const timer = setTimeout(done, ms);
    const resolveNow = () => {
      clearTimeout(timer);
      done();
    };
    signal.addEventListener('abort', resolveNow, { once: true });
    window.addEventListener('online', resolveNow, { once: true });
  });

interface RetriedRequest {
  /** A path below `ajax/`, or a full path. */
  readonly action: string;
  readonly body: Blob;
  readonly query?: string;
  readonly retryDelays?: readonly number[];
}
/** One request with retries; `undefined` if the connection stays lost. */
export async function sendWithRetry(
  app: App,
  { action, body, query = '', retryDelays = RETRY_DELAYS_MS }: RetriedRequest,
  transfer: Transfer,
) {
  let lastResponse: UploadResponse | undefined;
  const url = action.startsWith('/') ? action : uploadPath(app, action);
  for (const delay of [0, ...retryDelays]) {
    if (delay > 0) await waitForRetry(delay, transfer);
    const response = await postUpload(app, { url: url + query, body }, transfer);
    if (response === 'stopped' || (response !== undefined && !isTemporaryFailure(response))) return response;
    lastResponse = response;
    transfer.onProgress(0);
  }
  return lastResponse;
}
/** The server is restarting, or a proxy has not noticed the lost connection yet. */
const isTemporaryFailure = ({ code, data }: UploadResponse) => data['busy'] === true || (code >= 500 && code !== 507);

export const jsonBlob = (value: object) => new Blob([JSON.stringify(value)], { type: 'application/json' });
export const withoutProgress = (transfer: Transfer): Transfer => ({ ...transfer, onProgress: () => undefined });
/** A transfer that cannot be aborted, for requests after the upload was canceled. */
export const createDetachedTransfer = (): Transfer => ({
  onProgress: () => undefined,
  signal: new AbortController().signal,
});
