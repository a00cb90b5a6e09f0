/** The upload request to the object store: `key`, the signed parameters and the file, without tokens or cookies. */
import type { Transfer } from './uploadStrategy';

export interface UploadTicket {
  readonly url: string;
  readonly key: string;
  /** Form fields, sent unchanged. */
  readonly params: Readonly<Record<string, string>>;
  /** The server's name of the object. */
  readonly object: string;
}
/** `refused`: the store responded with an error; `blocked`: the CSP of this page forbids the request. */
type PutResult = 'stored' | 'refused' | 'broken' | 'blocked' | 'stopped';

/** The CSP report and the failed request arrive in either order. */
const POLICY_REPORT_MS = 250;

/** Listens for a CSP violation by the next request. */
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
    isBlocked: () =>
      Promise.race([blocked, new Promise<false>((done) => setTimeout(() => done(false), POLICY_REPORT_MS))]),
    end: () => document.removeEventListener('securitypolicyviolation', onViolation),
  };
}

/** Object stores require the file as the last field. */
function createForm({ key, params }: UploadTicket, file: File): FormData {
  const form = new FormData();
  form.append('key', key);
  for (const [name, value] of Object.entries(params)) form.append(name, value);
  form.append('file', file);
  return form;
}

const postForm = (ticket: UploadTicket, file: File, { onProgress, signal }: Transfer) =>
  new Promise<Exclude<PutResult, 'blocked'>>((done) => {
    const request = new XMLHttpRequest();
    const abort = () => request.abort();
    const finish = (result: Exclude<PutResult, 'blocked'>) => {
      signal.removeEventListener('abort', abort);
      done(result);
    };
    request.open('POST', ticket.url);
    request.upload.onprogress = ({ loaded }) => onProgress(loaded);
    request.onload = () => {
      if (request.status >= 200 && request.status < 300) finish('stored');
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
    return result === 'broken' && (await policyWatch.isBlocked()) ? 'blocked' : result;
  } finally {
    policyWatch.end();
  }
}
