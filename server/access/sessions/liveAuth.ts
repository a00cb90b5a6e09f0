/** Whom the live channel hears somebody as. */
import type { Actor } from '../../../common/entity/access';
import type { Services } from '../../context';
import { reloadActor, authenticateAny, isMissingSecondFactor, type Authenticated } from './authenticate';
import { readScopes } from '../rbac/permissions';
import { limitToMethod } from '../rbac/methodLimits';
import type { Realm } from '../tokens/sessionTokens';
import { kioskScopeOf } from '../kiosk/kioskTokens';

const NO_NODES: ReadonlySet<string> = new Set();
/**
 * Who must set up a second factor first hears nothing, not even of itself, until that is done. Members of a closed centre stay
 * connected as nobody: they hear that it was closed, and later that it is open again. Reading live is reading: a node that is good
 * for another request method than GET gives no topic.
 */
function limitToLive({ settings }: Services, actor: Actor): Actor {
  if (actor.realm === 'member' && !settings.memberCentre) return { ...actor, id: 0, nodes: NO_NODES };
  if (isMissingSecondFactor(actor)) return { ...actor, id: 0 };
  return kioskScopeOf(actor) ? actor : limitToMethod(actor, 'GET');
}

/** What the live channel asks about people: who a token proves, what somebody may now, and whose rows everybody reaches. */
export const createLiveAuth = (services: Services) => ({
  authenticate: async (realm: Realm, token: string): Promise<Authenticated | 'expired' | 'unknown'> => {
    const found = await authenticateAny(services, realm, token);
    return typeof found === 'string' ? found : { ...found, actor: limitToLive(services, found.actor) };
  },
  loadActor: async (principal: string, sessionId: string): Promise<Actor | undefined> => {
    const actor = await reloadActor(services, principal, sessionId);
    return actor && limitToLive(services, actor);
  },
  loadRowScopes: () => readScopes(services),
});
