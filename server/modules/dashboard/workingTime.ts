/** Working time: since when each admin has been at work today, from the first request of the day on. */
import { getTimeZone } from '../../../common/text/time/timeZone';
import type { Services } from '../../context';
import { createBackgroundQueue } from '../../platform/backgroundQueue';

const RETENTION_SECONDS = 3 * 86_400;
const INSERT_IGNORE = { sqlite: 'INSERT OR IGNORE', mariadb: 'INSERT IGNORE' } as const;

export interface WorkingTime {
  /** Records a request of an admin; returns at once. */
  readonly recordRequest: (adminId: number) => void;
  /** Start of the admin's working day, unix seconds. */
  readonly loadStart: (adminId: number) => Promise<number>;
  /** Deletes past days; returns their number. */
  readonly purgeOldDays: () => Promise<number>;
  readonly settled: () => Promise<void>;
}

export function createWorkingTime(services: Services): WorkingTime {
  const recordedDays = new Map<number, number>();
  const backgroundQueue = createBackgroundQueue(services.log);
  const now = () => Math.floor(services.clock.now() / 1000);
  const today = () => getTimeZone(services.settings.timeZone).getStart('day', now());
  const dayKey = (adminId: number, day: number) => `${adminId}:${day}`;
  return {
    recordRequest: (adminId) => {
      const day = today();
      if (recordedDays.get(adminId) === day) return;
      recordedDays.set(adminId, day);
      const since = now();
      const sql = `${INSERT_IGNORE[services.db.dialect]} INTO \`work_day\` (id, since) VALUES (?, ?)`;
      const task = () => services.db.transact((tx) => tx.run(sql, [dayKey(adminId, day), since]));
      backgroundQueue.add(task, 'failed to record the beginning of a working day', { adminId });
    },
    loadStart: async (adminId) => {
      await backgroundQueue.whenIdle();
      const rows = await services.db.rows<{ since: number }>('SELECT since FROM `work_day` WHERE id = ?', [
        dayKey(adminId, today()),
      ]);
      return Number(rows[0]?.since ?? now());
    },
    purgeOldDays: async () => {
      const deleted = await services.db.transact((tx) =>
        tx.run('DELETE FROM `work_day` WHERE since < ?', [now() - RETENTION_SECONDS]),
      );
      return deleted.changes;
    },
    settled: backgroundQueue.whenIdle,
  };
}
