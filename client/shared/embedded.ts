/** Pages of others inside ours: only addresses that a rule of this person holds, and each in its own cage (T2.03). */
import { isNoPublicPage } from '../../common/text/frames';

const prefixOf = (home: string) => `${home}/iframe/`;

/** The address within a side of an embedded page; one encoded segment in the spelling the server knows. */
export const embedPath = (home: string, url: string): string =>
  prefixOf(home) +
  encodeURIComponent(url).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

/** The address behind a path of the side, decoded once; `undefined` unless it is exactly one of those that rules hold. */
function wantedUrl(pathname: string, held: readonly string[], home: string): string | undefined {
  if (!pathname.startsWith(prefixOf(home))) return undefined;
  try {
    const wanted = decodeURIComponent(pathname.slice(prefixOf(home).length));
    return held.includes(wanted) ? wanted : undefined;
  } catch {
    return undefined;
  }
}

interface Side {
  readonly home: string;
  readonly origin: string;
}
/** The page to show in a frame. */
export function heldUrl(pathname: string, held: readonly string[], { home, origin }: Side): string | undefined {
  const wanted = wantedUrl(pathname, held, home);
  return wanted !== undefined && isFramed(wanted, origin) ? wanted : undefined;
}
/** Pages over https, and those from here by their path. */
function isFramed(url: string, origin: string): boolean {
  if (!URL.canParse(url, origin)) return false;
  const { protocol, origin: theirs } = new URL(url, origin);
  return protocol === 'https:' || (theirs === origin && url.startsWith('/'));
}
/** Whether no frame ever shows an address: one of a rule older than that, or stored past the forms. */
export const isBarred = (url: string, origin: string): boolean => !isFramed(url, origin) || isNoPublicPage(url);

/** What a rule holds though no frame ever shows it. */
export function barredUrl(pathname: string, held: readonly string[], { home, origin }: Side): string | undefined {
  const wanted = wantedUrl(pathname, held, home);
  return wanted !== undefined && isBarred(wanted, origin) ? wanted : undefined;
}

/** An own page never gets scripts and our origin together: it could take off its cage. It keeps the origin, without which its pictures are refused. */
export function sandboxOf(url: string, origin: string): string {
  const own = new URL(url, origin).origin === origin;
  return `allow-forms allow-popups allow-downloads allow-same-origin${own ? '' : ' allow-scripts'}`;
}
