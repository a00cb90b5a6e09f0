/** Security headers of all responses: content security policy (CSP), HSTS, and which pages may embed them. */
import type { ServerResponse } from 'node:http';

/** The part of a response that sets headers. */
export interface HeaderTarget {
  readonly setHeader: (name: string, value: string) => unknown;
}

/** Browsers remember for two years that the site is reached by HTTPS only (RFC 6797). */
const HSTS_SECONDS = 2 * 365 * 86_400;

/** Sets `Strict-Transport-Security` when the site's own URL is an HTTPS one. */
export function setTransportHeaders(response: HeaderTarget, publicUrl: string | null): void {
  if (publicUrl?.startsWith('https://') === true)
    response.setHeader('Strict-Transport-Security', `max-age=${HSTS_SECONDS}`);
}

/** Headers of data: it may never run or be framed. */
export function setDataHeaders(response: HeaderTarget): void {
  setBaseHeaders(response);
  response.setHeader('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'; base-uri 'none'");
  response.setHeader('Cache-Control', 'no-store');
}

export interface PagePolicy {
  /** Sources that the page may embed in frames. */
  readonly frameSources: readonly string[];
  /** Whether a page of this site may embed it. */
  readonly isFrameable: boolean;
  /** Further sources of its images and videos, and of files that it reads to show them. */
  readonly fileSources?: readonly string[];
  /** Further origins to which it may send files. */
  readonly uploadTargets?: readonly string[];
  /** Further origins to which it sends API calls. */
  readonly apiTargets?: readonly string[];
  /** Further sources of its stylesheets. Their fonts may come from any https URL. */
  readonly styleSources?: readonly string[];
}
export const UNFRAMED_POLICY: PagePolicy = { frameSources: [], isFrameable: false };

/**
 * Headers of pages: scripts only with the nonce of this response; files, connections and frames only of this site and of the named sources.
 */
export function setPageHeaders(response: ServerResponse, nonce: string, policy: PagePolicy = UNFRAMED_POLICY): void {
  setBaseHeaders(response);
  if (policy.isFrameable) response.setHeader('X-Frame-Options', 'SAMEORIGIN');
  const source = `'nonce-${nonce}'`;
  response.setHeader('Content-Security-Policy', contentSecurityPolicy({ scripts: [source], styles: [source] }, policy));
  response.setHeader('Cache-Control', 'no-store');
  response.setHeader('Cross-Origin-Opener-Policy', 'same-origin');
}

/** Headers of cached pages: the same policy, with hashes of the scripts and styles that the page contains instead of a nonce. */
export function setCachedPageHeaders(
  response: ServerResponse,
  hashes: InlineSources,
  policy: PagePolicy = UNFRAMED_POLICY,
): void {
  setBaseHeaders(response);
  if (policy.isFrameable) response.setHeader('X-Frame-Options', 'SAMEORIGIN');
  response.setHeader('Content-Security-Policy', contentSecurityPolicy(hashes, policy));
  // A browser asks again before it shows the page; the ETag saves the body.
  response.setHeader('Cache-Control', 'no-cache');
  response.setHeader('Cross-Origin-Opener-Policy', 'same-origin');
}

/** Headers of every response, assets and stored files included. */
export function setBaseHeaders(response: HeaderTarget): void {
  response.setHeader('X-Content-Type-Options', 'nosniff');
  response.setHeader('X-Frame-Options', 'DENY');
  response.setHeader('Referrer-Policy', 'no-referrer');
  response.setHeader('Cross-Origin-Resource-Policy', 'same-origin');
  response.setHeader('Permissions-Policy', 'camera=(), microphone=(), geolocation=(), payment=()');
}

/**
 * Lets pages of other origins show a file or an image, where the operator's settings say that they do: files come from a CDN, or API calls
 * go to another origin than that of the pages.
 */
export function setFilePolicy(
  response: HeaderTarget,
  { cdnUrl, apiUrl }: { readonly cdnUrl: string; readonly apiUrl: string },
): void {
  if (cdnUrl !== '' || apiUrl !== '') response.setHeader('Cross-Origin-Resource-Policy', 'cross-origin');
}

/** Sources that allow the scripts and styles inside a page: nonces or hashes, quoted as the policy writes them. */
export interface InlineSources {
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
}

/** A frame whose content the page writes itself (`srcdoc`) needs no source. */
const contentSecurityPolicy = (
  { scripts, styles }: InlineSources,
  { frameSources, isFrameable, fileSources = [], uploadTargets = [], apiTargets = [], styleSources = [] }: PagePolicy,
): string =>
  [
    "default-src 'none'",
    ['script-src', ...scripts, "'strict-dynamic'"].join(' '),
    ["style-src 'self'", ...styles, ...styleSources].join(' '),
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
