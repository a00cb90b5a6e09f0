/** One HTTP exchange with the own server: address, headers, time limit. Tokens never leave for another origin. */
import type { Envelope } from '../../common/protocol/envelope';
import { asRecord } from './persist';

export type Param = string | number | boolean | null | undefined | readonly Param[] | { readonly [key: string]: Param };
export interface Call {
  readonly url: string;
  readonly method?: 'GET' | 'POST' | 'DELETE';
  /** Nested values become `a[0][b]=`; null and undefined are left out. */
  readonly params?: Readonly<Record<string, Param>>;
  readonly body?: unknown;
}
export type Reply =
  | { readonly kind: 'answer'; readonly status: number; readonly envelope: Envelope | undefined }
  | { readonly kind: 'timeout' | 'network' | 'cancelled' };

export interface Transport {
  readonly origin: string;
  readonly fetch: typeof fetch;
  readonly headers: () => Readonly<Record<string, string>>;
}

/** Specification, point 9. */
export const REQUEST_TIMEOUT_MS = 10_000;
const LATE = 'late';

function pairs(prefix: string, value: Param): [string, string][] {
  if (value === null || value === undefined) return [];
  if (typeof value !== 'object') return [[prefix, String(value)]];
  return Object.entries(value).flatMap(([key, inner]) => pairs(prefix === '' ? key : `${prefix}[${key}]`, inner));
}
/** The query text of parameters, in the order given. */
export const queryOf = (params: Call['params']): string => new URLSearchParams(pairs('', params)).toString();

export const addressOf = (call: Call): string => {
  const query = queryOf(call.params);
  return query === '' ? call.url : `${call.url}${call.url.includes('?') ? '&' : '?'}${query}`;
};

function requestOf(transport: Transport, call: Call, signal: AbortSignal): [URL, RequestInit] {
  const url = new URL(addressOf(call), transport.origin);
  const own = url.origin === transport.origin;
  const multipart = call.body instanceof FormData;
  const body = call.body === undefined ? undefined : multipart ? call.body : JSON.stringify(call.body);
  const headers = {
    ...(own ? transport.headers() : {}),
    ...(body === undefined || multipart ? {} : { 'content-type': 'application/json' }),
  };
  const method = call.method ?? (call.body === undefined ? 'GET' : 'POST');
  // A redirect would carry the tokens to wherever it points.
  return [url, { method, headers, signal, redirect: 'manual', ...(body === undefined ? {} : { body }) }];
}

function envelopeOf(value: unknown): Envelope | undefined {
  const raw = asRecord(value);
  if (raw === undefined || typeof raw['code'] !== 'number') return undefined;
  return {
    code: raw['code'],
    msg: typeof raw['msg'] === 'string' ? raw['msg'] : '',
    data: raw['data'] ?? null,
    time: typeof raw['time'] === 'number' ? raw['time'] : 0,
  };
}

async function readReply(response: Response): Promise<Reply> {
  if (response.type === 'opaqueredirect') return { kind: 'answer', status: 302, envelope: undefined };
  const text = await response.text();
  try {
    return { kind: 'answer', status: response.status, envelope: envelopeOf(JSON.parse(text)) };
  } catch {
    return { kind: 'answer', status: response.status, envelope: undefined };
  }
}

/** Sends one call. Never throws: what went wrong is part of the reply. */
export async function send(transport: Transport, call: Call, outer?: AbortSignal): Promise<Reply> {
  const aborter = new AbortController();
  const timer = setTimeout(() => aborter.abort(LATE), REQUEST_TIMEOUT_MS);
  const stop = () => aborter.abort();
  outer?.addEventListener('abort', stop);
  try {
    if (outer?.aborted) return { kind: 'cancelled' };
    return await readReply(await transport.fetch(...requestOf(transport, call, aborter.signal)));
  } catch {
    return { kind: aborter.signal.reason === LATE ? 'timeout' : outer?.aborted ? 'cancelled' : 'network' };
  } finally {
    clearTimeout(timer);
    outer?.removeEventListener('abort', stop);
  }
}
