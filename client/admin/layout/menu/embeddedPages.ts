/** What the console embeds: the addresses that menu rules of this person hold. */
import type { MenuNode } from '../../../shared/api/bootstrap';
import * as shared from '../../../shared/embed/embedPolicy';
import { APP_PATHS } from '../../../shared/routing/safeRedirects';

const { home } = APP_PATHS.admin;

/** The address within the console of an embedded page. */
export const embedPath = (url: string): string => shared.embedPath(home, url);

const embeddedUrls = (menus: readonly MenuNode[]): readonly string[] =>
  menus.flatMap((node) => [...(isEmbedding(node) ? [node.url] : []), ...embeddedUrls(node.children)]);
const isEmbedding = ({ menu_type, extend }: MenuNode) => menu_type === 'iframe' && extend !== 'add_menu_only';

/** The page behind an address of the console; `undefined` unless a rule holds exactly it. */
export const embeddedUrl = (pathname: string, menus: readonly MenuNode[], origin: string): string | undefined =>
  shared.allowedEmbedUrl(pathname, embeddedUrls(menus), { home, origin });

/** The page a rule holds at an address though no frame ever shows it. */
export const blockedUrl = (pathname: string, menus: readonly MenuNode[], origin: string): string | undefined =>
  shared.blockedEmbedUrl(pathname, embeddedUrls(menus), { home, origin });
