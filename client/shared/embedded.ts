/** Pages of others inside ours: only addresses that a rule of this person holds, and each in its own cage (T2.03). */
const prefixOf = (home: string) => `${home}/iframe/`;

/** The address within a side of an embedded page; one encoded segment in the spelling the server knows. */
export const embedPath = (home: string, url: string): string =>
  prefixOf(home) +
  encodeURIComponent(url).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

interface Side {
  readonly home: string;
  readonly origin: string;
}
/** The page behind an address of the side, decoded once; `undefined` unless it is exactly one of those that rules hold. */
export function heldUrl(pathname: string, held: readonly string[], { home, origin }: Side): string | undefined {
  if (!pathname.startsWith(prefixOf(home))) return undefined;
  let wanted: string;
  try {
    wanted = decodeURIComponent(pathname.slice(prefixOf(home).length));
  } catch {
    return undefined;
  }
  if (!held.includes(wanted) || !URL.canParse(wanted, origin)) return undefined;
  const { protocol, origin: theirs } = new URL(wanted, origin);
  return protocol === 'https:' || (theirs === origin && wanted.startsWith('/')) ? wanted : undefined;
}

/** An own page never gets scripts and our origin together: it could take off its cage. It keeps the origin, without which its pictures are refused. */
export function sandboxOf(url: string, origin: string): string {
  const own = new URL(url, origin).origin === origin;
  return `allow-forms allow-popups allow-downloads allow-same-origin${own ? '' : ' allow-scripts'}`;
}
