/** Drops what the process keeps in memory of the database once a change made it old. */
import { sessionCacheOf } from '../../access/sessions/sessionCache';
import type { CommittedChange, Services } from '../../context';
import { invalidateChanged } from '../../platform/rowCache';
import { resolveAudience, logSessionEnd, changesRowScopes } from '../sockets/reauthorizer';

/** Drops the values some changes made old; all of them when the changes are unknown. */
export function invalidateCaches(
  services: Pick<Services, 'db' | 'clock'>,
  changes: readonly CommittedChange[] | undefined,
): void {
  invalidateChanged(services.db, changes);
  const sessions = sessionCacheOf(services);
  if (changes === undefined) {
    sessions.clear();
    return;
  }
  for (const change of changes) {
    const audience = changesRowScopes(change) ? 'staff' : resolveAudience(change);
    if (audience !== undefined && audience !== 'walls' && audience.length > 0) sessions.drop(audience);
  }
}

/** What writers of this node call, so that its memory is not behind what it committed. */
export const createCacheHooks = ({
  db,
  clock,
}: Pick<Services, 'db' | 'clock'>): Pick<Services['live'], 'committed' | 'sessionsEnded'> => ({
  committed: (changes) => invalidateCaches({ db, clock }, changes),
  sessionsEnded: (tx, principal) => {
    sessionCacheOf({ db, clock }).suspend(principal);
    return logSessionEnd(tx, db.dialect, principal, clock.now());
  },
});
