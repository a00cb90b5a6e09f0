/** The console's menu: rules that follow from the definitions, and the tree and button map one admin gets of the stored rules. */
import { hasPermission, type Actor } from '../../../common/entity/access';
import type { AnyEntity } from '../../../common/entity/entity';
import type { Registry } from '../../../common/entity/registry';
import { limitToMethod } from '../../access/rbac/methodLimits';
import { isAdminScreen, rulePath, ruleScreen } from '../../../common/adminScreens';
import {
  hasAdminScreen,
  permissionActions,
  permissionPrefix,
  permissionKey,
} from '../../../common/entity/permissionKeys';

/** A menu rule that the definitions require. It names its parent, which may not be stored yet. */
export interface RequiredMenuRule {
  readonly type: 'menu_dir' | 'menu' | 'button';
  readonly parent: string | null;
  readonly name: string;
  /** A key of the translations; admins may store their own text instead. */
  readonly title: string;
  readonly path: string | null;
  readonly icon: string | null;
  readonly component: string | null;
  readonly weigh: number;
}

/** The screen that every admin may open. */
const DASHBOARD = 'dashboard';
const dashboardRule: RequiredMenuRule = {
  type: 'menu',
  parent: null,
  name: DASHBOARD,
  title: 'overview',
  path: DASHBOARD,
  icon: DASHBOARD,
  component: DASHBOARD,
  weigh: 2000,
};

/** The marketplace is a screen of its own below the modules; it has no buttons, since only super admins open it. */
const MARKET = 'market';
const marketRule = (outline: MenuOutline, parent: string): RequiredMenuRule => ({
  type: 'menu',
  parent: groupRule(parent),
  name: MARKET,
  title: MARKET,
  path: `module/${MARKET}`,
  icon: 'local_mall',
  component: MARKET,
  weigh: screenWeight(outline, parent, MARKET),
});

/** The folders of the sidebar in order, and the order of the screens in each; screens that are not named come last. */
export type MenuOutline = readonly {
  readonly group: string;
  readonly icon: string;
  readonly screens: readonly string[];
}[];

/** All menu rules of a set of definitions, parents first. */
export function requiredMenuRules(
  entities: readonly AnyEntity[],
  outline: MenuOutline = [],
): readonly RequiredMenuRule[] {
  const screens = entities.filter(hasAdminScreen);
  const groups = [...new Set(screens.map(({ spec }) => spec.menu))];
  return [
    dashboardRule,
    ...groups.map((group) => groupMenuRule(outline, group)),
    ...screens.map((screen, index) => screenMenuRule(outline, screen, index)),
    ...screens.filter(({ name }) => name === 'module').map(({ spec }) => marketRule(outline, spec.menu)),
    ...screens.flatMap(buttonMenuRules),
  ];
}

/** The position of a name in a list; names that are not in it come after all others. */
const getPosition = (orderedNames: readonly string[], name: string, otherwise = 0): number =>
  orderedNames.includes(name) ? orderedNames.indexOf(name) : orderedNames.length + otherwise;

/** Rule names are unique, but a folder and a screen may have the same name (`enterprise`): the prefix tells their rules apart. */
const groupRule = (group: string): string => `menu/${group}`;
const groupMenuRule = (outline: MenuOutline, name: string): RequiredMenuRule => ({
  type: 'menu_dir',
  parent: null,
  name: groupRule(name),
  title: name,
  path: name,
  icon: outline.find(({ group }) => group === name)?.icon ?? null,
  component: null,
  weigh:
    1000 -
    10 *
      getPosition(
        outline.map(({ group }) => group),
        name,
      ),
});
const screenWeight = (outline: MenuOutline, folder: string, name: string, otherwise = 0): number =>
  500 - getPosition(outline.find(({ group }) => group === folder)?.screens ?? [], name, otherwise);
const screenMenuRule = (outline: MenuOutline, entity: AnyEntity, index: number): RequiredMenuRule => ({
  type: 'menu',
  parent: groupRule(entity.spec.menu),
  name: permissionPrefix(entity),
  title: entity.name,
  path: permissionPrefix(entity),
  icon: entity.spec.icon,
  component: isAdminScreen(permissionPrefix(entity)) ? permissionPrefix(entity) : entity.name,
  weigh: screenWeight(outline, entity.spec.menu, entity.name, index),
});

function buttonMenuRules(entity: AnyEntity): readonly RequiredMenuRule[] {
  return permissionActions(entity).map((action, index) => ({
    type: 'button',
    parent: permissionPrefix(entity),
    name: permissionKey(entity, action),
    title: action,
    path: null,
    icon: null,
    component: null,
    weigh: 100 - index,
  }));
}

/** The columns of a stored rule that the menu needs. */
export interface StoredRule {
  readonly id: number;
  readonly pid: number | null;
  readonly type: string;
  readonly title: string;
  /** The title in English; empty without one. */
  readonly title_en: string;
  readonly name: string;
  readonly path: string | null;
  readonly icon: string | null;
  readonly menu_type: string | null;
  readonly url: string | null;
  readonly component: string | null;
  readonly keepalive: number;
  readonly extend: string;
  /** Text above the list of the screen. */
  readonly remark: string;
  readonly weigh: number;
  /** For a button: the only request method for which the rule grants its permission; null: every method. */
  readonly method: string | null;
}
export interface MenuNode extends Omit<StoredRule, 'weigh'> {
  readonly children: readonly MenuNode[];
}
export interface Menu {
  readonly menus: readonly MenuNode[];
  /** Screen path → permission keys that the actor has there. */
  readonly permissions: Readonly<Record<string, readonly string[]>>;
}

/**
 * Builds the menu of one actor from the enabled rules: the screens it may list, their permissions, and no empty folders. Without a registry
 * no screen is known to be for super admins only.
 */
export function buildMenu(actor: Actor, rules: readonly StoredRule[], registry?: Registry): Menu {
  const { byParent, buttonsByScreen } = getRuleIndex(rules);
  const permissionsByPath = new Map<string, Set<string>>();
  const getButtons = (screen: string) => buttonsByScreen.get(screen) ?? [];
  const isHiddenScreen = (rule: Omit<StoredRule, 'weigh'>): boolean =>
    !actor.isSuper &&
    (SUPER_SCREENS.has(findRuleScreen(rule)) || registry?.get(findRuleScreen(rule))?.spec.superOnly === true);
  const build = (parent: number | null): readonly MenuNode[] =>
    (byParent.get(parent) ?? []).flatMap(({ weigh: _weigh, ...rule }) => {
      const buttons = byParent.get(rule.id)?.filter(({ type }) => type === 'button') ?? [];
      if (rule.type === 'button' || isHiddenScreen(rule) || !canOpenScreen(actor, rule, buttons)) return [];
      if (rule.type === 'menu')
        addPermissions(
          permissionsByPath,
          screenPath(rule),
          heldPermissions(actor, [...buttons, ...getButtons(findRuleScreen(rule))]),
        );
      const children = build(rule.id);
      return rule.type === 'menu_dir' && children.length === 0 ? [] : [{ ...rule, children }];
    });
  const menus = build(null);
  return {
    menus,
    permissions: Object.fromEntries(
      [...permissionsByPath].map(([path, heldPermissions]) => [path, [...heldPermissions]]),
    ),
  };
}

/** Adds permission keys to a path: several rules may lead to one path. */
function addPermissions(permissionsByPath: Map<string, Set<string>>, path: string, added: readonly string[]): void {
  permissionsByPath.set(path, new Set([...(permissionsByPath.get(path) ?? []), ...added]));
}

/** Orders rules by weight, the greatest first. */
export const compareRules = (one: StoredRule, other: StoredRule): number =>
  other.weigh - one.weigh || one.id - other.id;

interface RuleIndex {
  readonly byParent: ReadonlyMap<number | null, readonly StoredRule[]>;
  /** The buttons whose names begin with `<screen>/`. */
  readonly buttonsByScreen: ReadonlyMap<string, readonly StoredRule[]>;
}
const indexes = new WeakMap<readonly StoredRule[], RuleIndex>();

/** The index of a list of rules, made once for all admins whose menus are built from it. */
function getRuleIndex(rules: readonly StoredRule[]): RuleIndex {
  const index = indexes.get(rules) ?? createIndex(rules);
  indexes.set(rules, index);
  return index;
}

function createIndex(rules: readonly StoredRule[]): RuleIndex {
  const byParent = new Map<number | null, StoredRule[]>();
  for (const rule of [...rules].sort(compareRules)) append(byParent, rule.pid === 0 ? null : rule.pid, rule);
  const buttonsByScreen = new Map<string, StoredRule[]>();
  for (const button of [...byParent.values()].flat().filter(({ type }) => type === 'button'))
    for (let end = button.name.indexOf('/'); end >= 0; end = button.name.indexOf('/', end + 1))
      append(buttonsByScreen, button.name.slice(0, end), button);
  return { byParent, buttonsByScreen };
}

function append<K>(groups: Map<K, StoredRule[]>, key: K, rule: StoredRule): void {
  const group = groups.get(key);
  if (group === undefined) groups.set(key, [rule]);
  else group.push(rule);
}

/** Screens that every admin may open. */
const ALWAYS_OPEN_SCREENS: ReadonlySet<string> = new Set([DASHBOARD, 'profile']);
/** Screens of super admins that show no entity. */
const SUPER_SCREENS: ReadonlySet<string> = new Set([MARKET]);
/** The permissions of screens that show no entity. */
const PERMISSIONS_BY_SCREEN: Readonly<Record<string, string | undefined>> = {
  explain: 'admin_group/index',
  terminal: 'terminal/index',
};

/** The screen that a rule opens in a tab; for a rule that opens no tab, the rule's own name. */
export const findRuleScreen = (rule: Pick<StoredRule, 'name' | 'path' | 'menu_type' | 'component'>): string =>
  rule.menu_type === 'tab' ? ruleScreen(rule) : rule.name;

/**
 * Whether the actor may open a screen. The actor needs the screen's `index` permission for GET: that of the rule's own index button if
 * there is one, else `<screen>/index`.
 */
const canOpenScreen = (
  actor: Actor,
  rule: Pick<StoredRule, 'type' | 'name' | 'path' | 'menu_type' | 'component'>,
  buttons: readonly StoredRule[],
): boolean => {
  if (rule.type !== 'menu') return true;
  const screen = findRuleScreen(rule);
  if (ALWAYS_OPEN_SCREENS.has(screen)) return true;
  const list = buttons.find(({ name }) => name === `${rule.name}/index`);
  const permission = screen === rule.name ? rule.name : (PERMISSIONS_BY_SCREEN[screen] ?? `${screen}/index`);
  return holdsPermission(actor, list?.name ?? permission, ['GET']);
};
const screenPath = ({ path, name }: { readonly path: string | null; readonly name: string }): string =>
  `/admin/${rulePath({ path, name })}`;
const heldPermissions = (actor: Actor, buttons: readonly StoredRule[]): readonly string[] =>
  buttons.filter(({ name }) => holdsPermission(actor, name, methodsFor(name))).map(({ name }) => `/admin/${name}`);

/** The request methods by which the admin console uses a permission: it lists rows by GET and changes them by POST. */
const METHODS: Readonly<Record<string, readonly string[] | undefined>> = {
  index: ['GET'],
  ...Object.fromEntries(['add', 'edit', 'del', 'sortable', 'restore', 'purge'].map((action) => [action, ['POST']])),
};
const methodsFor = (permission: string): readonly string[] =>
  METHODS[permission.slice(permission.lastIndexOf('/') + 1)] ?? ['GET', 'POST'];
/** Whether the actor has the permission for a request by one of these methods. */
const holdsPermission = (actor: Actor, permission: string, methods: readonly string[]): boolean =>
  methods.some((method) => hasPermission(limitToMethod(actor, method), permission));
