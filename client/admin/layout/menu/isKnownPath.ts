/** Whether a path of the console leads to a screen. The loading route checks it before it redirects. */
import type { Registry } from '../../../../common/entity/registry';
import type { MenuNode } from '../../../shared/api/bootstrap';
import { APP_PATHS } from '../../../shared/routing/safeRedirects';
import { embeddedUrl } from './embeddedPages';
import { resolveScreen } from './resolveScreen';

export function isKnownPath(
  path: string,
  { registry, menus, origin }: { registry: Registry; menus: readonly MenuNode[]; origin: string },
): boolean {
  const pathname = path.split('?')[0] ?? '';
  if (pathname === APP_PATHS.admin.home || embeddedUrl(pathname, menus, origin) !== undefined) return true;
  return resolveScreen(pathname, { registry, menus }) !== undefined;
}
