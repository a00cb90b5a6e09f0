/** Who acted: the name of the API token that an actor uses, for the ledger and the audit log. */
import type { Actor } from '../../../common/entity/access';

const apiTokenNames = new WeakMap<Actor, string>();

/** The name of the API token an actor uses; undefined for a person. */
export const apiTokenName = (actor: Actor): string | undefined => apiTokenNames.get(actor);

/** Records the name of the API token of an actor; returns the actor. */
export function setApiTokenName(actor: Actor, name: string): Actor {
  apiTokenNames.set(actor, name);
  return actor;
}

/** Records for a copy of an actor the API token of the original; returns the copy. */
export function copyApiTokenName(actor: Actor, copy: Actor): Actor {
  const name = apiTokenName(actor);
  return name === undefined ? copy : setApiTokenName(copy, name);
}
