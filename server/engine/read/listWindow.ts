/** How far quick search looks: a big table is searched in its newest rows only, unless all of it is asked for, and the answer says so. */
import type { AnyEntity } from '../../../common/entity/entity';
import type { Cond, Filter } from '../../../common/entity/filter';
import { columnsOf, type Column } from '../../../common/entity/meta';
import type { ListQuery } from '../../../common/entity/query';
import { LIMITS } from '../../../common/limits';
import type { Db, Tx } from '../../context';
import { ident } from '../../platform/sql';
import { indexName } from '../schema/tableShape';
import { allOf, whereSql, type Sql } from './where';

export interface Window {
  /** How many rows those are, deleted ones included. */
  readonly newest: number;
  /** The oldest of them. */
  readonly from: number;
}

/** What a search has to look at; undefined: everything. */
export async function listWindow(tx: Tx, entity: AnyEntity, query: ListQuery): Promise<Window | undefined> {
  if (query.q === undefined || query.searchAll === true || query.initValue !== undefined) return undefined;
  const sql = `SELECT id FROM ${ident(entity.name)} ORDER BY id DESC LIMIT 1 OFFSET ?`;
  const [beyond] = await tx.rows<{ id: number }>(sql, [LIMITS.searchNewest]);
  return beyond === undefined ? undefined : { newest: LIMITS.searchNewest, from: Number(beyond.id) + 1 };
}

/** A condition within the window. */
export const inWindow = (where: Sql, window: Window | undefined): Sql =>
  window === undefined ? where : allOf([{ sql: 'id >= ?', params: [window.from] }, where]);

/** So many rows found by an index are sorted in a moment. */
const SELECTIVE = 5_000;
const isPicked = (part: Filter, columns: ReadonlyMap<string, Column>): part is Cond =>
  'field' in part && (part.op === '=' || part.op === 'IN') && columns.get(part.field)?.kind === 'ref';

/** The reference a filter asks for, when few rows refer so: else the database might walk the list's order for them through the whole table. */
async function pickedBy(tx: Tx, entity: AnyEntity, { where, sort }: ListQuery): Promise<string | undefined> {
  if (!('all' in where) || sort[0]?.field === 'id') return undefined;
  const columns = columnsOf(entity);
  const cond = where.all.find((part): part is Cond => isPicked(part, columns));
  if (cond === undefined) return undefined;
  const index = ident(indexName(entity.name, [cond.field]));
  const { sql, params } = whereSql(entity, cond, 'mariadb');
  const [found] = await tx.rows<{ total: number }>(
    `SELECT COUNT(*) AS total FROM (SELECT 1 AS one FROM ${ident(entity.name)} FORCE INDEX (${index}) WHERE ${sql} LIMIT ?) AS counted`,
    [...params, SELECTIVE + 1],
  );
  return Number(found?.total ?? 0) <= SELECTIVE ? index : undefined;
}

/**
 * What stands behind the table's name. A search reads rows as they lie: in the order of an index it might have to fetch every
 * row of the table one by one before it has found enough for a page.
 */
export async function scanHint(tx: Tx, dialect: Db['dialect'], entity: AnyEntity, query: ListQuery): Promise<string> {
  if (query.q !== undefined) return dialect === 'mariadb' ? ' FORCE INDEX (PRIMARY)' : ' NOT INDEXED';
  if (dialect !== 'mariadb') return '';
  const index = await pickedBy(tx, entity, query);
  return index === undefined ? '' : ` FORCE INDEX (${index})`;
}

/**
 * The hint for a list without conditions, in the order of the id. MariaDB may choose the index of `delete_time` for it and sort the
 * whole table, depending on its statistics; the primary key has the rows in this order.
 */
export const idOrderHint = (dialect: Db['dialect'], { sort }: ListQuery): string =>
  dialect === 'mariadb' && sort[0]?.field === 'id' ? ' FORCE INDEX (PRIMARY)' : '';
