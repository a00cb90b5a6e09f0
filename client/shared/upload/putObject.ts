/** The one request that goes to the object store: `key`, the signed parameters and the file, with no token and no cookie of ours. */
import type { Transfer } from './strategy';

export interface UploadTicket {
  readonly url: string;
  readonly key: string;
  /** Form fields, sent as they stand. */
  readonly params: Readonly<Record<string, string>>;
  /** What the house calls it. */
  readonly object: string;
}
/** `refused`: the store answered, but its answer was no; `barred`: this page may not send there, by its own policy. */
type PutResult = 'taken' | 'refused' | 'broken' | 'barred' | 'stopped';

/** The report of a page's policy and the failure it causes come in either order. */
const POLICY_REPORT_MS = 250;

/** Hears whether this page's policy forbids what is asked next. */
function watchContentPolicy(url: string) {
  const origin = URL.canParse(url) ? new URL(url).origin : url;
  let reportBlocked: () => void = () => undefined;
  const blocked = new Promise<true>((done) => {
    reportBlocked = () => done(true);
  });
  const onViolation = ({ effectiveDirective, blockedURI }: SecurityPolicyViolationEvent) => {
    if (effectiveDirective === 'connect-src' && blockedURI.startsWith(origin)) reportBlocked();
  };
  document.addEventListener('securitypolicyviolation', onViolation);
  return {
    isBarred: () =>
      Promise.race([blocked, new Promise<false>((done) => setTimeout(() => done(false), POLICY_REPORT_MS))]),
    end: () => document.removeEventListener('securitypolicyviolation', onViolation),
  };
}

/** Stores read the fields before the file, which must be the last one. */
function createForm({ key, params }: UploadTicket, file: File): FormData {
  const form = new FormData();
  form.append('key', key);
  for (const [name, value] of Object.entries(params)) form.append(name, value);
  form.append('file', file);
  return form;
}

const postForm = (ticket: UploadTicket, file: File, { onProgress, signal }: Transfer) =>
  new Promise<Exclude<PutResult, 'barred'>>((done) => {
    const request = new XMLHttpRequest();
    const abort = () => request.abort();
    const finish = (result: Exclude<PutResult, 'barred'>) => {
      signal.removeEventListener('abort', abort);
      done(result);
    };
    request.open('POST', ticket.url);
    request.upload.onprogress = ({ loaded }) => onProgress(loaded);
    request.onload = () => {
      if (request.status >= 200 && request.status < 300) finish('taken');
      else finish(request.status >= 500 ? 'broken' : 'refused');
    };
    request.onerror = () => finish('broken');
    request.onabort = () => finish('stopped');
    signal.addEventListener('abort', abort);
    if (signal.aborted) finish('stopped');
    else request.send(createForm(ticket, file));
  });

export async function putObject(ticket: UploadTicket, file: File, transfer: Transfer): Promise<PutResult> {
  const policyWatch = watchContentPolicy(ticket.url);
  try {
    const result = await postForm(ticket, file, transfer);
    return result === 'broken' && (await policyWatch.isBarred()) ? 'barred' : result;
  } finally {
    policyWatch.end();
  }
}
