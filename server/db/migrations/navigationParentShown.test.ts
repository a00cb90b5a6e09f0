/** The migration that adds `parent_shown` to the navigation hides the items below hidden and deleted ones. */
import { expect, it } from '@jest/globals';
import { entities } from '../../../common/entities/index';
import { createRegistry } from '../../../common/entity/registry';
import { createLog } from '../../platform/log';
import { systemClock } from '../../platform/systemClock';
import { describeOnEachDatabase } from '../../testing/database/testDatabase';
import { migrate } from '../migrate';
import { m0090NavigationParentShown } from './0090_navigation_parent_shown';
import { migrations } from './table';

describeOnEachDatabase('migration 0090', (database) => {
  it('hides the items below hidden, deleted and missing ones, at each level, and keeps the others', async () => {
    const db = await database.openBare();
    await migrate({
      db,
      registry: createRegistry(entities),
      migrations,
      log: createLog({ level: 'silent' }),
      clock: systemClock,
      production: true,
      keys: () => ['a secret of the tests'],
    });
    const stored = [
      { id: 1, pid: null, status: 1, deleted: null, shown: 1 },
      { id: 2, pid: null, status: 0, deleted: null, shown: 1 },
      { id: 3, pid: null, status: 1, deleted: 5, shown: 1 },
      { id: 4, pid: 1, status: 1, deleted: null, shown: 1 },
      { id: 5, pid: 2, status: 1, deleted: null, shown: 0 },
      { id: 6, pid: 3, status: 1, deleted: null, shown: 0 },
      { id: 7, pid: 99, status: 1, deleted: null, shown: 0 },
      { id: 8, pid: 5, status: 1, deleted: null, shown: 0 },
      { id: 9, pid: 4, status: 1, deleted: null, shown: 1 },
    ];
    await db.transact(async (tx) => {
      for (const { id, pid, status, deleted } of stored)
        await tx.run(
          'INSERT INTO navigation (id, title, pid, status, delete_time, create_time, update_time) VALUES (?, ?, ?, ?, ?, 1, 1)',
          [id, `Item ${id}`, pid, status, deleted],
        );
      for (const statement of m0090NavigationParentShown[db.dialect].filter((sql) => sql.startsWith('UPDATE')))
        await tx.run(statement);
    });
    const rows = await db.rows<{ readonly id: number; readonly parent_shown: number }>(
      'SELECT id, parent_shown FROM navigation ORDER BY id',
    );
    expect(rows.map(({ id, parent_shown }) => [Number(id), Number(parent_shown)])).toEqual(
      stored.map(({ id, shown }) => [id, shown]),
    );
  });
});
