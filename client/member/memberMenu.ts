/** What the member's rules open: screens of ours by their names, links, and pages in a frame (specification, points 2 and 5). */
import { isMemberScreen } from '../../common/memberScreens';
import { blockedEmbedUrl, embedPath, allowedEmbedUrl } from '../shared/embed/embedPolicy';
import { APP_PATHS } from '../shared/routing/safeRedirects';
import { asRecord, asString, asInteger } from '../../common/json';

const { home } = APP_PATHS.member;

export interface MenuEntry {
  readonly id: number;
  /** A key of the words, or what staff called it. */
  readonly title: string;
  /** Below `/user`, or elsewhere. */
  readonly href: string;
  readonly isExternal: boolean;
  /** Name of the icon; empty when the rule has none. */
  readonly icon: string;
  /** Keeps its screen as it was while another is in sight. */
  readonly isCached: boolean;
}
/** A page that is shown in a frame. */
export interface EmbeddedScreen {
  readonly url: string;
  readonly title: string;
  /** No frame ever shows it: the page says so in its place. */
  readonly isBlocked?: true;
}
/** An address the member's group has, in the menu or not. */
interface PermittedPath {
  /** The permission node, as in `account/balance`. */
  readonly name: string;
  readonly to: string;
}
export interface MemberMenu {
  /** What the menu shows. */
  readonly entries: readonly MenuEntry[];
  /** Addresses below `/user`, and the names of the screens they open. */
  readonly screens: Readonly<Record<string, string>>;
  readonly embedded: readonly EmbeddedScreen[];
  readonly permittedPaths: readonly PermittedPath[];
  /** Addresses whose screens keep their state. */
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
    href: isExternal ? url : internalPath,
    isInMenu: type === 'menu' && extend !== 'add_rules_only',
    isRoute: (type === 'menu' || type === 'route') && extend !== 'add_menu_only',
    component: asString(raw['component'], 160),
    icon: asString(raw['icon'], 64),
    isCached: raw['keepalive'] === 1 || raw['keepalive'] === true,
    ...{ isExternal, openMode, url },
  };
}
const parseRules = (value: unknown): readonly MenuRule[] =>
  (Array.isArray(value) ? value : []).flatMap((node: unknown) => {
    const raw = asRecord(node) ?? {};
    return [parseRule(raw), ...parseRules(raw['children'])];
  });

const toMenuEntry = ({ id, title, href: to, isExternal, icon, isCached: keepalive }: MenuRule): MenuEntry => ({
  ...{ id, title, href: to, isExternal, icon, isCached: keepalive },
});
const opensMemberScreen = ({ openMode, component }: MenuRule) =>
  openMode !== 'link' && openMode !== 'iframe' && isMemberScreen(component);

/** Reads the menu as the server answers it. */
export function parseMemberMenu(value: unknown): MemberMenu {
  const rules = parseRules(value);
  const routes = rules.filter((rule) => rule.isRoute);
  // Of several rules for one address the first counts, as in the menu.
  const screenRoutes = routes.filter(opensMemberScreen).reverse();
  return {
    entries: rules.filter(({ isInMenu: shown }) => shown).map(toMenuEntry),
    screens: Object.fromEntries(screenRoutes.map(({ href: to, component }) => [to, component])),
    embedded: routes
      .filter(({ openMode, url }) => openMode === 'iframe' && url !== '')
      .map(({ url, title }) => ({ url, title })),
    cachedPaths: routes
      .filter(({ isCached: keepalive, isExternal }) => keepalive && !isExternal)
      .map(({ href: to }) => to),
    permittedPaths: rules
      .filter((rule) => (rule.isInMenu || rule.isRoute) && !rule.isExternal)
      .map(({ name, href: to }) => ({ name, to })),
  };
}

/** The page a rule shows at an address; nothing where none holds exactly it. */
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
