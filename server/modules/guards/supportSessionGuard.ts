/** A support session sees what the member sees and changes nothing that is the member's. */
import { fault } from '../../../common/protocol/faults';
import type { RequestGuard } from '../../engine/http/requestGuard';

export const supportSessionGuard: RequestGuard = {
  name: 'supportSession',
  afterAccess: ({ route: { method, allowsSupport }, session }) => {
    if (session?.supportUntil !== undefined && method !== 'GET' && !allowsSupport) throw fault('access.support_looks');
  },
};
