/** Limits quick search to the newest rows of a large table, unless the caller requests all; the response reports the limit. */
import type { AnyEntity } from '../../../common/entity/entity';
import type { ListQuery } from '../../../common/query/listQuery';
import { LIMITS } from '../../../common/limits';
import type { Tx } from '../../context';
import { quoteIdentifier } from '../../platform/database/sql';
import { joinWithAnd, type SqlFragment } from './filterToSql';

export interface SearchWindow {
  /** The number of rows searched, deleted ones included. */
  readonly newest: number;
  /** The id of the oldest of them. */
  readonly from: number;
}

/** The window that a search is limited to; undefined: all rows. `counted`: the rows that count, all if absent. */
export async function findSearchWindow(
  tx: Pick<Tx, 'rows'>,
  entity: AnyEntity,
  query: ListQuery,
  counted: SqlFragment = joinWithAnd([]),
): Promise<SearchWindow | undefined> {
  if (query.q === undefined || query.searchAll === true || query.initValue !== undefined) return undefined;
  const sql = `SELECT id FROM ${quoteIdentifier(entity.name)} WHERE ${counted.sql} ORDER BY id DESC LIMIT 1 OFFSET ?`;
  const [oldestOutside] = await tx.rows<{ id: number }>(sql, [...counted.params, LIMITS.searchedNewestRows]);
  return oldestOutside === undefined
    ? undefined
    : { newest: LIMITS.searchedNewestRows, from: Number(oldestOutside.id) + 1 };
}

/** Adds the window to a condition. */
export const limitToSearchWindow = (where: SqlFragment, window: SearchWindow | undefined): SqlFragment =>
  window === undefined ? where : joinWithAnd([{ sql: 'id >= ?', params: [window.from] }, where]);
