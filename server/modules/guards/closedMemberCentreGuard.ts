/** While the member centre is closed, routes of members answer `member.disabled`; what guests may see, everyone sees as a guest. */
import { fault } from '../../../common/protocol/faults';
import type { RequestGuard } from '../../engine/http/requestGuard';

export const closedMemberCentreGuard: RequestGuard = {
  name: 'closedMemberCentre',
  beforeSession: ({ services, route }) => {
    if (route.realm !== 'member' || services.settings.memberCentre) return undefined;
    if (route.isMemberCentre || route.access === 'member') throw fault('member.disabled');
    return 'guest';
  },
};
