/** Embedded pages: only addresses of the person's rules, each sandboxed. */
import { isInternalPath } from '../../../common/text/isInternalPath';

const embedPrefix = (home: string) => `${home}/iframe/`;

/** The app's path of an embedded page: its address as one encoded segment. */
export const embedPath = (home: string, url: string): string =>
  embedPrefix(home) +
  encodeURIComponent(url).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

/** The address in an app's path, decoded once; `undefined` unless a rule contains exactly it. */
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
/** The `src` of the frame. */
export function allowedEmbedUrl(
  pathname: string,
  allowedUrls: readonly string[],
  { home, origin }: EmbedSide,
): string | undefined {
  const requested = requestedUrl(pathname, allowedUrls, home);
  return requested !== undefined && isFrameable(requested, origin) ? requested : undefined;
}
/** Whether an address may be embedded: https, or a path of this origin. */
function isFrameable(url: string, origin: string): boolean {
  if (!URL.canParse(url, origin)) return false;
  const { protocol, origin: urlOrigin } = new URL(url, origin);
  return protocol === 'https:' || (urlOrigin === origin && url.startsWith('/'));
}
/** Whether an address can never be embedded: one of an older rule, or one that bypassed the validation of the form. */
export const isEmbedBlocked = (url: string, origin: string): boolean =>
  !isFrameable(url, origin) || isInternalPath(url);

/** The addresses of rules that can never be embedded. */
export function blockedEmbedUrl(
  pathname: string,
  allowedUrls: readonly string[],
  { home, origin }: EmbedSide,
): string | undefined {
  const requested = requestedUrl(pathname, allowedUrls, home);
  return requested !== undefined && isEmbedBlocked(requested, origin) ? requested : undefined;
}

/** A page of this origin gets no scripts, because with scripts it could remove its sandbox. It keeps the origin, without which its images are refused. */
export function getSandbox(url: string, origin: string): string {
  const isSameOrigin = new URL(url, origin).origin === origin;
  return `allow-forms allow-popups allow-downloads allow-same-origin${isSameOrigin ? '' : ' allow-scripts'}`;
}
