/** The menu as people see it: titles in their language, addresses of screens, and which entry is open. */
import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { isAdminScreen, isRecordPart, isRulePath, rulePath, ruleScreen } from '../../../common/adminScreens';
import type { Registry } from '../../../common/entity/registry';
import { entityWords } from '../../../common/locales/entityWords';
import { useEngine } from '../../engine/engineContext';
import { useBootstrap, type MenuNode } from '../../shared/bootstrap';
import { useLang } from '../../shared/i18n';
import type { Lang } from '../../shared/settings';
import { SIDES } from '../../shared/onward';
import { embeddedUrl, embedPath } from './embedded';
import { openedAt, opensTab, ruleAddress, screenNamed } from './routed';
import { ruleTitle } from './ruleTitle';

export interface MenuEntry {
  readonly id: number;
  readonly title: string;
  readonly icon: string;
  /** Address inside the console. */
  readonly to: string;
  /** Address elsewhere, opened in a tab of its own. */
  readonly href: string;
  /** Why the entry cannot be followed, if so. */
  readonly trouble: 'type' | 'route' | undefined;
  /** The entity the entry opens, if it opens one. */
  readonly entity: string;
  /** The screen without an entity that the entry opens, if it opens one. */
  readonly own: string;
  readonly children: readonly MenuEntry[];
}

const FRONT = 'dashboard';
const isWeb = (url: string) => /^(?:https?:\/\/|\/(?![/\\]))/i.test(url);
const isShown = ({ type, extend }: MenuNode) => type !== 'button' && extend !== 'add_rules_only';

const KNOWN_TYPES = new Set(['tab', 'link', 'iframe', '']);
function addressOf(node: MenuNode): string {
  if (node.type === 'menu_dir' || node.menu_type === 'link') return '';
  if (node.menu_type === 'iframe') return node.url === '' ? '' : embedPath(node.url);
  return ruleAddress(node);
}

/** Whether something opens at the entry: a rule for the menu alone needs another that gives the route. */
function leads(node: MenuNode, { menus, registry }: Reading): boolean {
  if (node.menu_type === 'link') return isWeb(node.url);
  const to = addressOf(node);
  if (to === '') return false;
  if (node.menu_type === 'iframe') return embeddedUrl(to, menus, window.location.origin) !== undefined;
  if (node.extend === 'add_menu_only') return openedAt(to, { menus, registry }) !== undefined;
  return screenNamed(ruleScreen(node), registry) !== undefined && isRulePath(rulePath(node));
}

function troubleOf(node: MenuNode, reading: Reading): MenuEntry['trouble'] {
  if (node.type === 'menu_dir') return undefined;
  if (!KNOWN_TYPES.has(node.menu_type)) return 'type';
  return leads(node, reading) ? undefined : 'route';
}

interface Reading {
  readonly registry: Registry;
  readonly lang: Lang;
  readonly menus: readonly MenuNode[];
  /** Rules that are read at all. */
  readonly counts: (node: MenuNode) => boolean;
}
function whatOpens(node: MenuNode, registry: Registry): Pick<MenuEntry, 'entity' | 'own'> {
  const screen = opensTab(node) ? ruleScreen(node) : '';
  return { entity: registry.get(screen)?.name ?? '', own: isAdminScreen(screen) ? screen : '' };
}

function entryOf(node: MenuNode, reading: Reading): MenuEntry {
  const { registry, lang, counts } = reading;
  const children = node.children.filter(counts).map((child) => entryOf(child, reading));
  return {
    id: node.id,
    title: ruleTitle(node.title, lang, registry),
    icon: node.icon,
    to: addressOf(node),
    href: node.menu_type === 'link' && isWeb(node.url) ? node.url : '',
    trouble: troubleOf(node, reading),
    ...whatOpens(node, registry),
    children,
  };
}

/** A folder in which nothing is left for this person is not shown. */
const isUseful = (entry: MenuEntry): boolean =>
  entry.to !== '' || entry.href !== '' || entry.trouble !== undefined || entry.children.some(isUseful);

/** What of the server's menu this person sees, in a language; with `counts`, other rules of it. */
export const menuEntries = (
  menus: readonly MenuNode[],
  registry: Registry,
  lang: Lang,
  counts = isShown,
): readonly MenuEntry[] =>
  menus
    .filter(counts)
    .map((node) => entryOf(node, { registry, lang, menus, counts }))
    .filter(isUseful);

function useEntries(counts: (node: MenuNode) => boolean): readonly MenuEntry[] {
  const { menus } = useBootstrap();
  const { registry } = useEngine();
  const lang = useLang();
  return useMemo(() => menuEntries(menus, registry, lang, counts), [menus, registry, lang, counts]);
}
/** Everything with a name and an address, also what only has a route: for tabs, the way here and the window's title. */
const isPlace = ({ type }: MenuNode) => type !== 'button';
export const usePlaces = (): readonly MenuEntry[] => useEntries(isPlace);

const useFrontRule = (): MenuEntry | undefined =>
  leavesOf(usePlaces()).find(({ own, trouble }) => own === FRONT && trouble === undefined);

/** The menu without the rules at the address of the dashboard's entry, which every menu shows first. */
export function useMenu(): readonly MenuEntry[] {
  const to = useFrontRule()?.to;
  const counts = useCallback(
    (node: MenuNode) => isShown(node) && !(opensTab(node) && ruleScreen(node) === FRONT && addressOf(node) === to),
    [to],
  );
  return useEntries(counts);
}

/** The dashboard's entry: as its first rule names and places it, else under its usual name and address. */
export function useFront(): Pick<MenuEntry, 'title' | 'icon' | 'to'> {
  const { t } = useTranslation();
  const rule = useFrontRule();
  if (rule === undefined) return { title: t('console.nav.overview'), icon: FRONT, to: SIDES.admin.front };
  return { title: rule.title, icon: rule.icon || FRONT, to: rule.to };
}

export const leavesOf = (entries: readonly MenuEntry[]): readonly MenuEntry[] =>
  entries.flatMap((entry) => (entry.children.length > 0 ? leavesOf(entry.children) : [entry]));

export const isOpenAt = (entry: MenuEntry, path: string): boolean =>
  entry.to !== '' &&
  (path === entry.to || (path.startsWith(`${entry.to}/`) && isRecordPart(path.slice(entry.to.length + 1))));

/** The screen of a noun no rule of the menu names, such as one the right to which went: called as the noun is. */
export function nounAt(path: string, registry: Registry, lang: Lang): Pick<MenuEntry, 'title' | 'to'> | undefined {
  const name = path.split('/')[2] ?? '';
  const entity = registry.get(name);
  return entity && { title: entityWords(entity, lang).many, to: `/admin/${name}` };
}

/** From the root of the menu to the entry that is open; empty when none is. */
export function trailTo(entries: readonly MenuEntry[], path: string): readonly MenuEntry[] {
  for (const entry of entries) {
    if (isOpenAt(entry, path)) return [entry];
    const below = trailTo(entry.children, path);
    if (below.length > 0) return [entry, ...below];
  }
  return [];
}
