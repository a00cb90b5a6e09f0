/** What hears of requests besides their handlers: refusals, uses of tokens, visits, and who works since when. */
import { createAlertMonitor, type AlertMonitorDeps } from './modules/dashboard/alertMonitor';
import { createDeniedRequestLog } from './modules/deniedRequests/deniedRequestLog';
import { createLastSeenTracker } from './modules/session/lastSeenTracker';
import { createTokenUsageRecorder } from './modules/apiTokens/tokenUsageRecorder';
import { createVisitCounter } from './modules/visits/visitCounter';
import { createWorkingTime } from './modules/dashboard/workingTime';

export function createRequestHooks(options: AlertMonitorDeps) {
  const { services, writer } = options;
  const deniedRequests = createDeniedRequestLog(services, writer);
  const tokenUse = createTokenUsageRecorder(services, writer, 'api_token');
  const kioskUse = createTokenUsageRecorder(services, writer, 'wall_screen');
  const sessionUse = createLastSeenTracker(services);
  const visits = createVisitCounter(services);
  const workingTime = createWorkingTime(services);
  return {
    alertMonitor: createAlertMonitor(options),
    visits,
    workingTime,
    hooks: {
      onDenied: deniedRequests.record,
      onTokenUsed: tokenUse.record,
      onKioskUsed: kioskUse.record,
      onSessionUsed: sessionUse.record,
      onVisit: visits.recordVisit,
      onAdminRequest: workingTime.recordRequest,
    },
    close: () =>
      Promise.all([
        ...[deniedRequests.settled(), tokenUse.settled(), kioskUse.settled(), sessionUse.settled()],
        ...[visits.close(), workingTime.settled()],
      ]),
  };
}
