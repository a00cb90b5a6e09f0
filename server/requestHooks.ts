/** What hears of requests besides their handlers: refusals, uses of tokens, visits, and who works since when. */
import { createWatchman, type Watching } from './modules/dashboard/watchman';
import { createRefusals } from './modules/refusals/refusals';
import { createSessionUse } from './modules/session/sessionUse';
import { createTokenUse } from './modules/apiTokens/use';
import { createVisits } from './modules/visits/visits';
import { createWorkdays } from './modules/dashboard/workdays';

export function createRequestHooks(options: Watching) {
  const { services, writer } = options;
  const deniedRequests = createRefusals(services, writer);
  const tokenUse = createTokenUse(services, writer, 'api_token');
  const kioskUse = createTokenUse(services, writer, 'wall_screen');
  const sessionUse = createSessionUse(services);
  const visits = createVisits(services);
  const workingTime = createWorkdays(services);
  return {
    alertMonitor: createWatchman(options),
    visits,
    workingTime,
    hooks: {
      onDenied: deniedRequests.note,
      onTokenUsed: tokenUse.note,
      onKioskUsed: kioskUse.note,
      onSessionUsed: sessionUse.note,
      onVisit: visits.seen,
      onStaff: workingTime.note,
    },
    close: () =>
      Promise.all([
        ...[deniedRequests.settled(), tokenUse.settled(), kioskUse.settled(), sessionUse.settled()],
        ...[visits.close(), workingTime.settled()],
      ]),
  };
}
