/** The menu as people see it: titles in their language, addresses of screens, and which entry is open. */
import { useMemo } from 'react';
import type { Registry } from '../../../common/entity/registry';
import { entityWords } from '../../../common/locales/entityWords';
import { useEngine } from '../../engine/engineContext';
import { useBootstrap, type MenuNode } from '../../shared/bootstrap';
import { useLang } from '../../shared/i18n';
import type { Lang } from '../../shared/settings';
import { embeddedUrl, embedPath } from './embedded';
import { OWN } from './knownPath';
import { isRouted, screenOf } from './routed';
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
  readonly children: readonly MenuEntry[];
}

const isWeb = (url: string) => /^(?:https?:\/\/|\/(?![/\\]))/i.test(url);
const isShown = ({ type, extend }: MenuNode) => type !== 'button' && extend !== 'add_rules_only';

const KNOWN_TYPES = new Set(['tab', 'link', 'iframe', '']);
function addressOf(node: MenuNode): string {
  if (node.type === 'menu_dir' || node.menu_type === 'link') return '';
  if (node.menu_type === 'iframe') return node.url === '' ? '' : embedPath(node.url);
  return `/admin/${screenOf(node)}`;
}

/** Whether something opens at the entry: a rule for the menu alone needs another that gives the route. */
function leads(node: MenuNode, menus: readonly MenuNode[]): boolean {
  if (node.menu_type === 'link') return isWeb(node.url);
  const to = addressOf(node);
  if (to === '') return false;
  if (node.menu_type === 'iframe') return embeddedUrl(to, menus, window.location.origin) !== undefined;
  return node.extend !== 'add_menu_only' || OWN.has(to) || isRouted(screenOf(node), menus);
}

function troubleOf(node: MenuNode, menus: readonly MenuNode[]): MenuEntry['trouble'] {
  if (node.type === 'menu_dir') return undefined;
  if (!KNOWN_TYPES.has(node.menu_type)) return 'type';
  return leads(node, menus) ? undefined : 'route';
}

interface Reading {
  readonly registry: Registry;
  readonly lang: Lang;
  readonly menus: readonly MenuNode[];
  /** Rules that are read at all. */
  readonly counts: (node: MenuNode) => boolean;
}
function entryOf(node: MenuNode, reading: Reading): MenuEntry {
  const { registry, lang, menus, counts } = reading;
  const screen = screenOf(node);
  const children = node.children.filter(counts).map((child) => entryOf(child, reading));
  return {
    id: node.id,
    title: ruleTitle(node.title, lang, registry),
    icon: node.icon,
    to: addressOf(node),
    href: node.menu_type === 'link' && isWeb(node.url) ? node.url : '',
    trouble: troubleOf(node, menus),
    entity: registry.get(screen)?.name ?? '',
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
export const useMenu = (): readonly MenuEntry[] => useEntries(isShown);

/** Everything with a name and an address, also what only has a route: for tabs, the way here and the window's title. */
const isPlace = ({ type }: MenuNode) => type !== 'button';
export const usePlaces = (): readonly MenuEntry[] => useEntries(isPlace);

export const leavesOf = (entries: readonly MenuEntry[]): readonly MenuEntry[] =>
  entries.flatMap((entry) => (entry.children.length > 0 ? leavesOf(entry.children) : [entry]));

export const isOpenAt = (entry: MenuEntry, path: string): boolean =>
  entry.to !== '' && (path === entry.to || path.startsWith(`${entry.to}/`));

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
