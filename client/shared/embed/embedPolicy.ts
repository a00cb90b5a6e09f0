/** Pages of others inside ours: only addresses that a rule of this person holds, and each in its own cage (T2.03). */
import { isInternalPath } from '../../../common/text/isInternalPath';

const embedPrefix = (home: string) => `${home}/iframe/`;

/** The address within a side of an embedded page; one encoded segment in the spelling the server knows. */
export const embedPath = (home: string, url: string): string =>
  embedPrefix(home) +
  encodeURIComponent(url).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

/** The address behind a path of the side, decoded once; `undefined` unless it is exactly one of those that rules hold. */
function requestedUrl(pathname: string, allowedUrls: readonly string[], home: string): string | undefined {
  if (!pathname.startsWith(embedPrefix(home))) return undefined;
  try {
    const requested = decodeURIComponent(pathname.slice(embedPrefix(home).length));
    return allowedUrls.includes(requested) ? requested : undefined;
  } catch {
    return undefined;
  }
}

interface EmbedSide {
  readonly home: string;
  readonly origin: string;
}
/** The page to show in a frame. */
export function allowedEmbedUrl(
  pathname: string,
  allowedUrls: readonly string[],
  { home, origin }: EmbedSide,
): string | undefined {
  const requested = requestedUrl(pathname, allowedUrls, home);
  return requested !== undefined && isFrameable(requested, origin) ? requested : undefined;
}
/** Pages over https, and those from here by their path. */
function isFrameable(url: string, origin: string): boolean {
  if (!URL.canParse(url, origin)) return false;
  const { protocol, origin: urlOrigin } = new URL(url, origin);
  return protocol === 'https:' || (urlOrigin === origin && url.startsWith('/'));
}
/** Whether no frame ever shows an address: one of a rule older than that, or stored past the forms. */
export const isEmbedBlocked = (url: string, origin: string): boolean =>
  !isFrameable(url, origin) || isInternalPath(url);

/** What a rule holds though no frame ever shows it. */
export function blockedEmbedUrl(
  pathname: string,
  allowedUrls: readonly string[],
  { home, origin }: EmbedSide,
): string | undefined {
  const requested = requestedUrl(pathname, allowedUrls, home);
  return requested !== undefined && isEmbedBlocked(requested, origin) ? requested : undefined;
}

/** An own page never gets scripts and our origin together: it could take off its cage. It keeps the origin, without which its pictures are refused. */
export function sandboxOf(url: string, origin: string): string {
  const isSameOrigin = new URL(url, origin).origin === origin;
  return `allow-forms allow-popups allow-downloads allow-same-origin${isSameOrigin ? '' : ' allow-scripts'}`;
}
