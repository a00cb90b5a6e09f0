/** The one request that goes to the object store: `key`, the signed parameters and the file, with no token and no cookie of ours. */
import type { Way } from './sender';

export interface Offer {
  readonly url: string;
  readonly key: string;
  /** Form fields, sent as they stand. */
  readonly params: Readonly<Record<string, string>>;
  /** What the house calls it. */
  readonly object: string;
}
/** `refused`: the store answered, but its answer was no; `barred`: this page may not send there, by its own policy. */
type Put = 'taken' | 'refused' | 'broken' | 'barred' | 'stopped';

/** The report of a page's policy and the failure it causes come in either order. */
const REPORT_MS = 250;

/** Hears whether this page's policy forbids what is asked next. */
function watchPolicy(url: string) {
  const origin = URL.canParse(url) ? new URL(url).origin : url;
  let tell: () => void = () => undefined;
  const told = new Promise<true>((done) => {
    tell = () => done(true);
  });
  const hear = ({ effectiveDirective, blockedURI }: SecurityPolicyViolationEvent) => {
    if (effectiveDirective === 'connect-src' && blockedURI.startsWith(origin)) tell();
  };
  document.addEventListener('securitypolicyviolation', hear);
  return {
    isBarred: () => Promise.race([told, new Promise<false>((done) => setTimeout(() => done(false), REPORT_MS))]),
    end: () => document.removeEventListener('securitypolicyviolation', hear),
  };
}

/** Stores read the fields before the file, which must be the last one. */
function formOf({ key, params }: Offer, file: File): FormData {
  const form = new FormData();
  form.append('key', key);
  for (const [name, value] of Object.entries(params)) form.append(name, value);
  form.append('file', file);
  return form;
}

const send = (offer: Offer, file: File, { onProgress, signal }: Way) =>
  new Promise<Exclude<Put, 'barred'>>((done) => {
    const request = new XMLHttpRequest();
    const stop = () => request.abort();
    const end = (result: Exclude<Put, 'barred'>) => {
      signal.removeEventListener('abort', stop);
      done(result);
    };
    request.open('POST', offer.url);
    request.upload.onprogress = ({ loaded }) => onProgress(loaded);
    request.onload = () => {
      if (request.status >= 200 && request.status < 300) end('taken');
      else end(request.status >= 500 ? 'broken' : 'refused');
    };
    request.onerror = () => end('broken');
    request.onabort = () => end('stopped');
    signal.addEventListener('abort', stop);
    if (signal.aborted) end('stopped');
    else request.send(formOf(offer, file));
  });

export async function putObject(offer: Offer, file: File, way: Way): Promise<Put> {
  const policy = watchPolicy(offer.url);
  try {
    const result = await send(offer, file, way);
    return result === 'broken' && (await policy.isBarred()) ? 'barred' : result;
  } finally {
    policy.end();
  }
}
