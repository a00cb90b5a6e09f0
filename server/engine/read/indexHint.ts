/** Index hints of queries, where the database would choose a slow plan. */
import type { AnyEntity } from '../../../common/entity/entity';
import type { Condition, Filter } from '../../../common/entity/filter';
import { getColumns, type Column } from '../../../common/entity/columns';
import type { ListQuery } from '../../../common/query/listQuery';
import type { Db, Tx } from '../../context';
import { quoteIdentifier } from '../../platform/database/sql';
import { indexName } from '../schema/tableShape';
import { filterToSql } from './filterToSql';

/** This many rows found by an index are sorted within milliseconds. */
const MAX_SELECTIVE_ROWS = 5_000;
const isReferenceCondition = (part: Filter, columns: ReadonlyMap<string, Column>): part is Condition =>
  'field' in part && (part.op === '=' || part.op === 'IN') && columns.get(part.field)?.kind === 'ref';

/**
 * The index of a reference that the filter compares, when few rows match: otherwise the database might read the whole table in the order of
 * the list.
 */
async function selectiveIndex(tx: Tx, entity: AnyEntity, { where, sort }: ListQuery): Promise<string | undefined> {
  if (!('all' in where) || sort[0]?.field === 'id') return undefined;
  const columns = getColumns(entity);
  const condition = where.all.find((part): part is Condition => isReferenceCondition(part, columns));
  if (condition === undefined) return undefined;
  const index = quoteIdentifier(indexName(entity.name, [condition.field]));
  const { sql, params } = filterToSql(entity, condition, 'mariadb');
  const [found] = await tx.rows<{ total: number }>(
    `SELECT COUNT(*) AS total FROM (SELECT 1 AS one FROM ${quoteIdentifier(entity.name)} FORCE INDEX (${index}) WHERE ${sql} LIMIT ?) AS counted`,
    [...params, MAX_SELECTIVE_ROWS + 1],
  );
  return Number(found?.total ?? 0) <= MAX_SELECTIVE_ROWS ? index : undefined;
}

/**
 * The index hint of a query. A search reads the rows in the order of the table: in the order of an index it might fetch every row of the
 * table one by one before it finds enough for a page.
 */
export async function indexHint(tx: Tx, dialect: Db['dialect'], entity: AnyEntity, query: ListQuery): Promise<string> {
  if (query.q !== undefined) return dialect === 'mariadb' ? ' FORCE INDEX (PRIMARY)' : ' NOT INDEXED';
  if (dialect !== 'mariadb') return '';
  const index = await selectiveIndex(tx, entity, query);
  return index === undefined ? '' : ` FORCE INDEX (${index})`;
}

/**
 * The hint for a list without conditions in the order of the id. Depending on its statistics, MariaDB may choose the index of `delete_time`
 * and sort the whole table; the primary key has the rows in this order.
 */
export const primaryKeyHint = (dialect: Db['dialect'], { sort }: ListQuery): string =>
  dialect === 'mariadb' && sort[0]?.field === 'id' ? ' FORCE INDEX (PRIMARY)' : '';
