/** The HTTP client (fetch): one exchange with the server: address, headers, time limit. Tokens are never sent to another origin. */
import type { Envelope } from '../../../common/protocol/envelope';
import { asRecord } from '../../../common/json';

export type QueryValue =
  string | number | boolean | null | undefined | readonly QueryValue[] | { readonly [key: string]: QueryValue };
export interface HttpCall {
  readonly url: string;
  readonly method?: 'GET' | 'POST' | 'DELETE';
  /** Nested values become `a[0][b]=`; null and undefined are left out. */
  readonly params?: Readonly<Record<string, QueryValue>>;
  readonly body?: unknown;
}
export type HttpResult =
  | { readonly kind: 'response'; readonly status: number; readonly envelope: Envelope | undefined }
  | { readonly kind: 'timeout' | 'network' | 'cancelled' };

export interface Transport {
  readonly origin: string;
  readonly fetch: typeof fetch;
  readonly headers: () => Readonly<Record<string, string>>;
}

/** A request without a response for so long is aborted and reported as `timeout`. */
export const REQUEST_TIMEOUT_MS = 10_000;
const TIMEOUT_REASON = 'timeout';

function toQueryPairs(prefix: string, value: QueryValue): [string, string][] {
  if (value === null || value === undefined) return [];
  if (typeof value !== 'object') return [[prefix, String(value)]];
  return Object.entries(value).flatMap(([key, inner]) =>
    toQueryPairs(prefix === '' ? key : `${prefix}[${key}]`, inner),
  );
}
/** The query text of parameters, in the order given. */
export const toQueryString = (params: HttpCall['params']): string =>
  new URLSearchParams(toQueryPairs('', params)).toString();

export const toUrl = (call: HttpCall): string => {
  const query = toQueryString(call.params);
  return query === '' ? call.url : `${call.url}${call.url.includes('?') ? '&' : '?'}${query}`;
};

function toFetchArguments(transport: Transport, call: HttpCall, signal: AbortSignal): [URL, RequestInit] {
  const url = new URL(toUrl(call), transport.origin);
  const isOwnOrigin = url.origin === transport.origin;
  const raw = call.body instanceof FormData || call.body instanceof Blob ? call.body : undefined;
  const body = raw ?? (call.body === undefined ? undefined : JSON.stringify(call.body));
  const headers = {
    ...(isOwnOrigin ? transport.headers() : {}),
    // The browser names the type of forms and files itself.
    ...(body === undefined || raw !== undefined ? {} : { 'content-type': 'application/json' }),
  };
  const method = call.method ?? (call.body === undefined ? 'GET' : 'POST');
  // Redirects are not followed: they would carry the tokens to their target.
  return [url, { method, headers, signal, redirect: 'manual', ...(body === undefined ? {} : { body }) }];
}

function parseEnvelope(value: unknown): Envelope | undefined {
  const raw = asRecord(value);
  if (raw === undefined || typeof raw['code'] !== 'number') return undefined;
  return {
    code: raw['code'],
    msg: typeof raw['msg'] === 'string' ? raw['msg'] : '',
    data: raw['data'] ?? null,
    time: typeof raw['time'] === 'number' ? raw['time'] : 0,
  };
}

async function readHttpResult(response: Response): Promise<HttpResult> {
  if (response.type === 'opaqueredirect') return { kind: 'response', status: 302, envelope: undefined };
  const text = await response.text();
  try {
    return { kind: 'response', status: response.status, envelope: parseEnvelope(JSON.parse(text)) };
  } catch {
    return { kind: 'response', status: response.status, envelope: undefined };
  }
}

/** Sends one call. Never throws: `kind` of the reply names the failure. */
export async function sendRequest(
  transport: Transport,
  call: HttpCall,
  outerSignal?: AbortSignal,
): Promise<HttpResult> {
  const aborter = new AbortController();
  const timer = setTimeout(() => aborter.abort(TIMEOUT_REASON), REQUEST_TIMEOUT_MS);
  const stop = () => aborter.abort();
  outerSignal?.addEventListener('abort', stop);
  try {
    if (outerSignal?.aborted) return { kind: 'cancelled' };
    return await readHttpResult(await transport.fetch(...toFetchArguments(transport, call, aborter.signal)));
  } catch {
    return {
      kind: aborter.signal.reason === TIMEOUT_REASON ? 'timeout' : outerSignal?.aborted ? 'cancelled' : 'network',
    };
  } finally {
    clearTimeout(timer);
    outerSignal?.removeEventListener('abort', stop);
  }
}
