/** How far quick search looks: a big table is searched in its newest rows only, unless all of it is asked for, and the answer says so. */
import type { AnyEntity } from '../../../common/entity/entity';
import type { Condition, Filter } from '../../../common/entity/filter';
import { columnsOf, type Column } from '../../../common/entity/columns';
import type { ListQuery } from '../../../common/entity/listQuery';
import { LIMITS } from '../../../common/limits';
import type { Db, Tx } from '../../context';
import { quoteIdentifier } from '../../platform/database/sql';
import { indexName } from '../schema/tableShape';
import { allOf, whereSql, type Sql } from './where';

export interface SearchWindow {
  /** How many rows those are, deleted ones included. */
  readonly newest: number;
  /** The oldest of them. */
  readonly from: number;
}

/** What a search has to look at; undefined: everything. */
export async function findSearchWindow(tx: Tx, entity: AnyEntity, query: ListQuery): Promise<SearchWindow | undefined> {
  if (query.q === undefined || query.searchAll === true || query.initValue !== undefined) return undefined;
  const sql = `SELECT id FROM ${quoteIdentifier(entity.name)} ORDER BY id DESC LIMIT 1 OFFSET ?`;
  const [oldestOutside] = await tx.rows<{ id: number }>(sql, [LIMITS.searchNewest]);
  return oldestOutside === undefined ? undefined : { newest: LIMITS.searchNewest, from: Number(oldestOutside.id) + 1 };
}

/** A condition within the window. */
export const withinSearchWindow = (where: Sql, window: SearchWindow | undefined): Sql =>
  window === undefined ? where : allOf([{ sql: 'id >= ?', params: [window.from] }, where]);

/** So many rows found by an index are sorted in a moment. */
const MAX_SELECTIVE_ROWS = 5_000;
const isReferenceCondition = (part: Filter, columns: ReadonlyMap<string, Column>): part is Condition =>
  'field' in part && (part.op === '=' || part.op === 'IN') && columns.get(part.field)?.kind === 'ref';

/** The reference a filter asks for, when few rows refer so: else the database might walk the list's order for them through the whole table. */
async function selectiveIndex(tx: Tx, entity: AnyEntity, { where, sort }: ListQuery): Promise<string | undefined> {
  if (!('all' in where) || sort[0]?.field === 'id') return undefined;
  const columns = columnsOf(entity);
  const condition = where.all.find((part): part is Condition => isReferenceCondition(part, columns));
  if (condition === undefined) return undefined;
  const index = quoteIdentifier(indexName(entity.name, [condition.field]));
  const { sql, params } = whereSql(entity, condition, 'mariadb');
  const [found] = await tx.rows<{ total: number }>(
    `SELECT COUNT(*) AS total FROM (SELECT 1 AS one FROM ${quoteIdentifier(entity.name)} FORCE INDEX (${index}) WHERE ${sql} LIMIT ?) AS counted`,
    [...params, MAX_SELECTIVE_ROWS + 1],
  );
  return Number(found?.total ?? 0) <= MAX_SELECTIVE_ROWS ? index : undefined;
}

/**
 * What stands behind the table's name. A search reads rows as they lie: in the order of an index it might have to fetch every
 * row of the table one by one before it has found enough for a page.
 */
export async function indexHint(tx: Tx, dialect: Db['dialect'], entity: AnyEntity, query: ListQuery): Promise<string> {
  if (query.q !== undefined) return dialect === 'mariadb' ? ' FORCE INDEX (PRIMARY)' : ' NOT INDEXED';
  if (dialect !== 'mariadb') return '';
  const index = await selectiveIndex(tx, entity, query);
  return index === undefined ? '' : ` FORCE INDEX (${index})`;
}

/**
 * The hint for a list without conditions, in the order of the id. MariaDB may choose the index of `delete_time` for it and sort the
 * whole table, depending on its statistics; the primary key has the rows in this order.
 */
export const primaryKeyHint = (dialect: Db['dialect'], { sort }: ListQuery): string =>
  dialect === 'mariadb' && sort[0]?.field === 'id' ? ' FORCE INDEX (PRIMARY)' : '';
