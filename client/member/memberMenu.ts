/** The menu from the member rules: screens, links, and embedded pages. */
import { isMemberScreen, MODULE_PAGE } from '../../common/memberScreens';
import { blockedEmbedUrl, embedPath, allowedEmbedUrl } from '../shared/embed/embedPolicy';
import { APP_PATHS } from '../shared/routing/safeRedirects';
import { asRecord, asString, asInteger } from '../../common/json';

const { home } = APP_PATHS.member;
/** The permission of the page of all notices. */
export const NOTICES_PERMISSION = 'account/notices';

export interface MenuEntry {
  readonly id: number;
  /** A translation key, or the title that staff typed. */
  readonly title: string;
  /** Of a page of a module: its title in English, with the Chinese one as `title`. Otherwise empty. */
  readonly titleEn: string;
  /** A path below `/user`, or another address. */
  readonly href: string;
  readonly isExternal: boolean;
  /** Name of the icon; empty if the rule has none. */
  readonly icon: string;
  /** The screen stays mounted while another one is shown. */
  readonly isCached: boolean;
}
/** An embedded page. */
export interface EmbeddedScreen {
  readonly url: string;
  readonly title: string;
  /** The embed policy blocks the page; a message takes its place. */
  readonly isBlocked?: true;
}
/** An address that the member's group may open, in the menu or not. */
interface PermittedPath {
  /** The permission key, such as `account/balance`. */
  readonly name: string;
  readonly to: string;
}
export interface MemberMenu {
  /** The visible entries of the menu. */
  readonly entries: readonly MenuEntry[];
  /** Addresses below `/user`, with the names of their screens. */
  readonly screens: Readonly<Record<string, string>>;
  readonly embedded: readonly EmbeddedScreen[];
  readonly permittedPaths: readonly PermittedPath[];
  /** Addresses whose screens stay mounted. */
  readonly cachedPaths: readonly string[];
}

interface MenuRule extends MenuEntry {
  readonly name: string;
  readonly isInMenu: boolean;
  readonly isRoute: boolean;
  readonly openMode: string;
  readonly component: string;
  readonly url: string;
}
function parseRule(raw: Readonly<Record<string, unknown>>): MenuRule {
  const [type, extend, openMode] = [asString(raw['type']), asString(raw['extend']), asString(raw['menu_type'])];
  const url = asString(raw['url'], 500);
  const path = (asString(raw['path'], 120) || asString(raw['name'], 120)).replace(/^\/+/, '');
  const isExternal = openMode === 'link' && url !== '';
  const internalPath = openMode === 'iframe' && url !== '' ? embedPath(home, url) : `${home}/${path}`;
  return {
    id: asInteger(raw['id']),
    name: asString(raw['name'], 120),
    title: asString(raw['title'], 60),
    titleEn: asString(raw['title_en'], 60),
    href: isExternal ? url : internalPath,
    isInMenu: type === 'menu' && extend !== 'add_rules_only',
    isRoute: (type === 'menu' || type === 'route') && extend !== 'add_menu_only',
    component: asString(raw['component'], 160),
    icon: asString(raw['icon'], 64),
    isCached: raw['keepalive'] === 1 || raw['keepalive'] === true,
    isExternal,
    openMode,
    url,
  };
}
const parseRules = (value: unknown): readonly MenuRule[] =>
  (Array.isArray(value) ? value : []).flatMap((node: unknown) => {
    const raw = asRecord(node) ?? {};
    return [parseRule(raw), ...parseRules(raw['children'])];
  });

const toMenuEntry = ({ id, title, titleEn, href, isExternal, icon, isCached }: MenuRule): MenuEntry => ({
  id,
  title,
  titleEn,
  href,
  isExternal,
  icon,
  isCached,
});
const opensMemberScreen = ({ openMode, component }: MenuRule) =>
  openMode !== 'link' && openMode !== 'iframe' && (isMemberScreen(component) || component === MODULE_PAGE);

/** Parses the menu of the server's response. */
export function parseMemberMenu(value: unknown): MemberMenu {
  const rules = parseRules(value);
  const routes = rules.filter((rule) => rule.isRoute);
  // Of several rules for one address the first counts, as in the menu.
  const screenRoutes = routes.filter(opensMemberScreen).reverse();
  return {
    entries: rules.filter(({ isInMenu }) => isInMenu).map(toMenuEntry),
    screens: Object.fromEntries(screenRoutes.map(({ href, component }) => [href, component])),
    embedded: routes
      .filter(({ openMode, url }) => openMode === 'iframe' && url !== '')
      .map(({ url, title }) => ({ url, title })),
    cachedPaths: routes.filter(({ isCached, isExternal }) => isCached && !isExternal).map(({ href }) => href),
    permittedPaths: rules
      .filter((rule) => (rule.isInMenu || rule.isRoute) && !rule.isExternal)
      .map(({ name, href }) => ({ name, to: href })),
  };
}

/** The page that a rule embeds at exactly this address; undefined if there is none. */
export function findEmbedded(
  path: string,
  { embedded: framed }: Pick<MemberMenu, 'embedded'>,
  origin: string,
): EmbeddedScreen | undefined {
  const urls = framed.map(({ url }) => url);
  const blocked = blockedEmbedUrl(path, urls, { home, origin });
  const url = blocked ?? allowedEmbedUrl(path, urls, { home, origin });
  const embedded = framed.find((screen) => screen.url === url);
  return embedded && blocked !== undefined ? { ...embedded, isBlocked: true } : embedded;
}
