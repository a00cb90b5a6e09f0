/** Required two-factor authentication (MFA): an admin who must have a second factor and has none reaches only the routes that set one up. */
import { fault } from '../../../common/protocol/faults';
import type { RequestGuard } from '../../engine/http/requestGuard';

export const secondFactorGuard: RequestGuard = {
  name: 'secondFactor',
  beforeAccess: ({ route, session }) => {
    if (session?.mustEnrol && !route.allowsUnenrolled)
      throw fault('access.second_factor', undefined, { data: { enrol: true } });
  },
};
