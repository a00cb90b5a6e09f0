/** What hears of requests besides their handlers: refusals, uses of tokens, visits, and who works since when. */
import { createWatchman, type Watching } from './modules/dashboard/watchman';
import { createRefusals } from './modules/refusals/refusals';
import { createSessionUse } from './modules/session/sessionUse';
import { createTokenUse } from './modules/apiTokens/use';
import { createVisits } from './modules/visits/visits';
import { createWorkdays } from './modules/dashboard/workdays';

export function createEars(watching: Watching) {
  const { kit, writer } = watching;
  const refusals = createRefusals(kit, writer);
  const tokenUse = createTokenUse(kit, writer, 'api_token');
  const wallUse = createTokenUse(kit, writer, 'wall_screen');
  const sessionUse = createSessionUse(kit);
  const visits = createVisits(kit);
  const workdays = createWorkdays(kit);
  return {
    watchman: createWatchman(watching),
    visits,
    workdays,
    hear: {
      onRefused: refusals.note,
      onTokenUsed: tokenUse.note,
      onWallUsed: wallUse.note,
      onSessionUsed: sessionUse.note,
      onVisit: visits.seen,
      onStaff: workdays.note,
    },
    close: () =>
      Promise.all([
        ...[refusals.settled(), tokenUse.settled(), wallUse.settled(), sessionUse.settled()],
        ...[visits.close(), workdays.settled()],
      ]),
  };
}
