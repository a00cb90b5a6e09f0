/** The menu as people see it: titles in their language, addresses of screens, and which entry is open. */
import { useMemo } from 'react';
import type { Registry } from '../../../common/entity/registry';
import { entityWords } from '../../../common/locales/entityWords';
import { lookUp } from '../../../common/locales/words';
import { useEngine } from '../../engine/engineContext';
import { useBootstrap, type MenuNode } from '../../shared/bootstrap';
import { useLang } from '../../shared/i18n';
import type { Lang } from '../../shared/settings';
import { embedPath } from './embedded';

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

/** Words of a definition unless staff gave the entry a title of their own. */
function titleOf(node: MenuNode, registry: Registry, lang: Lang): string {
  const entity = registry.get(node.title);
  if (entity) return entityWords(entity, lang).many;
  return lookUp(lang, `menu.${node.title}`) ?? node.title;
}

/** `news`, `/news` and `/admin/news` mean the same screen. */
const screenOf = (node: MenuNode) => (node.path || node.name).replace(/^\/?(admin\/)?/, '');
const isWeb = (url: string) => /^(?:https?:\/\/|\/(?![/\\]))/i.test(url);
const isShown = ({ type, extend }: MenuNode) => type !== 'button' && extend !== 'add_rules_only';

const KNOWN_TYPES = new Set(['tab', 'link', 'iframe', '']);
function addressOf(node: MenuNode): string {
  if (node.type === 'menu_dir' || node.menu_type === 'link') return '';
  if (node.menu_type === 'iframe') return node.url === '' ? '' : embedPath(node.url);
  return `/admin/${screenOf(node)}`;
}

function troubleOf(node: MenuNode): MenuEntry['trouble'] {
  if (node.type === 'menu_dir') return undefined;
  if (!KNOWN_TYPES.has(node.menu_type)) return 'type';
  return addressOf(node) === '' && !(node.menu_type === 'link' && isWeb(node.url)) ? 'route' : undefined;
}

function entryOf(node: MenuNode, registry: Registry, lang: Lang): MenuEntry {
  const screen = screenOf(node);
  const children = node.children.filter(isShown).map((child) => entryOf(child, registry, lang));
  return {
    id: node.id,
    title: titleOf(node, registry, lang),
    icon: node.icon,
    to: addressOf(node),
    href: node.menu_type === 'link' && isWeb(node.url) ? node.url : '',
    trouble: troubleOf(node),
    entity: registry.get(screen)?.name ?? '',
    children,
  };
}

/** A folder in which nothing is left for this person is not shown. */
const isUseful = (entry: MenuEntry): boolean =>
  entry.to !== '' || entry.href !== '' || entry.trouble !== undefined || entry.children.some(isUseful);

/** What of the server's menu this person sees, in a language. */
export const menuEntries = (menus: readonly MenuNode[], registry: Registry, lang: Lang): readonly MenuEntry[] =>
  menus
    .filter(isShown)
    .map((node) => entryOf(node, registry, lang))
    .filter(isUseful);

export function useMenu(): readonly MenuEntry[] {
  const { menus } = useBootstrap();
  const { registry } = useEngine();
  const lang = useLang();
  return useMemo(() => menuEntries(menus, registry, lang), [menus, registry, lang]);
}

export const leavesOf = (entries: readonly MenuEntry[]): readonly MenuEntry[] =>
  entries.flatMap((entry) => (entry.children.length > 0 ? leavesOf(entry.children) : [entry]));

export const isOpenAt = (entry: MenuEntry, path: string): boolean =>
  entry.to !== '' && (path === entry.to || path.startsWith(`${entry.to}/`));

/** From the root of the menu to the entry that is open; empty when none is. */
export function trailTo(entries: readonly MenuEntry[], path: string): readonly MenuEntry[] {
  for (const entry of entries) {
    if (isOpenAt(entry, path)) return [entry];
    const below = trailTo(entry.children, path);
    if (below.length > 0) return [entry, ...below];
  }
  return [];
}
