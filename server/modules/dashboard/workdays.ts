/** Working time: since when each admin has been at work today, from the first request of the day on. */
import { zoneOf } from '../../../common/text/zone';
import type { Services } from '../../context';
import { createAfterwards } from '../../platform/afterwards';

const KEPT_S = 3 * 86_400;
const INSERT_NEW = { sqlite: 'INSERT OR IGNORE', mariadb: 'INSERT IGNORE' } as const;

export interface Workdays {
  /** An admin asked for something; returns at once. */
  readonly note: (adminId: number) => void;
  /** Since when the admin has been at work today, unix seconds. */
  readonly since: (adminId: number) => Promise<number>;
  /** Forgets days gone by; answers how many. */
  readonly forget: () => Promise<number>;
  readonly settled: () => Promise<void>;
}

export function createWorkdays(services: Services): Workdays {
  const seen = new Map<number, number>();
  const afterwards = createAfterwards(services.log);
  const now = () => Math.floor(services.clock.now() / 1000);
  const today = () => zoneOf(services.settings.timeZone).startOf('day', now());
  const keyOf = (adminId: number, day: number) => `${adminId}:${day}`;
  return {
    note: (adminId) => {
      const day = today();
      if (seen.get(adminId) === day) return;
      seen.set(adminId, day);
      const since = now();
      const sql = `${INSERT_NEW[services.db.dialect]} INTO \`work_day\` (id, since) VALUES (?, ?)`;
      const task = () => services.db.transact((tx) => tx.run(sql, [keyOf(adminId, day), since]));
      afterwards.add(task, 'the beginning of a working day was not noted', { adminId });
    },
    since: async (adminId) => {
      await afterwards.settled();
      const rows = await services.db.rows<{ since: number }>('SELECT since FROM `work_day` WHERE id = ?', [
        keyOf(adminId, today()),
      ]);
      return Number(rows[0]?.since ?? now());
    },
    forget: async () => {
      const old = await services.db.transact((tx) =>
        tx.run('DELETE FROM `work_day` WHERE since < ?', [now() - KEPT_S]),
      );
      return old.changes;
    },
    settled: afterwards.settled,
  };
}
