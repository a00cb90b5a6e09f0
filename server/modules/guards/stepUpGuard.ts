/**
 * Step-up authentication: a route with `stepUp` requires that the user entered the password or used a passkey in the last minutes. Otherwise
 * it responds with `access.step_up`.
 */
import { assertStepUp } from '../../access/factors/stepUp';
import type { RequestGuard } from '../../engine/http/requestGuard';

export const stepUpGuard: RequestGuard = {
  name: 'stepUp',
  afterAccess: ({ services, route, session }) =>
    route.stepUp ? assertStepUp(services, session?.sessionId) : undefined,
};
