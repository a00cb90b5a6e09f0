/** URLs that the console may embed: those in the menu rules of the signed-in admin. */
import type { MenuNode } from '../../../shared/api/bootstrap';
import * as shared from '../../../shared/embed/embedPolicy';
import { APP_PATHS } from '../../../shared/routing/safeRedirects';

const { home } = APP_PATHS.admin;

/** Path of an embedded page inside the console. */
export const consoleEmbedPath = (url: string): string => shared.embedPath(home, url);

const embeddedUrls = (menus: readonly MenuNode[]): readonly string[] =>
  menus.flatMap((node) => [...(isEmbedding(node) ? [node.url] : []), ...embeddedUrls(node.children)]);
const isEmbedding = ({ menu_type, extend }: MenuNode) => menu_type === 'iframe' && extend !== 'add_menu_only';

/** URL embedded at a path; undefined unless a menu rule holds exactly this URL. */
export const embeddedUrl = (pathname: string, menus: readonly MenuNode[], origin: string): string | undefined =>
  shared.allowedEmbedUrl(pathname, embeddedUrls(menus), { home, origin });

/** URL that a menu rule holds at this path although browsers refuse to show it in a frame. */
export const blockedUrl = (pathname: string, menus: readonly MenuNode[], origin: string): string | undefined =>
  shared.blockedEmbedUrl(pathname, embeddedUrls(menus), { home, origin });
