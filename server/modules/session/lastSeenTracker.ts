/** Stores when each session was last seen: at most once a minute per session, so that most requests write nothing. */
import { SERVER_LIMITS } from '../../../common/serverLimits';
import type { Services } from '../../context';
import { createBackgroundQueue } from '../../platform/backgroundQueue';

export interface UsedSession {
  readonly sessionId: string;
  /** The last use read from the database, unix milliseconds. */
  readonly seenAt: number;
}
export interface LastSeenTracker {
  readonly record: (session: UsedSession) => void;
  readonly settled: () => Promise<void>;
}

const UPDATE_SQL = 'UPDATE `session` SET seen_at = ? WHERE id = ? AND revoked_at IS NULL AND seen_at < ?';
const WRITE_INTERVAL_MS = SERVER_LIMITS.sessionUseSeconds * 1000;
/** Above this number of sessions, those without recent use are dropped from memory. */
const EVICTION_THRESHOLD = 1_000;

export function createLastSeenTracker(services: Services): LastSeenTracker {
  const lastWritten = new Map<string, number>();
  const backgroundQueue = createBackgroundQueue(services.log);
  const evictStale = (now: number) => {
    for (const [id, at] of lastWritten) if (now - at >= WRITE_INTERVAL_MS) lastWritten.delete(id);
  };
  return {
    record: ({ sessionId, seenAt }) => {
      const now = services.clock.now();
      if (now - Math.max(seenAt, lastWritten.get(sessionId) ?? 0) < WRITE_INTERVAL_MS) return;
      if (lastWritten.size >= EVICTION_THRESHOLD) evictStale(now);
      lastWritten.set(sessionId, now);
      const task = () => services.db.transact((tx) => tx.run(UPDATE_SQL, [now, sessionId, now]));
      backgroundQueue.add(task, 'failed to record the use of a session', { session: sessionId.slice(0, 6) });
    },
    settled: backgroundQueue.whenIdle,
  };
}
