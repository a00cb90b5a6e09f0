/** Whether an address of the console leads anywhere: what the loading route asks before it sends people on. */
import type { Registry } from '../../../common/entity/registry';
import type { MenuNode } from '../../shared/bootstrap';
import { SIDES } from '../../shared/onward';
import { embeddedUrl } from './embedded';
import { openedAt } from './routed';

export function isKnownPath(
  path: string,
  { registry, menus, origin }: { registry: Registry; menus: readonly MenuNode[]; origin: string },
): boolean {
  const pathname = path.split('?')[0] ?? '';
  if (pathname === SIDES.admin.home || embeddedUrl(pathname, menus, origin) !== undefined) return true;
  return openedAt(pathname, { registry, menus }) !== undefined;
}
