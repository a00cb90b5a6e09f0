/** Rows as a transaction reads them: locked for writing, found by a filter, or simply looked up. Always decoded. */
import { SYSTEM } from '../../../common/entity/access';
import type { AnyEntity } from '../../../common/entity/entity';
import type { Filter } from '../../../common/entity/filter';
import type { StoredRow } from '../../../common/entity/columns';
import { Fault, fault } from '../../../common/protocol/faults';
import type { Db, Tx } from '../../context';
import { quoteIdentifier, placeholders } from '../../platform/database/sql';
import { batched, NotBatchable } from '../../platform/database/txBatch';
import type { UnitOfWork } from '../transaction/unitOfWork';
import type { HookContext } from '../write/writer';
import { decodeRow } from '../schema/model';
import { allOf, notDeleted, whereSql, type Sql } from '../read/where';

type RawRow = Readonly<Record<string, unknown>>;

/** What makes MariaDB hold the rows it reads against writers, together with other readers; SQLite's writer holds the whole database already. */
export const shareLockClause = (dialect: Db['dialect']): string => (dialect === 'mariadb' ? ' LOCK IN SHARE MODE' : '');
/** What makes MariaDB lock the rows it reads, for one act alone. */
export const rowLockClause = (dialect: Db['dialect']): string => (dialect === 'mariadb' ? ' FOR UPDATE' : '');

/** Rows of the given ids, locked in ascending order, so that two bulk writers never wait for each other in a circle. */
export async function lockRows(
  unit: UnitOfWork,
  entity: AnyEntity,
  ids: readonly number[],
): Promise<Map<number, StoredRow>> {
  if (ids.length === 0) return new Map();
  for (const id of ids) unit.tx.batch?.claimLock(`${entity.name}:${id}`);
  const { dialect } = unit.ctx.services.db;
  return batched(unit.tx, `lock ${entity.name}`, ids, (all, tx) => lockRowSets(tx, dialect, entity, all));
}

/** Each its own of what is locked at once; nobody asks for what another holds. */
async function lockRowSets(tx: Tx, dialect: Db['dialect'], entity: AnyEntity, sets: readonly (readonly number[])[]) {
  const ids = sets.flat();
  const sql = `SELECT * FROM ${quoteIdentifier(entity.name)} WHERE id IN (${placeholders(ids.length)}) ORDER BY id${rowLockClause(dialect)}`;
  const found = (await tx.rows<RawRow>(sql, ids)).map((row) => decodeRow(entity, row));
  const rows = new Map(found.map((row) => [Number(row['id']), row]));
  if (sets.length === 1) return [rows];
  return sets.map((set) => new Map([...rows].filter(([id]) => set.includes(id))));
}

/** Rows that meet a condition. */
export async function rowsWhere(tx: Pick<Tx, 'rows'>, entity: AnyEntity, where: Sql, tail = ''): Promise<StoredRow[]> {
  const sql = `SELECT * FROM ${quoteIdentifier(entity.name)} WHERE ${where.sql}${tail}`;
  return (await tx.rows<RawRow>(sql, where.params)).map((row) => decodeRow(entity, row));
}

/** The act as the house's own: its changes are of the same transaction, its deeds are nobody's. */
function asSystemUnit(unit: UnitOfWork): UnitOfWork {
  const { mid: _theirs, ...ctx } = unit.ctx;
  return { ...unit, ctx: { ...ctx, actor: SYSTEM, channel: 'system' }, auditEntries: [], appliedChanges: [] };
}

/** Runs a part of the act between two marks: refused, it has never been, in the tables and in what the act will tell. */
async function savepoint<T>(unit: UnitOfWork, work: () => Promise<T>): Promise<{ value: T } | { fault: Fault }> {
  // a mark would stand between the statements of others too
  if (unit.tx.batch) throw new NotBatchable('parts of an act are taken back only where it is alone');
  const lists = [
    unit.changes,
    unit.history,
    unit.auditEntries,
    unit.appliedChanges,
    unit.storedChanges,
    unit.afterCommit,
  ];
  const lengths = lists.map((list) => list.length);
  await unit.tx.run('SAVEPOINT part');
  try {
    const value = await work();
    await unit.tx.run('RELEASE SAVEPOINT part');
    return { value };
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    await unit.tx.run('ROLLBACK TO SAVEPOINT part');
    await unit.tx.run('RELEASE SAVEPOINT part');
    for (const [at, list] of lists.entries()) list.length = lengths[at] ?? 0;
    return { fault: error };
  }
}

/** SQLite has one writer at a time; MariaDB's meet at a row. */
async function acquireNamedLock({ tx, ctx }: UnitOfWork, name: string): Promise<void> {
  if (ctx.services.db.dialect !== 'mariadb') return;
  if (tx.batch) throw new NotBatchable(`nobody else passes the gate ${name}`);
  await tx.run('INSERT INTO `gate` (name) VALUES (?) ON DUPLICATE KEY UPDATE name = name', [name]);
}

const contexts = new WeakMap<UnitOfWork, HookContext>();
/** The act as behaviours see it. */
export function hookContextOf(unit: UnitOfWork): HookContext {
  const existing = contexts.get(unit) ?? createHookContext(unit);
  contexts.set(unit, existing);
  return existing;
}
const createHookContext = (unit: UnitOfWork): HookContext => ({
  ...unit.ctx,
  tx: unit.tx,
  at: unit.at,
  cid: unit.cid,
  savepoint: (work) => savepoint(unit, work),
  writer: unit.bindWriter(unit),
  asSystem: unit.bindWriter(asSystemUnit(unit)),
  withLock: (name) => acquireNamedLock(unit, name),
  find: async (name: string, filter: Filter) => {
    const entity = unit.ctx.services.registry.get(name);
    if (!entity) throw fault('row.missing');
    const where = allOf([notDeleted(entity), whereSql(entity, filter, unit.ctx.services.db.dialect)]);
    // who asks the same gets the same rows
    const batchKey = `find ${name} ${where.sql} ${JSON.stringify(where.params)}`;
    return batched(unit.tx, batchKey, undefined, async (all, tx) => {
      const rows = await rowsWhere(tx, entity, where);
      return all.map(() => [...rows]);
    });
  },
});
