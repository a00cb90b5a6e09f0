/** The headers every answer carries: what a browser may do with it, and whose page may hold it. */
import type { ServerResponse } from 'node:http';

/** Where headers are set: the answer of a request, or what stands for it. */
export interface HeaderTarget {
  readonly setHeader: (name: string, value: string) => unknown;
}

/** Browsers remember for two years that the site is reached by HTTPS alone (RFC 6797). */
const HSTS_SECONDS = 2 * 365 * 86_400;

/** `Strict-Transport-Security`, where the site's own address is an HTTPS one. */
export function guardTransport(response: HeaderTarget, publicUrl: string | null): void {
  if (publicUrl?.startsWith('https://') === true)
    response.setHeader('Strict-Transport-Security', `max-age=${HSTS_SECONDS}`);
}

/** For data: nothing in it may ever run or be framed. */
export function guardData(response: HeaderTarget): void {
  guard(response);
  response.setHeader('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'; base-uri 'none'");
  response.setHeader('Cache-Control', 'no-store');
}

export interface Framing {
  /** Sources the page may hold in frames. */
  readonly holds: readonly string[];
  /** Whether a page of ours may hold it. */
  readonly held: boolean;
  /** Where its pictures and films may come from besides here, and what it reads to show it. */
  readonly files?: readonly string[];
  /** Where it may send files besides here. */
  readonly uploads?: readonly string[];
  /** Where it sends API calls besides here. */
  readonly apis?: readonly string[];
  /** Where its stylesheets come from besides here. Their fonts may lie at any https address. */
  readonly styles?: readonly string[];
}
export const UNFRAMED: Framing = { holds: [], held: false };

/** For pages: scripts only with this answer's nonce, files, connections and frames only from home and where it is said. */
export function guardPage(response: ServerResponse, nonce: string, framing: Framing = UNFRAMED): void {
  guard(response);
  if (framing.held) response.setHeader('X-Frame-Options', 'SAMEORIGIN');
  response.setHeader('Content-Security-Policy', pagePolicy(nonce, framing));
  response.setHeader('Cache-Control', 'no-store');
  response.setHeader('Cross-Origin-Opener-Policy', 'same-origin');
}

/** Headers that fit every answer, assets and stored files included. */
export function guard(response: HeaderTarget): void {
  response.setHeader('X-Content-Type-Options', 'nosniff');
  response.setHeader('X-Frame-Options', 'DENY');
  response.setHeader('Referrer-Policy', 'no-referrer');
  response.setHeader('Cross-Origin-Resource-Policy', 'same-site');
  response.setHeader('Permissions-Policy', 'camera=(), microphone=(), geolocation=(), payment=()');
}

/** A frame written by the page itself (`srcdoc`) needs no source. */
const pagePolicy = (
  nonce: string,
  { holds, held, files = [], uploads = [], apis = [], styles = [] }: Framing,
): string =>
  [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    [`style-src 'self' 'nonce-${nonce}'`, ...styles].join(' '),
    ["img-src 'self' data: blob:", ...files].join(' '),
    ["media-src 'self'", ...files].join(' '),
    `font-src 'self' data:${styles.length > 0 ? ' https:' : ''}`,
    ["connect-src 'self'", ...new Set([...apis, ...uploads, ...files])].join(' '),
    `frame-src ${holds.length === 0 ? "'none'" : holds.join(' ')}`,
    "worker-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "object-src 'none'",
    `frame-ancestors ${held ? "'self'" : "'none'"}`,
    "require-trusted-types-for 'script'",
    'trusted-types atrium',
  ].join('; ');
