/** Which admins may call a route of an entity. */
import type { AnyEntity } from '../../../common/entity/entity';
import type { Route } from './routeRegistry';

/**
 * The access of a route of an entity: admins with the node; super admins in person where the entity is `superOnly`. Rows of personal
 * entities are guarded by their access clauses alone.
 */
export function staffAccess({ spec }: AnyEntity, node?: string): Pick<Route, 'access' | 'node' | 'inPerson'> {
  if (spec.superOnly) return { access: 'super', inPerson: true };
  if (spec.personal) return { access: 'admin', inPerson: true };
  return { access: 'admin', ...(node === undefined ? {} : { node }) };
}
