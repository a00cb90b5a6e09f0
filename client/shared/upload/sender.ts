/** One way of sending a file: the whole at once, in parts, or straight to a store. Each tells how far it is and can be stopped. */
import type { App } from '../app';
import { asRecord, asText, asWhole } from '../persist';

export interface Uploaded {
  readonly id: number;
  readonly url: string;
  readonly name: string;
}
export type Sent =
  | { readonly file: Uploaded }
  /** The words why not; empty when the line broke, to the house or to its store. `final`: sending the same again will not help. */
  | { readonly why: string; readonly final: boolean; readonly at?: 'store' }
  | 'stopped';

/** The reason of an abort by the person: nothing of the file shall stay. */
export const GIVEN_UP = 'given up';

export interface Way {
  readonly onProgress: (sentBytes: number) => void;
  readonly signal: AbortSignal;
}
export type Sender = (app: App, file: File, way: Way) => Promise<Sent>;

export const pathOf = (app: App, action: string): string =>
  `/${app.realm === 'admin' ? 'admin' : 'api'}/ajax/${action}`;

export interface Envelope {
  readonly code: number;
  readonly msg: string;
  readonly data: Readonly<Record<string, unknown>>;
}
function envelopeIn(text: string): Envelope | undefined {
  try {
    const raw = asRecord(JSON.parse(text));
    if (typeof raw?.['code'] !== 'number') return undefined;
    return { code: raw['code'], msg: asText(raw['msg'], 500), data: asRecord(raw['data']) ?? {} };
  } catch {
    return undefined;
  }
}

export interface Post {
  readonly url: string;
  readonly body: FormData | Blob;
  readonly headers?: Readonly<Record<string, string>>;
}
/** One exchange with progress; undefined when the line broke. */
const exchange = ({ transport }: App, { url, body, headers }: Post, { onProgress, signal }: Way) =>
  new Promise<Envelope | 'stopped' | undefined>((done) => {
    if (signal.aborted) {
      done('stopped');
      return;
    }
    const request = new XMLHttpRequest();
    const stop = () => request.abort();
    const end = (result: Envelope | 'stopped' | undefined) => {
      signal.removeEventListener('abort', stop);
      done(result);
    };
    request.open('POST', `${transport.origin}${url}`);
    for (const [name, value] of Object.entries({ ...transport.headers(), ...headers }))
      request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded }) => onProgress(loaded);
    request.onload = () => end(envelopeIn(request.responseText));
    request.onerror = () => end(undefined);
    request.onabort = () => end('stopped');
    signal.addEventListener('abort', stop);
    request.send(body);
  });

/** `fetch` cannot report upload progress, so files go by XHR. An expired token is renewed once. */
export async function postFile(app: App, post: Post, way: Way): Promise<Envelope | 'stopped' | undefined> {
  const token = app.transport.headers()[app.realm === 'admin' ? 'batoken' : 'ba-user-token'] ?? '';
  const first = await exchange(app, post, way);
  if (first === undefined || first === 'stopped' || first.code !== 409) return first;
  return (await app.renew(app.realm, token)) === 'renewed' ? exchange(app, post, way) : undefined;
}

function uploadedIn(data: Envelope['data']): Uploaded | undefined {
  const file = asRecord(data['file']);
  if (file === undefined) return undefined;
  return { id: asWhole(file['id']), url: asText(file['url'], 1000), name: asText(file['name'], 255) };
}

/** What an answer means for the person who waits for it. */
export function sentOf(answer: Envelope | 'stopped' | undefined): Sent {
  if (answer === 'stopped') return answer;
  if (answer === undefined) return { why: '', final: false };
  const file = answer.code === 1 ? uploadedIn(answer.data) : undefined;
  // What the house has no room or no time for now may fit later.
  return file ? { file } : { why: answer.msg, final: answer.code === 0 && answer.data['again'] !== true };
}

/** The whole file at once. */
export const sendWhole: Sender = async (app, file, way) => {
  const body = new FormData();
  body.append('file', file);
  return sentOf(await postFile(app, { url: pathOf(app, 'upload'), body }, way));
};
