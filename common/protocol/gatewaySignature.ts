/** Calls of the gateway below `/open/<app>/…`: the headers of a call and the text that its signature covers. */

/** All addresses of the gateway begin with it; no route of the product does. */
export const GATEWAY_PREFIX = '/open/';

/** The first line of the text that a signature covers. */
const SIGNATURE_VERSION = 'ATRIUM-HMAC-SHA256';

/** Seconds that the clock of a caller may differ from the clock of the server. */
export const GATEWAY_CLOCK_SKEW_SECONDS = 300;

export const GATEWAY_HEADERS = {
  /** The key of the app. */
  key: 'x-open-key',
  /** Unix seconds. */
  time: 'x-open-time',
  /** 8 to 64 letters, digits, `-` and `_` that no other call of the app has. */
  nonce: 'x-open-nonce',
  /** Lower-case hexadecimal HMAC-SHA-256. */
  signature: 'x-open-signature',
  /** `1` for a test call. */
  test: 'x-open-test',
} as const;

export type QueryPair = readonly [name: string, value: string];

/** Percent-encodes every byte except letters, digits, `-`, `.`, `_` and `~` (RFC 3986). */
export const percentEncode = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);

/** The query with encoded names and values, sorted by name, then by value. */
export const canonicalQuery = (pairs: readonly QueryPair[]): string =>
  pairs
    .map(([name, value]) => `${percentEncode(name)}=${percentEncode(value)}`)
    .sort(compareText)
    .join('&');
const compareText = (first: string, other: string): number => (first < other ? -1 : Number(first > other));

export interface SignedParts {
  readonly method: string;
  /** As it is sent, without the query. */
  readonly path: string;
  /** The result of `canonicalQuery`. */
  readonly query: string;
  /** SHA-256 of the body in lower-case hexadecimal; the one of no bytes without a body. */
  readonly bodyDigest: string;
  /** The header `x-open-time`. */
  readonly time: string;
  readonly nonce: string;
  readonly isTest: boolean;
}

/** The text that the signature of a call covers: eight lines. */
export const canonicalRequest = ({ method, path, query, bodyDigest, time, nonce, isTest }: SignedParts): string =>
  `${SIGNATURE_VERSION}\n${method.toUpperCase()}\n${path}\n${query}\n` +
  `${bodyDigest}\n${time}\n${nonce}\n${isTest ? 'test' : 'production'}`;
