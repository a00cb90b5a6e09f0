/** Whether an address of the console leads anywhere: what the loading route asks before it sends people on. */
import type { Registry } from '../../../common/entity/registry';
import type { MenuNode } from '../../shared/bootstrap';
import { SIDES } from '../../shared/onward';
import { embeddedUrl } from './embedded';
import { isRouted } from './routed';

/** Screens that are no list of rows. */
export const OWN = new Set([
  ...[SIDES.admin.home, SIDES.admin.front],
  ...[`${SIDES.admin.home}/profile`, `${SIDES.admin.home}/explain`, `${SIDES.admin.home}/terminal`],
]);
const RECORD = /^(?:new|[1-9]\d{0,14})$/;

export function isKnownPath(
  path: string,
  { registry, menus, origin }: { registry: Registry; menus: readonly MenuNode[]; origin: string },
): boolean {
  const pathname = path.split('?')[0] ?? '';
  if (OWN.has(pathname) || embeddedUrl(pathname, menus, origin) !== undefined) return true;
  const [, , entity = '', record, ...more] = pathname.split('/');
  if (more.length > 0 || (record !== undefined && !RECORD.test(record))) return false;
  return registry.get(entity) !== undefined && isRouted(entity, menus);
}
