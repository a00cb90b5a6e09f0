/** Definitions stored with the option names before migration 0048. */
import { expect, it } from '@jest/globals';
import { describeOnEachDatabase } from '../../testing/database/testDatabase';
import { createRegistry } from '../../../common/entity/registry';
import { entities } from '../../../common/entities/index';
import { createLog } from '../../platform/log';
import { renameOptions } from './renameOptions';

const OLD = JSON.stringify({ menu: 'm', words: { en: {} }, moves: {}, holds: { field: 'status', when: ['waiting'] } });
const NEW = JSON.stringify({
  menu: 'm',
  labels: { en: {} },
  transitions: {},
  onDelete: { restrictWhile: { field: 'status', when: ['waiting'] } },
});

describeOnEachDatabase('renameOptions', (database) => {
  it('renameOptions: writes the current option names, and a second run changes nothing', async () => {
    const db = await database.openBare();
    await db.transact(async (tx) => {
      await tx.run('CREATE TABLE crud_record (id INTEGER PRIMARY KEY, `table` LONGTEXT)');
      for (const [id, text] of [OLD, NEW, null, 'no json'].entries())
        await tx.run('INSERT INTO crud_record (id, `table`) VALUES (?, ?)', [id + 1, text]);
    });
    const run = () =>
      db.transact((tx) =>
        renameOptions({
          tx,
          dialect: db.dialect,
          registry: createRegistry(entities),
          keys: ['a key of the tests'],
          log: createLog({ level: 'silent' }),
        }),
      );
    await run();
    await run();
    const rows = await db.rows<{ readonly table: string | null }>('SELECT `table` FROM crud_record ORDER BY id');
    expect(rows.map(({ table }) => table)).toEqual([NEW, NEW, null, 'no json']);
  });
});
