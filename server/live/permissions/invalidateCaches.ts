/** Cache invalidation: drops cached permissions, sessions and rows of this process after changes in the change log. */
import { getSessionCache } from '../../access/sessions/sessionCache';
import type { CommittedChange, Services } from '../../context';
import { invalidateChanged } from '../../platform/rowCache';
import { resolveAudience, logSessionEnd, changesRowScopes } from './permissionAudience';

/** Drops the cached values that some changes affect; all of them when the changes are unknown. */
export function invalidateCaches(
  services: Pick<Services, 'db' | 'clock'>,
  changes: readonly CommittedChange[] | undefined,
): void {
  invalidateChanged(services.db, changes);
  const sessions = getSessionCache(services);
  if (changes === undefined) {
    sessions.clear();
    return;
  }
  for (const change of changes) {
    const audience = changesRowScopes(change) ? 'staff' : resolveAudience(change);
    if (audience !== undefined && audience !== 'kiosks' && audience.length > 0) sessions.drop(audience);
  }
}

/** Hooks for writers of this node, so that its caches are not behind its own commits. */
export const createCacheHooks = ({
  db,
  clock,
}: Pick<Services, 'db' | 'clock'>): Pick<Services['live'], 'committed' | 'sessionsEnded'> => ({
  committed: (changes) => invalidateCaches({ db, clock }, changes),
  sessionsEnded: (tx, principal) => {
    getSessionCache({ db, clock }).suspend(principal);
    return logSessionEnd(tx, db.dialect, principal, clock.now());
  },
});
