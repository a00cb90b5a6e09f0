/**
 * Permission check of kiosk displays: they may call only the routes with `allowsKiosk` and the lists of their own dashboard cards, with
 * the exact queries.
 */
import type { Actor } from '../../../common/entity/access';
import { fault } from '../../../common/protocol/faults';
import { coversQuery, findKioskScope } from '../../access/kiosk/kioskScope';
import type { GuardedRequest, RequestGuard } from '../../engine/http/requestGuard';

/** `onUsed` is called with the id of the kiosk display for every request that passes. */
export const createKioskGuard = (onUsed: (kioskId: number, ip: string) => void): RequestGuard => ({
  name: 'kiosk',
  afterAccess: (request) => {
    const { route, session, ip } = request;
    if (session?.kioskId === undefined) return;
    if (!isListOfOwnCard(request, session.actor) && route.allowsKiosk !== true) throw fault('access.denied');
    onUsed(session.kioskId, ip);
  },
});

function isListOfOwnCard({ route: { entity, method, path }, target }: GuardedRequest, actor: Actor): boolean {
  const kioskScope = findKioskScope(actor);
  return (
    kioskScope !== undefined &&
    entity !== undefined &&
    method === 'GET' &&
    path.toLowerCase() === `/admin/${entity.name}/index` &&
    coversQuery(kioskScope, actor, entity, target.query)
  );
}
