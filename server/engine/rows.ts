/** Rows as a transaction reads them: locked for writing, found by a filter, or simply looked up. Always decoded. */
import { SYSTEM } from '../../common/entity/access';
import type { AnyEntity } from '../../common/entity/entity';
import type { Filter } from '../../common/entity/filter';
import type { StoredRow } from '../../common/entity/meta';
import { Fault, fault } from '../../common/protocol/faults';
import type { Db, Tx } from '../kit';
import { ident, marks } from '../platform/sql';
import { inSets, NotInCompany } from '../platform/together';
import type { Act } from './act';
import type { Step } from './writer';
import { decodeRow } from './model';
import { allOf, living, whereSql, type Sql } from './where';

type Raw = Readonly<Record<string, unknown>>;

/** What makes MariaDB hold the rows it reads against writers, together with other readers; SQLite's writer holds the whole database already. */
export const shareClause = (dialect: Db['dialect']): string => (dialect === 'mariadb' ? ' LOCK IN SHARE MODE' : '');
/** What makes MariaDB lock the rows it reads, for one act alone. */
export const lockClause = (dialect: Db['dialect']): string => (dialect === 'mariadb' ? ' FOR UPDATE' : '');

/** Rows of the given ids, locked in ascending order, so that two bulk writers never wait for each other in a circle. */
export async function lockRows(act: Act, entity: AnyEntity, ids: readonly number[]): Promise<Map<number, StoredRow>> {
  if (ids.length === 0) return new Map();
  for (const id of ids) act.tx.together?.hold(`${entity.name}:${id}`);
  const { dialect } = act.ctx.kit.db;
  return inSets(act.tx, `lock ${entity.name}`, ids, (all, tx) => lockSets(tx, dialect, entity, all));
}

/** Each its own of what is locked at once; nobody asks for what another holds. */
async function lockSets(tx: Tx, dialect: Db['dialect'], entity: AnyEntity, sets: readonly (readonly number[])[]) {
  const ids = sets.flat();
  const sql = `SELECT * FROM ${ident(entity.name)} WHERE id IN (${marks(ids.length)}) ORDER BY id${lockClause(dialect)}`;
  const found = (await tx.rows<Raw>(sql, ids)).map((row) => decodeRow(entity, row));
  const rows = new Map(found.map((row) => [Number(row['id']), row]));
  if (sets.length === 1) return [rows];
  return sets.map((set) => new Map([...rows].filter(([id]) => set.includes(id))));
}

/** Rows that meet a condition. */
export async function rowsWhere(tx: Pick<Tx, 'rows'>, entity: AnyEntity, where: Sql, tail = ''): Promise<StoredRow[]> {
  const sql = `SELECT * FROM ${ident(entity.name)} WHERE ${where.sql}${tail}`;
  return (await tx.rows<Raw>(sql, where.params)).map((row) => decodeRow(entity, row));
}

/** The act as the house's own: its changes are of the same transaction, its deeds are nobody's. */
function houseAct(act: Act): Act {
  const { mid: _theirs, ...ctx } = act.ctx;
  return { ...act, ctx: { ...ctx, actor: SYSTEM, channel: 'system' }, deeds: [], settled: [] };
}

/** Runs a part of the act between two marks: refused, it has never been, in the tables and in what the act will tell. */
async function attempt<T>(act: Act, work: () => Promise<T>): Promise<{ value: T } | { fault: Fault }> {
  // a mark would stand between the statements of others too
  if (act.tx.together) throw new NotInCompany('parts of an act are taken back only where it is alone');
  const lists = [act.changes, act.history, act.deeds, act.settled, act.stored, act.afterCommit];
  const lengths = lists.map((list) => list.length);
  await act.tx.run('SAVEPOINT part');
  try {
    const value = await work();
    await act.tx.run('RELEASE SAVEPOINT part');
    return { value };
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    await act.tx.run('ROLLBACK TO SAVEPOINT part');
    await act.tx.run('RELEASE SAVEPOINT part');
    for (const [at, list] of lists.entries()) list.length = lengths[at] ?? 0;
    return { fault: error };
  }
}

/** SQLite has one writer at a time; MariaDB's meet at a row. */
async function passGate({ tx, ctx }: Act, gate: string): Promise<void> {
  if (ctx.kit.db.dialect !== 'mariadb') return;
  if (tx.together) throw new NotInCompany(`nobody else passes the gate ${gate}`);
  await tx.run('INSERT INTO `gate` (name) VALUES (?) ON DUPLICATE KEY UPDATE name = name', [gate]);
}

const steps = new WeakMap<Act, Step>();
/** The act as behaviours see it. */
export function stepOf(act: Act): Step {
  const known = steps.get(act) ?? makeStep(act);
  steps.set(act, known);
  return known;
}
const makeStep = (act: Act): Step => ({
  ...act.ctx,
  tx: act.tx,
  at: act.at,
  cid: act.cid,
  attempt: (work) => attempt(act, work),
  within: act.withinOf(act),
  house: act.withinOf(houseAct(act)),
  alone: (gate) => passGate(act, gate),
  find: async (name: string, filter: Filter) => {
    const entity = act.ctx.kit.registry.get(name);
    if (!entity) throw fault('row.missing');
    const where = allOf([living(entity), whereSql(entity, filter, act.ctx.kit.db.dialect)]);
    // who asks the same gets the same rows
    const part = `find ${name} ${where.sql} ${JSON.stringify(where.params)}`;
    return inSets(act.tx, part, undefined, async (all, tx) => {
      const rows = await rowsWhere(tx, entity, where);
      return all.map(() => [...rows]);
    });
  },
});
