/**
 * Scopes of API tokens, checked for each route: a token reaches what its scopes allow, but no route that asks for the person itself.
 * `limitToScopes` of `access/tokens/apiTokens.ts` limits the permissions of the actor before.
 */
import { hasPermission } from '../../../common/entity/access';
import { fault } from '../../../common/protocol/faults';
import type { RequestGuard } from '../../engine/http/requestGuard';

/** `onUsed` is called with the id of the token for every request that passes. */
export const createApiTokenGuard = (onUsed: (tokenId: number, ip: string) => void): RequestGuard => ({
  name: 'apiToken',
  afterAccess: ({ route, session, actor, ip }) => {
    if (session?.tokenId === undefined) return;
    const { rejectsApiTokens, stepUp, tokenScope = 'any' } = route;
    if (rejectsApiTokens || stepUp) throw fault('access.denied');
    if (tokenScope !== 'any' && !hasPermission(actor, tokenScope)) throw fault('access.denied');
    onUsed(session.tokenId, ip);
  },
});
