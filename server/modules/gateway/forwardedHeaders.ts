/** HTTP headers that the gateway forwards: no hop-by-hop headers (RFC 9110, 7.6.1), no credentials of this installation, no cookies. */
import type { IncomingHttpHeaders } from 'node:http';

const HOP_BY_HOP = [
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
];
/** Set by the gateway itself, or the secrets of a session. */
const DROPPED_REQUEST_HEADERS = new Set([
  ...HOP_BY_HOP,
  ...['host', 'content-length', 'expect', 'accept-encoding', 'forwarded', 'x-real-ip', 'x-request-id'],
  ...['authorization', 'cookie', 'batoken', 'ba-user-token', 'server', 'origin', 'referer', 'idempotency-key'],
]);
/** Prefixes of names that only the gateway may use, so that a caller cannot forge an identity. */
const DROPPED_REQUEST_PREFIXES = ['x-open-', 'x-forwarded-', 'sec-', 'proxy-'];
/** The headers of a response that reach the caller; everything else could change what a browser does with this origin. */
const FORWARDED_RESPONSE_HEADERS = new Set([
  'content-type',
  'content-encoding',
  'content-language',
  'content-disposition',
  'etag',
  'last-modified',
  'retry-after',
  'x-total-count',
]);

/** The names that a `Connection` header declares as hop-by-hop. */
const connectionHeaderNames = ({ connection = '' }: IncomingHttpHeaders): readonly string[] =>
  connection === 'keep-alive' ? [] : connection.split(',').map((name) => name.trim().toLowerCase());

const hasDroppedPrefix = (name: string): boolean => DROPPED_REQUEST_PREFIXES.some((prefix) => name.startsWith(prefix));

/** The headers of a call that the upstream gets. */
export function filterRequestHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  const declared = connectionHeaderNames(headers);
  const keptHeaders: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined || DROPPED_REQUEST_HEADERS.has(name) || declared.includes(name) || hasDroppedPrefix(name))
      continue;
    keptHeaders[name] = Array.isArray(value) ? value.join(', ') : value;
  }
  return keptHeaders;
}

/** The headers of a response that the caller gets. */
export function filterResponseHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  const keptHeaders: Record<string, string> = {};
  for (const name of FORWARDED_RESPONSE_HEADERS) {
    const value = headers[name];
    if (typeof value === 'string') keptHeaders[name] = value;
  }
  return keptHeaders;
}
