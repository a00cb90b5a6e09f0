/** Row store without batching: each call is one statement. */
import { Fault } from '../../../../common/protocol/faults';
import type { Db, Tx } from '../../../context';
import { selectRowsWhere } from '../../read/selectRowsWhere';
import { writeOptions, type Models } from '../../schema/model';
import { assertRowsAffected, claimKeys, lockRowsById, selectLockedRows } from './rowSql';
import type { RowStore } from './rowStore';

/** The row store of a transaction with one unit of work: each call is one statement, writes go through Sequelize's models. */
export const createDirectRowStore = (tx: Tx, dialect: Db['dialect'], models: Models): RowStore => ({
  claimKey: async (claim) => (await claimKeys(tx, dialect, [claim]))[0] === true,
  lockRows: (entity, ids) => (ids.length === 0 ? Promise.resolve(new Map()) : lockRowsById(tx, dialect, entity, ids)),
  findRows: (entity, where) => selectRowsWhere(tx, entity, where),
  selectLocked: (select) => selectLockedRows(tx, dialect, select, select.keys),
  insert: async (entity, columns) => {
    const stored = await models.model(entity).create(columns, writeOptions(tx));
    return Number(stored.get('id'));
  },
  update: async (entity, id, columns) => {
    const [changed] = await models.model(entity).update(columns, { where: { id }, ...writeOptions(tx) });
    assertRowsAffected(entity, changed, 1);
  },
  remove: async (entity, id) => {
    await models.model(entity).destroy({ where: { id }, ...writeOptions(tx) });
  },
  savepoint: (work) => runInSavepoint(tx, work),
  acquireLock: (name) => acquireLock(tx, dialect, name),
});

async function runInSavepoint<T>(tx: Tx, work: () => Promise<T>): Promise<{ value: T } | { fault: Fault }> {
  await tx.run('SAVEPOINT part');
  try {
    const value = await work();
    await tx.run('RELEASE SAVEPOINT part');
    return { value };
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    await tx.run('ROLLBACK TO SAVEPOINT part');
    await tx.run('RELEASE SAVEPOINT part');
    return { fault: error };
  }
}

/** SQLite has one writer at a time; on MariaDB the lock is a row of the table `gate`. */
export async function acquireLock(tx: Tx, dialect: Db['dialect'], name: string): Promise<void> {
  if (dialect !== 'mariadb') return;
  await tx.run('INSERT INTO `gate` (name) VALUES (?) ON DUPLICATE KEY UPDATE name = name', [name]);
}
