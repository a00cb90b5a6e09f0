/** Routes with `stepUp` need a session whose password was entered within the last minutes; else they answer `access.step_up`. */
import { assertStepUp } from '../../access/factors/stepUp';
import type { RequestGuard } from '../../engine/http/requestGuard';

export const stepUpGuard: RequestGuard = {
  name: 'stepUp',
  afterAccess: ({ services, route, session }) =>
    route.stepUp ? assertStepUp(services, session?.sessionId) : undefined,
};
