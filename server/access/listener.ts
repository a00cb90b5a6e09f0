/** Whom the live channel hears somebody as. */
import type { Actor } from '../../common/entity/access';
import type { Kit } from '../kit';
import { isBare } from './actor';

const NO_NODES: ReadonlySet<string> = new Set();
/**
 * Who must set up a second factor first hears nothing, not even of itself, until that is done. Members of a closed centre stay
 * connected as nobody: they hear that it was closed, and later that it is open again.
 */
export function listener({ settings }: Kit, actor: Actor): Actor {
  if (actor.realm === 'member' && !settings.memberCentre) return { ...actor, id: 0, nodes: NO_NODES };
  return isBare(actor) ? { ...actor, id: 0 } : actor;
}
