/** Which screens menu rules give a route: one that only adds an entry to the menu leads nowhere by itself (specification, point 3). */
import type { MenuNode } from '../../shared/bootstrap';

/** `news`, `/news` and `/admin/news` mean the same screen. */
export const screenOf = ({ path, name }: Pick<MenuNode, 'path' | 'name'>): string =>
  (path || name).replace(/^\/?(admin\/)?/, '');

const rulesOf = (menus: readonly MenuNode[]): readonly MenuNode[] =>
  menus.flatMap((node) => [node, ...rulesOf(node.children)]);
const opensTab = ({ type, menu_type }: MenuNode) => type === 'menu' && menu_type !== 'link' && menu_type !== 'iframe';

/** A screen without any rule keeps its route: it is reached from other screens. */
export function isRouted(screen: string, menus: readonly MenuNode[]): boolean {
  const rules = rulesOf(menus).filter((node) => opensTab(node) && screenOf(node) === screen);
  return rules.length === 0 || rules.some(({ extend }) => extend !== 'add_menu_only');
}
