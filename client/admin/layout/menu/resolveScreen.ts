/** What opens at an address of the console: menu rules say where screens stand (specification, point 3). */
import {
  isAdminScreen,
  isRecordSegment,
  rulePath,
  ruleScreen,
  type AdminScreen,
} from '../../../../common/adminScreens';
import type { AnyEntity } from '../../../../common/entity/entity';
import type { Registry } from '../../../../common/entity/registry';
import type { MenuNode } from '../../../shared/api/bootstrap';
import { APP_PATHS } from '../../../shared/routing/safeRedirects';

const { home } = APP_PATHS.admin;

/** The part of the bootstrap and of the engine that addresses are read by. */
export interface RoutingContext {
  readonly registry: Registry;
  readonly menus: readonly MenuNode[];
}
interface ScreenTarget {
  /** The entity whose records the screen shows. */
  readonly entity?: AnyEntity;
  /** The screen that shows no entity. */
  readonly customScreen?: AdminScreen;
}
export interface ResolvedScreen extends ScreenTarget {
  /** Address of the screen without a record. */
  readonly basePath: string;
  /** `new` or an id. */
  readonly recordId: string | undefined;
  /** Whether the screen keeps its state when its tab is left. */
  readonly keepalive: boolean;
}
/** The screen stands at another address. */
export interface RedirectedScreen {
  readonly to: string;
}

const flattenRules = (menus: readonly MenuNode[]): readonly MenuNode[] =>
  menus.flatMap((node) => [node, ...flattenRules(node.children)]);
/** Rules that open a screen of the console in a tab. */
export const opensInTab = ({ type, menu_type }: Pick<MenuNode, 'type' | 'menu_type'>): boolean =>
  type === 'menu' && (menu_type === 'tab' || menu_type === '');

/** `/admin/content/articles` for a rule with that path. */
export const ruleUrl = (node: MenuNode): string => `${home}/${rulePath(node)}`;

/** The screen of that name, if the console has one. */
export function findScreen(name: string, registry: Registry): ScreenTarget | undefined {
  if (isAdminScreen(name)) return { customScreen: name };
  const entity = registry.get(name);
  return entity && { entity };
}

/** Tab rules that give a route to a screen the console has, in the order of the menu. */
const screenRoutes = ({ registry, menus }: RoutingContext) =>
  flattenRules(menus).flatMap((node) => {
    const screen = opensInTab(node) && node.extend !== 'add_menu_only' && findScreen(ruleScreen(node), registry);
    return screen ? [{ node, screen, path: rulePath(node) }] : [];
  });

/** Splits `news/5` into `news` and `5`. */
function splitRecordPath(path: string): { readonly base: string; readonly record: string | undefined } {
  const at = path.lastIndexOf('/');
  const last = path.slice(at + 1);
  return at > 0 && isRecordSegment(last)
    ? { base: path.slice(0, at), record: last }
    : { base: path, record: undefined };
}

/**
 * The screen at an address of the console; `undefined` where there is none. The first rule in the menu's order wins. A screen that no
 * rule names stands at its own name. A screen whose rules stand elsewhere answers the address of the first of them.
 */
export function resolveScreen(
  pathname: string,
  context: RoutingContext,
): ResolvedScreen | RedirectedScreen | undefined {
  if (!pathname.startsWith(`${home}/`)) return undefined;
  const path = pathname.slice(home.length + 1).toLowerCase();
  const { base: basePath, record: recordId } = splitRecordPath(path);
  const routes = screenRoutes(context);
  const exactRoute = routes.find((route) => route.path === path);
  const matchedRoute =
    exactRoute ?? routes.find((route) => route.path === basePath && route.screen.entity !== undefined);
  if (matchedRoute)
    return {
      ...matchedRoute.screen,
      basePath: `${home}/${matchedRoute.path}`,
      recordId: exactRoute ? undefined : recordId,
      keepalive: matchedRoute.node.keepalive,
    };
  return resolveByName({ base: basePath, record: recordId }, context, routes);
}

function resolveByName(
  { base: basePath, record: recordId }: ReturnType<typeof splitRecordPath>,
  { registry, menus }: RoutingContext,
  routes: ReturnType<typeof screenRoutes>,
): ResolvedScreen | RedirectedScreen | undefined {
  const screen = findScreen(basePath, registry);
  if (screen === undefined || (screen.customScreen !== undefined && recordId !== undefined)) return undefined;
  const [firstRoute] = routes.filter(({ node }) => ruleScreen(node) === basePath);
  if (firstRoute) return { to: `${home}/${firstRoute.path}${recordId === undefined ? '' : `/${recordId}`}` };
  const isMenuOnly = flattenRules(menus).some((node) => opensInTab(node) && ruleScreen(node) === basePath);
  if (isMenuOnly && screen.customScreen === undefined) return undefined;
  return { ...screen, basePath: `${home}/${basePath}`, recordId, keepalive: false };
}
