/** Makes support sessions read-only: refuses every method but GET, unless the route allows it (`allowsSupport`). */
import { fault } from '../../../common/protocol/faults';
import type { RequestGuard } from '../../engine/http/requestGuard';

export const supportSessionGuard: RequestGuard = {
  name: 'supportSession',
  afterAccess: ({ route: { method, allowsSupport }, session }) => {
    if (session?.supportUntil !== undefined && method !== 'GET' && !allowsSupport) throw fault('access.support_looks');
  },
};
