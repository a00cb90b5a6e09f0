/** Authorization (RBAC) of admins for the routes of an entity: the permission key of the verb. */
import type { AnyEntity } from '../../../common/entity/entity';
import type { Route } from './routeRegistry';

/**
 * The access of a route of an entity: admins with the permission; super admins in person where the entity is `superOnly`. Rows of personal
 * entities are guarded by their access clauses alone.
 */
export function staffAccess(
  { spec }: AnyEntity,
  permission?: string,
): Pick<Route, 'access' | 'permission' | 'rejectsApiTokens'> {
  if (spec.superOnly) return { access: 'super', rejectsApiTokens: true };
  if (spec.personal) return { access: 'admin', rejectsApiTokens: true };
  return { access: 'admin', ...(permission === undefined ? {} : { permission: permission }) };
}
