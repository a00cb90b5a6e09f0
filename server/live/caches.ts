/** Drops what the process keeps in memory of the database once a change made it old. */
import { sessionCacheOf } from '../access/sessionCache';
import type { CommittedChange, Services } from '../context';
import { dropChanged } from '../platform/rowCache';
import { concernOf, logEndedSession, movesSomebody } from './rights';

/** Drops the values some changes made old; all of them when the changes are unknown. */
export function dropOld(
  services: Pick<Services, 'db' | 'clock'>,
  changes: readonly CommittedChange[] | undefined,
): void {
  dropChanged(services.db, changes);
  const sessions = sessionCacheOf(services);
  if (changes === undefined) {
    sessions.clear();
    return;
  }
  for (const change of changes) {
    const concern = movesSomebody(change) ? 'staff' : concernOf(change);
    if (concern !== undefined && concern !== 'walls' && concern.length > 0) sessions.drop(concern);
  }
}

/** What writers of this node call, so that its memory is not behind what it committed. */
export const cacheHooks = ({
  db,
  clock,
}: Pick<Services, 'db' | 'clock'>): Pick<Services['live'], 'committed' | 'endedWithin'> => ({
  committed: (changes) => dropOld({ db, clock }, changes),
  endedWithin: (tx, principal) => {
    sessionCacheOf({ db, clock }).suspend(principal);
    return logEndedSession(tx, db.dialect, principal, clock.now());
  },
});
