/** Resolves a path of the console to a screen, by the menu rules. */
import {
  isAdminScreen,
  isRecordSegment,
  rulePath,
  ruleScreen,
  type AdminScreen,
} from '../../../../common/adminScreens';
import { parseScreenComponent, type ModuleScreen } from '../../../../common/modules/moduleScreens';
import type { AnyEntity } from '../../../../common/entity/entity';
import type { Registry } from '../../../../common/entity/registry';
import type { MenuNode } from '../../../shared/api/bootstrap';
import { APP_PATHS } from '../../../shared/routing/safeRedirects';

const { home } = APP_PATHS.admin;

/** Input of the resolution: entities and menu rules. */
export interface RoutingContext {
  readonly registry: Registry;
  readonly menus: readonly MenuNode[];
}
interface ScreenTarget {
  /** Entity whose records the screen shows. */
  readonly entity?: AnyEntity;
  /** Name of a screen that shows no entity. */
  readonly customScreen?: AdminScreen;
  /** Screen of a module. */
  readonly moduleScreen?: ModuleScreen;
}
export interface ResolvedScreen extends ScreenTarget {
  /** Path of the screen without a record. */
  readonly basePath: string;
  /** `new` or an id. */
  readonly recordId: string | undefined;
  /** Whether the screen keeps its state while its tab is open. */
  readonly keepalive: boolean;
}
/** The screen is at another path. */
export interface RedirectedScreen {
  readonly to: string;
}

const flattenRules = (menus: readonly MenuNode[]): readonly MenuNode[] =>
  menus.flatMap((node) => [node, ...flattenRules(node.children)]);
/** Whether a rule opens a screen of the console in a tab. */
export const opensInTab = ({ type, menu_type }: Pick<MenuNode, 'type' | 'menu_type'>): boolean =>
  type === 'menu' && (menu_type === 'tab' || menu_type === '');

/** `/admin/content/articles` for a rule with that path. */
export const ruleUrl = (node: MenuNode): string => `${home}/${rulePath(node)}`;

/** Screen of this name; undefined when the console has none. */
export function findScreen(name: string, registry: Registry): ScreenTarget | undefined {
  if (isAdminScreen(name)) return { customScreen: name };
  const moduleScreen = parseScreenComponent(name);
  if (moduleScreen) return { moduleScreen };
  const entity = registry.get(name);
  return entity && { entity };
}

/** Rules that add a route to an existing screen, in menu order. */
const screenRoutes = ({ registry, menus }: RoutingContext) =>
  flattenRules(menus).flatMap((node) => {
    const screen = opensInTab(node) && node.extend !== 'add_menu_only' && findScreen(ruleScreen(node), registry);
    return screen ? [{ node, screen, path: rulePath(node) }] : [];
  });

/** Splits `news/5` into `news` and `5`. */
function splitRecordPath(path: string): { readonly basePath: string; readonly recordId: string | undefined } {
  const index = path.lastIndexOf('/');
  const last = path.slice(index + 1);
  return index > 0 && isRecordSegment(last)
    ? { basePath: path.slice(0, index), recordId: last }
    : { basePath: path, recordId: undefined };
}

/**
 * Resolves a path; undefined where it leads nowhere. The first matching rule in menu order wins. A screen without a rule is at
 * its own name. The own name of a screen whose rules have other paths redirects to the path of the first rule.
 */
export function resolveScreen(
  pathname: string,
  context: RoutingContext,
): ResolvedScreen | RedirectedScreen | undefined {
  if (!pathname.startsWith(`${home}/`)) return undefined;
  const path = pathname.slice(home.length + 1).toLowerCase();
  const { basePath, recordId } = splitRecordPath(path);
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
  return resolveByName({ basePath, recordId }, context, routes);
}

function resolveByName(
  { basePath, recordId }: ReturnType<typeof splitRecordPath>,
  { registry, menus }: RoutingContext,
  routes: ReturnType<typeof screenRoutes>,
): ResolvedScreen | RedirectedScreen | undefined {
  const screen = findScreen(basePath, registry);
  // Only a rule opens the screen of a module.
  if (screen === undefined || screen.moduleScreen || (screen.customScreen !== undefined && recordId !== undefined))
    return undefined;
  const [firstRoute] = routes.filter(({ node }) => ruleScreen(node) === basePath);
  if (firstRoute) return { to: `${home}/${firstRoute.path}${recordId === undefined ? '' : `/${recordId}`}` };
  const isMenuOnly = flattenRules(menus).some((node) => opensInTab(node) && ruleScreen(node) === basePath);
  if (isMenuOnly && screen.customScreen === undefined) return undefined;
  return { ...screen, basePath: `${home}/${basePath}`, recordId, keepalive: false };
}
