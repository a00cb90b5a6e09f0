/** Pages of others inside the console: only addresses that a menu rule of this person holds, and each in its own cage (T2.03). */
import type { MenuNode } from '../../shared/bootstrap';
import { SIDES } from '../../shared/onward';

const PREFIX = `${SIDES.admin.home}/iframe/`;

/** The address within the console of an embedded page; one encoded segment in the spelling the server knows. */
export const embedPath = (url: string): string =>
  PREFIX + encodeURIComponent(url).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

const urlsOf = (menus: readonly MenuNode[]): readonly string[] =>
  menus.flatMap((node) => [...(embeds(node) ? [node.url] : []), ...urlsOf(node.children)]);
const embeds = ({ menu_type, extend }: MenuNode) => menu_type === 'iframe' && extend !== 'add_menu_only';

/** The page behind an address of the console, decoded once; `undefined` unless a rule holds exactly it. */
export function embeddedUrl(pathname: string, menus: readonly MenuNode[], origin: string): string | undefined {
  if (!pathname.startsWith(PREFIX)) return undefined;
  let wanted: string;
  try {
    wanted = decodeURIComponent(pathname.slice(PREFIX.length));
  } catch {
    return undefined;
  }
  if (!urlsOf(menus).includes(wanted) || !URL.canParse(wanted, origin)) return undefined;
  const { protocol, origin: theirs } = new URL(wanted, origin);
  return protocol === 'https:' || (theirs === origin && wanted.startsWith('/')) ? wanted : undefined;
}

/** An own page never gets scripts and our origin together: it could take off its cage. It keeps the origin, without which its pictures are refused. */
export function sandboxOf(url: string, origin: string): string {
  const own = new URL(url, origin).origin === origin;
  return `allow-forms allow-popups allow-downloads allow-same-origin${own ? '' : ' allow-scripts'}`;
}
