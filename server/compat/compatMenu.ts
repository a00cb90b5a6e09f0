/** Converts the menu of the console to the tree of older clients: screens as files of the client, buttons as children. */
import { rulePath } from '../../common/adminScreens';
import { buttonRuleTitle, storedRuleTitle } from '../../common/locales/ruleTitle';
import { translate } from '../../common/locales/translate';
import type { Registry } from '../../common/entity/registry';
import type { Lang } from '../../common/lang';
import { findRuleScreen, type Menu, type MenuNode } from '../modules/bootstrap/menu';
import { backendFile, COMPAT_SCREENS, ELSEWHERE_ICON, findClientIcon, FOLDER_ICON, type CompatScreen } from './screens';

export interface CompatMenuNode {
  readonly id: number;
  readonly pid: number;
  readonly type: 'menu_dir' | 'menu' | 'button';
  readonly title: string;
  readonly name: string;
  readonly path: string;
  readonly icon: string;
  readonly menu_type: string | null;
  readonly url: string;
  readonly component: string;
  /** The name of the component to keep; 0: none. */
  readonly keepalive: string | 0;
  readonly extend: string;
  readonly children: readonly CompatMenuNode[];
}

export interface MenuReader {
  readonly lang: Lang;
  readonly registry: Registry;
  /** The address of our own pages. */
  readonly origin: string;
}

const PROFILE = 'profile';
/** The folder of the profile in these clients. */
const PROFILE_FOLDER = 'menu/routine';
/** The id of the entry of the profile, which no stored rule has. */
const PROFILE_ID = -1;

/** The menu of one admin, with the entry of its own profile. */
export function toCompatMenu(menu: Menu, reader: MenuReader): readonly CompatMenuNode[] {
  const source = { permissions: menu.permissions, mainRules: findMainRules(menu.menus) };
  const nodes = menu.menus.flatMap((node) => toCompatNodes(node, source, reader));
  const profile = profileNodes(reader);
  const hasFolder = nodes.some(({ name }) => name === PROFILE_FOLDER);
  return hasFolder
    ? nodes.map((node) => (node.name === PROFILE_FOLDER ? { ...node, children: [...node.children, ...profile] } : node))
    : [...nodes, ...profile];
}

interface MenuSource {
  readonly permissions: Menu['permissions'];
  /** The id of the rule that has the name of each screen. A client has one route of each name. */
  readonly mainRules: ReadonlyMap<string, number>;
}
const listScreens = (nodes: readonly MenuNode[]): readonly MenuNode[] =>
  nodes.flatMap((node) =>
    node.type === 'menu_dir' ? listScreens(node.children) : node.menu_type === 'tab' ? node : [],
  );
/** The rule of the product for each screen; where it is gone, the first one. */
function findMainRules(menus: readonly MenuNode[]): ReadonlyMap<string, number> {
  const screens = listScreens(menus).map((node) => ({ screen: findRuleScreen(node), node }));
  const first = [...screens].reverse().map(({ screen, node }) => [screen, node.id] as const);
  const own = screens
    .filter(({ screen, node }) => node.name === screen)
    .map(({ screen, node }) => [screen, node.id] as const);
  return new Map([...first, ...own, [PROFILE, PROFILE_ID]]);
}

function toCompatNodes(node: MenuNode, menu: MenuSource, reader: MenuReader): readonly CompatMenuNode[] {
  const shared = sharedColumns(node, reader);
  if (node.type === 'menu_dir') {
    const children = node.children.flatMap((child) => toCompatNodes(child, menu, reader));
    return [{ ...shared, type: 'menu_dir', icon: findClientIcon(node.icon) ?? FOLDER_ICON, children }];
  }
  if (node.menu_type !== 'tab') return [{ ...shared, type: 'menu', menu_type: node.menu_type, url: node.url ?? '' }];
  const key = findRuleScreen(node);
  const shown = COMPAT_SCREENS.get(key);
  if (shown === undefined) return [elsewhereNode(node, shared, reader)];
  const icon = findClientIcon(node.icon) ?? shown.icon;
  const screen = { ...shown, icon, ...(menu.mainRules.get(key) === node.id ? {} : { name: shared.path }) };
  const keys = menu.permissions[`/admin/${rulePath(node)}`] ?? [];
  return screenNodes(screen, shared, toButtons(screen, keys, { node, reader }));
}

const sharedColumns = (node: MenuNode, { lang, registry }: MenuReader): CompatMenuNode => ({
  id: node.id,
  pid: node.pid ?? 0,
  type: 'menu',
  title: storedRuleTitle(node, lang, registry),
  name: node.name,
  path: rulePath(node),
  icon: findClientIcon(node.icon) ?? ELSEWHERE_ICON,
  menu_type: null,
  url: '',
  component: '',
  keepalive: node.keepalive === 1 ? node.name : 0,
  extend: node.extend,
  children: [],
});

/** A screen that only our own console has: the entry says so, and opens it there. */
const elsewhereNode = (node: MenuNode, shared: CompatMenuNode, { lang, origin }: MenuReader): CompatMenuNode => ({
  ...shared,
  title: translate(lang, 'compat.elsewhere', { title: shared.title }),
  menu_type: 'link',
  url: `${origin}/admin/${rulePath(node)}`,
});

/**
 * The nodes of a screen. Where the clients have different files, one entry is shown, and each file has a route at its path: a client adds
 * only the route whose file it has.
 */
function screenNodes(
  { name, files, icon }: CompatScreen,
  shared: CompatMenuNode,
  buttons: readonly CompatMenuNode[],
): readonly CompatMenuNode[] {
  const keepalive = shared.keepalive === 0 ? 0 : name;
  const screen: CompatMenuNode = { ...shared, name, path: name, icon, menu_type: 'tab', keepalive };
  const [file = '', ...others] = files.map(backendFile);
  if (others.length === 0) return [{ ...screen, component: file, children: buttons }];
  const routes = [file, ...others].map((component) => ({ ...screen, component, extend: 'add_rules_only' }));
  return [{ ...screen, component: file, extend: 'add_menu_only', children: buttons }, ...routes];
}

interface ButtonSource {
  readonly node: Pick<MenuNode, 'id'>;
  readonly reader: MenuReader;
}
/** The buttons of the permissions that the admin has, under the names of the client. */
function toButtons(
  screen: CompatScreen,
  keys: readonly string[],
  { node, reader }: ButtonSource,
): readonly CompatMenuNode[] {
  const actions = [...new Set([...keys.map((key) => key.slice(key.lastIndexOf('/') + 1)), ...(screen.actions ?? [])])];
  return actions.map((action, index) => ({
    id: -1000 * Math.abs(node.id) - index - 1,
    pid: node.id,
    type: 'button',
    title: buttonRuleTitle(action, `${screen.name}/${action}`, reader.lang, reader.registry),
    name: `${screen.name}/${action}`,
    path: '',
    icon: '',
    menu_type: null,
    url: '',
    component: '',
    keepalive: 0,
    extend: 'none',
    children: [],
  }));
}

/** Every admin may open its own profile; our menu has no entry for it. */
function profileNodes(reader: MenuReader): readonly CompatMenuNode[] {
  const screen = COMPAT_SCREENS.get(PROFILE);
  if (screen === undefined) return [];
  const node = { id: PROFILE_ID };
  const shared: CompatMenuNode = {
    id: PROFILE_ID,
    pid: 0,
    type: 'menu',
    title: translate(reader.lang, 'adminLayout.profile.title'),
    name: screen.name,
    path: screen.name,
    icon: screen.icon,
    menu_type: 'tab',
    url: '',
    component: '',
    keepalive: 0,
    extend: 'none',
    children: [],
  };
  return screenNodes(screen, shared, toButtons(screen, [], { node, reader }));
}
