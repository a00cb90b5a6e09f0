/** The headers every answer carries: what a browser may do with it, and whose page may hold it. */
import type { ServerResponse } from 'node:http';

/** Where headers are set: the answer of a request, or what stands for it. */
export interface HeaderTarget {
  readonly setHeader: (name: string, value: string) => unknown;
}

/** Browsers remember for two years that the site is reached by HTTPS alone (RFC 6797). */
const HSTS_SECONDS = 2 * 365 * 86_400;

/** `Strict-Transport-Security`, where the site's own address is an HTTPS one. */
export function setTransportHeaders(response: HeaderTarget, publicUrl: string | null): void {
  if (publicUrl?.startsWith('https://') === true)
    response.setHeader('Strict-Transport-Security', `max-age=${HSTS_SECONDS}`);
}

/** For data: nothing in it may ever run or be framed. */
export function setDataHeaders(response: HeaderTarget): void {
  setBaseHeaders(response);
  response.setHeader('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'; base-uri 'none'");
  response.setHeader('Cache-Control', 'no-store');
}

export interface PagePolicy {
  /** Sources the page may hold in frames. */
  readonly frameSources: readonly string[];
  /** Whether a page of ours may hold it. */
  readonly isFrameable: boolean;
  /** Where its pictures and films may come from besides here, and what it reads to show it. */
  readonly fileSources?: readonly string[];
  /** Where it may send files besides here. */
  readonly uploadTargets?: readonly string[];
  /** Where it sends API calls besides here. */
  readonly apiTargets?: readonly string[];
  /** Where its stylesheets come from besides here. Their fonts may lie at any https address. */
  readonly styleSources?: readonly string[];
}
export const UNFRAMED_POLICY: PagePolicy = { frameSources: [], isFrameable: false };

/** For pages: scripts only with this answer's nonce, files, connections and frames only from home and where it is said. */
export function setPageHeaders(response: ServerResponse, nonce: string, policy: PagePolicy = UNFRAMED_POLICY): void {
  setBaseHeaders(response);
  if (policy.isFrameable) response.setHeader('X-Frame-Options', 'SAMEORIGIN');
  response.setHeader('Content-Security-Policy', contentSecurityPolicy(nonce, policy));
  response.setHeader('Cache-Control', 'no-store');
  response.setHeader('Cross-Origin-Opener-Policy', 'same-origin');
}

/** Headers that fit every answer, assets and stored files included. */
export function setBaseHeaders(response: HeaderTarget): void {
  response.setHeader('X-Content-Type-Options', 'nosniff');
  response.setHeader('X-Frame-Options', 'DENY');
  response.setHeader('Referrer-Policy', 'no-referrer');
  response.setHeader('Cross-Origin-Resource-Policy', 'same-site');
  response.setHeader('Permissions-Policy', 'camera=(), microphone=(), geolocation=(), payment=()');
}

/** A frame written by the page itself (`srcdoc`) needs no source. */
const contentSecurityPolicy = (
  nonce: string,
  { frameSources, isFrameable, fileSources = [], uploadTargets = [], apiTargets = [], styleSources = [] }: PagePolicy,
): string =>
  [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    [`style-src 'self' 'nonce-${nonce}'`, ...styleSources].join(' '),
    ["img-src 'self' data: blob:", ...fileSources].join(' '),
    ["media-src 'self'", ...fileSources].join(' '),
    `font-src 'self' data:${styleSources.length > 0 ? ' https:' : ''}`,
    ["connect-src 'self'", ...new Set([...apiTargets, ...uploadTargets, ...fileSources])].join(' '),
    `frame-src ${frameSources.length === 0 ? "'none'" : frameSources.join(' ')}`,
    "worker-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "object-src 'none'",
    `frame-ancestors ${isFrameable ? "'self'" : "'none'"}`,
    "require-trusted-types-for 'script'",
    'trusted-types atrium',
  ].join('; ');
