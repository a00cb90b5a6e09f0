/** Upload requests to the server, retried while the connection is lost. */
import type { App } from '../app/appContext';
import { uploadPath, postUpload, type UploadAnswer, type Transfer } from './strategy';

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
  let lastAnswer: UploadAnswer | undefined;
  const url = action.startsWith('/') ? action : uploadPath(app, action);
  for (const delay of [0, ...retryDelays]) {
    if (delay > 0) await waitForRetry(delay, transfer);
    const answer = await postUpload(app, { url: url + query, body }, transfer);
    if (answer === 'stopped' || (answer !== undefined && !isTemporaryFailure(answer))) return answer;
    lastAnswer = answer;
    transfer.onProgress(0);
  }
  return lastAnswer;
}
/** The server is restarting, or a proxy has not noticed the lost connection yet. */
const isTemporaryFailure = ({ code, data }: UploadAnswer) => data['busy'] === true || (code >= 500 && code !== 507);

export const jsonBlob = (value: object) => new Blob([JSON.stringify(value)], { type: 'application/json' });
export const withoutProgress = (transfer: Transfer): Transfer => ({ ...transfer, onProgress: () => undefined });
/** A transfer that cannot be aborted, for requests after the upload was cancelled. */
export const createDetachedTransfer = (): Transfer => ({
  onProgress: () => undefined,
  signal: new AbortController().signal,
});
