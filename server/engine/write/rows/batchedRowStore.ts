/** Row store with group commit: collects the statements of several units of work (used by the ledger). */
import type { StoredRow } from '../../../../common/entity/columns';
import type { AnyEntity } from '../../../../common/entity/entity';
import type { Db } from '../../../context';
import { quoteIdentifier } from '../../../platform/database/sql';
import { NotBatchableError, type SharedTx } from '../../../platform/database/txBatch';
import { selectRowsWhere } from '../../read/selectRowsWhere';
import { insertRows } from '../../schema/model';
import { assertRowsAffected, claimKeys, lockRowsById, selectLockedRows, selectShape } from './rowSql';
import type { ColumnValues, RowStore } from './rowStore';

/**
 * The row store of a unit of work that shares its transaction with others (group commit): calls of the same shape that the units make at
 * the same time become one statement. Throws `NotBatchableError` for what a unit can only do in its own transaction.
 */
export function createBatchedRowStore(tx: SharedTx, dialect: Db['dialect']): RowStore {
  const { batch } = tx;
  return {
    claimKey: (claim) => batch.load('claim mutations', claim, (claims, shared) => claimKeys(shared, dialect, claims)),
    lockRows: (entity, ids) => lockRowsTogether(tx, dialect, entity, ids),
    findRows: (entity, where) => {
      // units that request the same rows share the result
      const batchKey = `find ${entity.name} ${where.sql} ${JSON.stringify(where.params)}`;
      return batch.load<undefined, StoredRow[]>(batchKey, undefined, async (all, shared) => {
        const rows = await selectRowsWhere(shared, entity, where);
        return all.map(() => [...rows]);
      });
    },
    selectLocked: <T>(select: Parameters<RowStore['selectLocked']>[0]) =>
      batch.load<typeof select.keys, readonly T[]>(
        `select ${selectShape(dialect, select)}`,
        select.keys,
        async (keySets, shared) => {
          const rows = await selectLockedRows<T>(shared, dialect, select, keySets.flat());
          return keySets.map(() => rows);
        },
      ),
    insert: (entity, columns) => {
      const names = Object.keys(columns);
      batch.markWritten();
      return batch.load(`insert ${entity.name} ${names.join()}`, Object.values(columns), (valueSets, shared) =>
        insertRows(shared, entity, names, valueSets),
      );
    },
    update: (entity, id, columns) => updateTogether(tx, entity, id, columns),
    remove: (entity) => Promise.reject(new NotBatchableError(`rows of ${entity.name} are not deleted in a batch`)),
    // a savepoint would roll back the statements of the other units, too
    savepoint: () => Promise.reject(new NotBatchableError('a savepoint needs its own transaction')),
    acquireLock: (name) =>
      dialect === 'mariadb'
        ? Promise.reject(new NotBatchableError(`the lock ${name} needs its own transaction`))
        : Promise.resolve(),
  };
}

async function lockRowsTogether(
  { batch }: SharedTx,
  dialect: Db['dialect'],
  entity: AnyEntity,
  ids: readonly number[],
): Promise<Map<number, StoredRow>> {
  if (ids.length === 0) return new Map();
  for (const id of ids) batch.claimLock(`${entity.name}:${id}`);
  return batch.load(`lock ${entity.name}`, ids, async (idSets, shared) => {
    const rows = await lockRowsById(shared, dialect, entity, idSets.flat());
    return idSets.map((set) => new Map([...rows].filter(([id]) => set.includes(id))));
  });
}

async function updateTogether(
  { batch }: SharedTx,
  entity: AnyEntity,
  id: number,
  columns: ColumnValues,
): Promise<void> {
  batch.claimLock(`${entity.name}:${id}`);
  const set = Object.keys(columns)
    .map((name) => `${quoteIdentifier(name)} = ?`)
    .join(', ');
  const sql = `UPDATE ${quoteIdentifier(entity.name)} SET ${set} WHERE id = ?`;
  batch.markWritten();
  await batch.load(sql, [...Object.values(columns), id], async (valueSets, shared) => {
    assertRowsAffected(entity, await shared.runMany(sql, valueSets), valueSets.length);
    return valueSets;
  });
}
