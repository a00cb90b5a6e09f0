/** Which headers cross the gateway: neither hop-by-hop headers (RFC 9110, 7.6.1), nor credentials of this installation, nor cookies. */
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
const REQUEST_DROPPED = new Set([
  ...HOP_BY_HOP,
  ...['host', 'content-length', 'expect', 'accept-encoding', 'forwarded', 'x-real-ip', 'x-request-id'],
  ...['authorization', 'cookie', 'batoken', 'ba-user-token', 'server', 'origin', 'referer', 'idempotency-key'],
]);
/** Prefixes of names that only the gateway may use, so that no caller can pretend to be somebody. */
const REQUEST_DROPPED_PREFIXES = ['x-open-', 'x-forwarded-', 'sec-', 'proxy-'];
/** The headers of an answer that reach the caller; everything else could change what a browser does with this origin. */
const ANSWER_KEPT = new Set([
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
const connectionNames = (headers: IncomingHttpHeaders): ReadonlySet<string> =>
  new Set((headers.connection ?? '').split(',').map((name) => name.trim().toLowerCase()));

/** The headers of a call that the upstream gets. */
export function forwardedHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  const declared = connectionNames(headers);
  const kept = Object.entries(headers).flatMap(([name, value]) => {
    const isDropped =
      REQUEST_DROPPED.has(name) || declared.has(name) || REQUEST_DROPPED_PREFIXES.some((one) => name.startsWith(one));
    return isDropped || value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value] as const];
  });
  return Object.fromEntries(kept);
}

/** The headers of an answer that the caller gets. */
export function answerHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  const kept = Object.entries(headers).flatMap(([name, value]) =>
    ANSWER_KEPT.has(name) && typeof value === 'string' ? [[name, value] as const] : [],
  );
  return Object.fromEntries(kept);
}
