/** What opens at an address of the console: menu rules say where screens stand (specification, point 3). */
import { isAdminScreen, isRecordPart, rulePath, ruleScreen, type AdminScreen } from '../../../common/adminScreens';
import type { AnyEntity } from '../../../common/entity/entity';
import type { Registry } from '../../../common/entity/registry';
import type { MenuNode } from '../../shared/bootstrap';
import { SIDES } from '../../shared/onward';

const { home } = SIDES.admin;

/** The part of the bootstrap and of the engine that addresses are read by. */
export interface Routing {
  readonly registry: Registry;
  readonly menus: readonly MenuNode[];
}
interface Screen {
  /** The entity whose records the screen shows. */
  readonly entity?: AnyEntity;
  /** The screen that shows no entity. */
  readonly own?: AdminScreen;
}
export interface OpenedScreen extends Screen {
  /** Address of the screen without a record. */
  readonly base: string;
  /** `new` or an id. */
  readonly record: string | undefined;
  /** Whether the screen keeps its state when its tab is left. */
  readonly keepalive: boolean;
}
/** The screen stands at another address. */
export interface MovedScreen {
  readonly to: string;
}

const rulesOf = (menus: readonly MenuNode[]): readonly MenuNode[] =>
  menus.flatMap((node) => [node, ...rulesOf(node.children)]);
/** Rules that open a screen of the console in a tab. */
export const opensTab = ({ type, menu_type }: Pick<MenuNode, 'type' | 'menu_type'>): boolean =>
  type === 'menu' && (menu_type === 'tab' || menu_type === '');

/** `/admin/content/articles` for a rule with that path. */
export const ruleAddress = (node: MenuNode): string => `${home}/${rulePath(node)}`;

/** The screen of that name, if the console has one. */
export function screenNamed(name: string, registry: Registry): Screen | undefined {
  if (isAdminScreen(name)) return { own: name };
  const entity = registry.get(name);
  return entity && { entity };
}

/** Tab rules that give a route to a screen the console has, in the order of the menu. */
const routesIn = ({ registry, menus }: Routing) =>
  rulesOf(menus).flatMap((node) => {
    const screen = opensTab(node) && node.extend !== 'add_menu_only' && screenNamed(ruleScreen(node), registry);
    return screen ? [{ node, screen, path: rulePath(node) }] : [];
  });

/** Splits `news/5` into `news` and `5`. */
function parted(path: string): { readonly base: string; readonly record: string | undefined } {
  const at = path.lastIndexOf('/');
  const last = path.slice(at + 1);
  return at > 0 && isRecordPart(last) ? { base: path.slice(0, at), record: last } : { base: path, record: undefined };
}

/**
 * The screen at an address of the console; `undefined` where there is none. The first rule in the menu's order wins. A screen that no
 * rule names stands at its own name. A screen whose rules stand elsewhere answers the address of the first of them.
 */
export function openedAt(pathname: string, routing: Routing): OpenedScreen | MovedScreen | undefined {
  if (!pathname.startsWith(`${home}/`)) return undefined;
  const path = pathname.slice(home.length + 1).toLowerCase();
  const { base, record } = parted(path);
  const routes = routesIn(routing);
  const whole = routes.find((route) => route.path === path);
  const found = whole ?? routes.find((route) => route.path === base && route.screen.entity !== undefined);
  if (found)
    return {
      ...found.screen,
      base: `${home}/${found.path}`,
      record: whole ? undefined : record,
      keepalive: found.node.keepalive,
    };
  return namedAt({ base, record }, routing, routes);
}

function namedAt(
  { base, record }: ReturnType<typeof parted>,
  { registry, menus }: Routing,
  routes: ReturnType<typeof routesIn>,
): OpenedScreen | MovedScreen | undefined {
  const screen = screenNamed(base, registry);
  if (screen === undefined || (screen.own !== undefined && record !== undefined)) return undefined;
  const [first] = routes.filter(({ node }) => ruleScreen(node) === base);
  if (first) return { to: `${home}/${first.path}${record === undefined ? '' : `/${record}`}` };
  const isClosed = rulesOf(menus).some((node) => opensTab(node) && ruleScreen(node) === base);
  if (isClosed && screen.own === undefined) return undefined;
  return { ...screen, base: `${home}/${base}`, record, keepalive: false };
}
