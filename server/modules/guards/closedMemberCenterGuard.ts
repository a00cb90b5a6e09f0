/**
 * Maintenance mode of the member center: while it is closed, routes of members respond with `member.disabled`; what guests may see, everyone
 * sees as a guest.
 */
import { fault } from '../../../common/protocol/faults';
import type { RequestGuard } from '../../engine/http/requestGuard';

export const closedMemberCenterGuard: RequestGuard = {
  name: 'closedMemberCenter',
  beforeSession: ({ services, route }) => {
    if (route.realm !== 'member' || services.settings.memberCenter) return undefined;
    if (route.isMemberCenter || route.access === 'member') throw fault('member.disabled');
    return 'guest';
  },
};
