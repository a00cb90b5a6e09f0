/** What the console embeds: the addresses that menu rules of this person hold. */
import type { MenuNode } from '../../shared/bootstrap';
import * as shared from '../../shared/embedded';
import { SIDES } from '../../shared/onward';

const { home } = SIDES.admin;

/** The address within the console of an embedded page. */
export const embedPath = (url: string): string => shared.embedPath(home, url);

const urlsOf = (menus: readonly MenuNode[]): readonly string[] =>
  menus.flatMap((node) => [...(embeds(node) ? [node.url] : []), ...urlsOf(node.children)]);
const embeds = ({ menu_type, extend }: MenuNode) => menu_type === 'iframe' && extend !== 'add_menu_only';

/** The page behind an address of the console; `undefined` unless a rule holds exactly it. */
export const embeddedUrl = (pathname: string, menus: readonly MenuNode[], origin: string): string | undefined =>
  shared.heldUrl(pathname, urlsOf(menus), { home, origin });

/** The page a rule holds at an address though no frame ever shows it. */
export const barredUrl = (pathname: string, menus: readonly MenuNode[], origin: string): string | undefined =>
  shared.barredUrl(pathname, urlsOf(menus), { home, origin });
