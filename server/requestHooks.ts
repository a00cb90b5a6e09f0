/** Runs with every request in addition to its handler: the guards, and the records of refusals, token use, visits and working time. */
import type { RequestGuard } from './engine/http/requestGuard';
import { createTokenUsageRecorder } from './modules/apiTokens/tokenUsageRecorder';
import { createAlertMonitor, type AlertMonitorDeps } from './modules/dashboard/alertMonitor';
import { createWorkingTime } from './modules/dashboard/workingTime';
import { createDeniedRequestLog } from './modules/deniedRequests/deniedRequestLog';
import { createApiTokenGuard } from './modules/guards/apiTokenGuard';
import { closedMemberCenterGuard } from './modules/guards/closedMemberCenterGuard';
import { createKioskGuard } from './modules/guards/kioskGuard';
import { secondFactorGuard } from './modules/guards/secondFactorGuard';
import { stepUpGuard } from './modules/guards/stepUpGuard';
import { supportSessionGuard } from './modules/guards/supportSessionGuard';
import { createSessionRecorder, createWorkRecorder } from './modules/guards/usageRecorder';
import { createLastSeenTracker } from './modules/session/lastSeenTracker';
import { createVisitCounter } from './modules/visits/visitCounter';

export function createRequestHooks(options: AlertMonitorDeps) {
  const { services, writer } = options;
  const deniedRequests = createDeniedRequestLog(services, writer);
  const tokenUse = createTokenUsageRecorder(services, writer, 'api_token');
  const kioskUse = createTokenUsageRecorder(services, writer, 'wall_screen');
  const sessionUse = createLastSeenTracker(services);
  const visits = createVisitCounter(services);
  const workingTime = createWorkingTime(services);
  const guards: readonly RequestGuard[] = [
    closedMemberCenterGuard,
    createSessionRecorder(sessionUse.record),
    secondFactorGuard,
    createWorkRecorder(workingTime.recordRequest),
    supportSessionGuard,
    createKioskGuard(kioskUse.record),
    createApiTokenGuard(tokenUse.record),
    stepUpGuard,
  ];
  return {
    alertMonitor: createAlertMonitor(options),
    visits,
    workingTime,
    hooks: { guards, onDenied: deniedRequests.record, onVisit: visits.recordVisit },
    close: () =>
      Promise.all([
        ...[deniedRequests.settled(), tokenUse.settled(), kioskUse.settled(), sessionUse.settled()],
        ...[visits.close(), workingTime.settled()],
      ]),
  };
}
