/** When sessions were last used: written at most once a minute for each session, so that requests write nothing. */
import { LIMITS } from '../../../common/limits';
import type { Services } from '../../context';
import { createAfterwards } from '../../platform/afterwards';

export interface UsedSession {
  readonly sessionId: string;
  /** The last use that was read from the database, unix milliseconds. */
  readonly seenAt: number;
}
export interface SessionUse {
  readonly note: (session: UsedSession) => void;
  readonly settled: () => Promise<void>;
}

const SQL = 'UPDATE `session` SET seen_at = ? WHERE id = ? AND revoked_at IS NULL AND seen_at < ?';
const EVERY_MS = LIMITS.sessionUseSeconds * 1000;
/** From so many sessions on, those that were not used lately are forgotten. */
const CROWDED = 1_000;

export function createSessionUse(services: Services): SessionUse {
  const noted = new Map<string, number>();
  const afterwards = createAfterwards(services.log);
  const forgetOld = (now: number) => {
    for (const [id, at] of noted) if (now - at >= EVERY_MS) noted.delete(id);
  };
  return {
    note: ({ sessionId, seenAt }) => {
      const now = services.clock.now();
      if (now - Math.max(seenAt, noted.get(sessionId) ?? 0) < EVERY_MS) return;
      if (noted.size >= CROWDED) forgetOld(now);
      noted.set(sessionId, now);
      const task = () => services.db.transact((tx) => tx.run(SQL, [now, sessionId, now]));
      afterwards.add(task, 'the use of a session was not noted', { session: sessionId.slice(0, 6) });
    },
    settled: afterwards.settled,
  };
}
