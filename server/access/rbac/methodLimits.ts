/** Request methods of menu rules of type button: a rule with a method grants its permission only to requests with that method. */
import type { Actor } from '../../../common/entity/access';
import type { Services } from '../../context';
import { copyApiTokenName } from './apiTokenName';

/** Permission key → the only method it is granted for, in upper case. Permission keys without a limit are absent. */
export type MethodLimits = ReadonlyMap<string, string>;

/** Reads the method limits of all enabled button rules. */
export async function loadMethodLimits(tx: Pick<Services['db'], 'rows'>): Promise<MethodLimits> {
  const rows = await tx.rows<{ readonly name: string; readonly method: string }>(
    "SELECT name, method FROM `menu_rule` WHERE `type` = 'button' AND status = 1 AND delete_time IS NULL AND method IS NOT NULL AND method <> 'ANY'",
  );
  return new Map(rows.map(({ name, method }) => [name.toLowerCase(), method.toUpperCase()]));
}

const limitedActors = new WeakMap<Actor, Map<string, Actor>>();

/**
 * The actor with only the permissions that are granted for a request method. Super admins are not limited. The same actor and method give
 * the same object.
 */
export function limitToMethod(actor: Actor, method: string): Actor {
  const { methods, permissions } = actor;
  if (methods === undefined || methods.size === 0 || actor.isSuper) return actor;
  const wantedMethod = method === 'HEAD' ? 'GET' : method;
  const cachedActors = limitedActors.get(actor) ?? new Map<string, Actor>();
  const cached = cachedActors.get(wantedMethod);
  if (cached) return cached;
  const allowedPermissions = [...permissions].filter(
    (permission) => (methods.get(permission) ?? wantedMethod) === wantedMethod,
  );
  const narrowedActor =
    allowedPermissions.length === permissions.size
      ? actor
      : copyApiTokenName(actor, { ...actor, permissions: new Set(allowedPermissions) });
  limitedActors.set(actor, cachedActors.set(wantedMethod, narrowedActor));
  return narrowedActor;
}
