/** Authentication of live connections (WebSocket): maps a session to the actor of its socket. */
import type { Actor } from '../../../common/entity/access';
import type { Services } from '../../context';
import { reloadActor, authenticateAny, isMissingSecondFactor, type Authenticated } from './authenticate';
import { loadScopes } from '../rbac/permissionCache';
import { limitToMethod } from '../rbac/methodLimits';
import type { Realm } from '../../../common/realm';
import { findKioskScope } from '../kiosk/kioskScope';

const NO_PERMISSION_KEYS: ReadonlySet<string> = new Set();
/**
 * An admin whose required second factor is missing receives nothing, not even of its own row. Members of a closed center stay
 * connected without permissions, so that they learn when the center opens. A subscription is a read: a permission key that is granted
 * for another request method than GET allows no topic.
 */
function limitToLive({ settings }: Services, actor: Actor): Actor {
  if (actor.kind === 'member' && !settings.memberCenter) return { ...actor, id: 0, permissions: NO_PERMISSION_KEYS };
  if (isMissingSecondFactor(actor)) return { ...actor, id: 0 };
  return findKioskScope(actor) ? actor : limitToMethod(actor, 'GET');
}

/** The authentication of the live channel: tokens, current actors, and the row scopes of all admins. */
export const createLiveAuth = (services: Services) => ({
  authenticate: async (realm: Realm, token: string): Promise<Authenticated | 'expired' | 'unknown'> => {
    const found = await authenticateAny(services, realm, token);
    return typeof found === 'string' ? found : { ...found, actor: limitToLive(services, found.actor) };
  },
  loadActor: async (principal: string, sessionId: string): Promise<Actor | undefined> => {
    const actor = await reloadActor(services, principal, sessionId);
    return actor && limitToLive(services, actor);
  },
  loadRowScopes: () => loadScopes(services),
});
