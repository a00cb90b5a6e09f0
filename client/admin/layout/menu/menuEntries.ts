/** Menu entries in the reader's language, with their paths, and the entry at a path. */
import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { isAdminScreen, isRecordSegment, isRulePath, rulePath, ruleScreen } from '../../../../common/adminScreens';
import type { Registry } from '../../../../common/entity/registry';
import { entityLabels } from '../../../../common/locales/entityLabels';
import { useEngine } from '../../../engine/engineContext';
import { useBootstrap, type MenuNode } from '../../../shared/api/bootstrap';
import { useLanguage } from '../../../shared/i18n/i18n';
import type { Lang } from '../../../../common/lang';
import { APP_PATHS } from '../../../shared/routing/safeRedirects';
import { embeddedUrl, consoleEmbedPath } from './embeddedPages';
import { resolveScreen, opensInTab, ruleUrl, findScreen } from './resolveScreen';
import { storedRuleTitle } from '../../../../common/locales/ruleTitle';

export interface MenuEntry {
  readonly id: number;
  readonly title: string;
  readonly icon: string;
  /** Path inside the console. */
  readonly to: string;
  /** External URL that opens in a new tab. */
  readonly href: string;
  /** Why the entry cannot be followed, if it cannot. */
  readonly problem: 'type' | 'route' | undefined;
  /** Name of the entity that the entry opens; empty for none. */
  readonly entity: string;
  /** Name of the custom screen that the entry opens; empty for none. */
  readonly customScreen: string;
  readonly children: readonly MenuEntry[];
}

const DASHBOARD_SCREEN = 'dashboard';
const isWebUrl = (url: string) => /^(?:https?:\/\/|\/(?![/\\]))/i.test(url);
const isInMenu = ({ type, extend }: MenuNode) => type !== 'button' && extend !== 'add_rules_only';

const KNOWN_MENU_TYPES = new Set(['tab', 'link', 'iframe', '']);
function pathOfRule(node: MenuNode): string {
  if (node.type === 'menu_dir' || node.menu_type === 'link') return '';
  if (node.menu_type === 'iframe') return node.url === '' ? '' : consoleEmbedPath(node.url);
  return ruleUrl(node);
}

/** Whether the entry has a target. A rule of the kind "menu only" needs another rule that adds the route. */
function hasTarget(node: MenuNode, { menus, registry }: MenuContext): boolean {
  if (node.menu_type === 'link') return isWebUrl(node.url);
  const to = pathOfRule(node);
  if (to === '') return false;
  if (node.menu_type === 'iframe') return embeddedUrl(to, menus, window.location.origin) !== undefined;
  if (node.extend === 'add_menu_only') return resolveScreen(to, { menus, registry }) !== undefined;
  return findScreen(ruleScreen(node), registry) !== undefined && isRulePath(rulePath(node));
}

function findProblem(node: MenuNode, context: MenuContext): MenuEntry['problem'] {
  if (node.type === 'menu_dir') return undefined;
  if (!KNOWN_MENU_TYPES.has(node.menu_type)) return 'type';
  return hasTarget(node, context) ? undefined : 'route';
}

interface MenuContext {
  readonly registry: Registry;
  readonly language: Lang;
  readonly menus: readonly MenuNode[];
  /** Filter of the menu rules. */
  readonly isIncluded: (node: MenuNode) => boolean;
}
function screenOfRule(node: MenuNode, registry: Registry): Pick<MenuEntry, 'entity' | 'customScreen'> {
  const screen = opensInTab(node) ? ruleScreen(node) : '';
  return { entity: registry.get(screen)?.name ?? '', customScreen: isAdminScreen(screen) ? screen : '' };
}

function toMenuEntry(node: MenuNode, context: MenuContext): MenuEntry {
  const { registry, language, isIncluded } = context;
  const children = node.children.filter(isIncluded).map((child) => toMenuEntry(child, context));
  return {
    id: node.id,
    title: storedRuleTitle(node, language, registry),
    icon: node.icon,
    to: pathOfRule(node),
    href: node.menu_type === 'link' && isWebUrl(node.url) ? node.url : '',
    problem: findProblem(node, context),
    ...screenOfRule(node, registry),
    children,
  };
}

/** Hides folders without any entry for this reader. */
const isReachable = (entry: MenuEntry): boolean =>
  entry.to !== '' || entry.href !== '' || entry.problem !== undefined || entry.children.some(isReachable);

/** Menu entries of the rules this reader has, in one language. `isIncluded` selects other rules than those of the menu. */
export const menuEntries = (
  menus: readonly MenuNode[],
  registry: Registry,
  language: Lang,
  isIncluded = isInMenu,
): readonly MenuEntry[] =>
  menus
    .filter(isIncluded)
    .map((node) => toMenuEntry(node, { registry, language, menus, isIncluded }))
    .filter(isReachable);

function useMenuEntries(isIncluded: (node: MenuNode) => boolean): readonly MenuEntry[] {
  const { menus } = useBootstrap();
  const { registry } = useEngine();
  const language = useLanguage();
  return useMemo(() => menuEntries(menus, registry, language, isIncluded), [menus, registry, language, isIncluded]);
}
/** Rules with a title and a path, including those of the kind "route only": for tabs, breadcrumbs and the document title. */
const hasPath = ({ type }: MenuNode) => type !== 'button';
export const useAllMenuEntries = (): readonly MenuEntry[] => useMenuEntries(hasPath);

const useDashboardEntry = (): MenuEntry | undefined =>
  menuLeaves(useAllMenuEntries()).find(
    ({ customScreen, problem }) => customScreen === DASHBOARD_SCREEN && problem === undefined,
  );

/** Menu without the rules of the dashboard at the path of `useDashboardLink`, which every menu shows first. */
export function useMenu(): readonly MenuEntry[] {
  const to = useDashboardEntry()?.to;
  const isIncluded = useCallback(
    (node: MenuNode) =>
      isInMenu(node) && !(opensInTab(node) && ruleScreen(node) === DASHBOARD_SCREEN && pathOfRule(node) === to),
    [to],
  );
  return useMenuEntries(isIncluded);
}

/** Link to the dashboard: title and path of its first rule, or the defaults. */
export function useDashboardLink(): Pick<MenuEntry, 'title' | 'icon' | 'to'> {
  const { t } = useTranslation();
  const dashboardEntry = useDashboardEntry();
  if (dashboardEntry === undefined)
    return { title: t('console.nav.overview'), icon: DASHBOARD_SCREEN, to: APP_PATHS.admin.front };
  return { title: dashboardEntry.title, icon: dashboardEntry.icon || DASHBOARD_SCREEN, to: dashboardEntry.to };
}

export const menuLeaves = (entries: readonly MenuEntry[]): readonly MenuEntry[] =>
  entries.flatMap((entry) => (entry.children.length > 0 ? menuLeaves(entry.children) : [entry]));

export const isOpenAt = (entry: MenuEntry, path: string): boolean =>
  entry.to !== '' &&
  (path === entry.to || (path.startsWith(`${entry.to}/`) && isRecordSegment(path.slice(entry.to.length + 1))));

/** Entry of an entity without a menu rule, for example after its permission was lost: titled with the entity's label. */
export function entityEntryAt(
  path: string,
  registry: Registry,
  language: Lang,
): Pick<MenuEntry, 'title' | 'to'> | undefined {
  const name = path.split('/')[2] ?? '';
  const entity = registry.get(name);
  return entity && { title: entityLabels(entity, language).many, to: `/admin/${name}` };
}

/** Entries from the root to the entry at the path; empty when there is none. */
export function findMenuTrail(entries: readonly MenuEntry[], path: string): readonly MenuEntry[] {
  for (const entry of entries) {
    if (isOpenAt(entry, path)) return [entry];
    const childTrail = findMenuTrail(entry.children, path);
    if (childTrail.length > 0) return [entry, ...childTrail];
  }
  return [];
}
