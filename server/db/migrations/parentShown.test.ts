/** The migration that adds `parent_shown` hides the parts of rows that guests cannot read. */
import { expect, it } from '@jest/globals';
import { entities } from '../../../common/entities/index';
import { createRegistry } from '../../../common/entity/registry';
import { createLog } from '../../platform/log';
import { systemClock } from '../../platform/systemClock';
import { describeOnEachDatabase } from '../../testing/database/testDatabase';
import { migrate } from '../migrate';
import { m0084ParentShown } from './0084_parent_shown';
import { migrations } from './table';

describeOnEachDatabase('migration 0084', (database) => {
  it('hides parts of hidden, deleted and missing plugins and keeps those of shown ones', async () => {
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
    await db.transact(async (tx) => {
      for (const [id, status, deleted] of [
        [1, 1, null],
        [2, 0, null],
        [3, 1, 5],
      ] as const)
        await tx.run(
          'INSERT INTO plugin (id, title, name, cate_id, status, delete_time, create_time, update_time) VALUES (?, ?, ?, 1, ?, ?, 1, 1)',
          [id, `Plugin ${id}`, `plugin-${id}`, status, deleted],
        );
      for (const plugin of [1, 2, 3, 4])
        await tx.run(
          'INSERT INTO plugin_function (id, name, plugin_id, status, create_time, update_time) VALUES (?, ?, ?, 1, 1, 1)',
          [plugin, `Function ${plugin}`, plugin],
        );
      for (const statement of m0084ParentShown[db.dialect].filter((sql) => sql.startsWith('UPDATE')))
        await tx.run(statement);
    });
    const rows = await db.rows<{ readonly parent_shown: number }>(
      'SELECT parent_shown FROM plugin_function ORDER BY id',
    );
    expect(rows.map((row) => Number(row.parent_shown))).toEqual([1, 0, 0, 0]);
  });
});
