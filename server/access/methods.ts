/** The request methods of button rules: a rule with a method gives its node to requests of that method only. */
import type { Actor } from '../../common/entity/access';
import type { Services } from '../context';
import { keepTokenName } from './apiTokens';

/** Permission node → the only method it is good for, in upper case. Nodes without a limit are absent. */
export type MethodLimits = ReadonlyMap<string, string>;

/** Reads the limits of all enabled button rules. */
export async function readMethodLimits(tx: Pick<Services['db'], 'rows'>): Promise<MethodLimits> {
  const rows = await tx.rows<{ readonly name: string; readonly method: string }>(
    "SELECT name, method FROM `menu_rule` WHERE `type` = 'button' AND status = 1 AND delete_time IS NULL AND method IS NOT NULL AND method <> 'ANY'",
  );
  return new Map(rows.map(({ name, method }) => [name.toLowerCase(), method.toUpperCase()]));
}

const limited = new WeakMap<Actor, Map<string, Actor>>();

/**
 * The actor with only the nodes that are good for a request method. Super admins hold everything and are not limited. The same
 * actor and method give the same object.
 */
export function limitedTo(actor: Actor, method: string): Actor {
  const { methods, nodes } = actor;
  if (methods === undefined || methods.size === 0 || actor.super) return actor;
  const asked = method === 'HEAD' ? 'GET' : method;
  const known = limited.get(actor) ?? new Map<string, Actor>();
  const hit = known.get(asked);
  if (hit) return hit;
  const kept = [...nodes].filter((node) => (methods.get(node) ?? asked) === asked);
  const narrow = kept.length === nodes.size ? actor : keepTokenName(actor, { ...actor, nodes: new Set(kept) });
  limited.set(actor, known.set(asked, narrow));
  return narrow;
}
