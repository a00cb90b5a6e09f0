/** Reads decoded rows of an entity by an SQL condition. */
import type { AnyEntity } from '../../../common/entity/entity';
import type { StoredRow } from '../../../common/entity/columns';
import type { Tx } from '../../context';
import { quoteIdentifier } from '../../platform/database/sql';
import { decodeRow } from '../schema/model';
import type { SqlFragment } from './filterToSql';

/** Rows that meet a condition, decoded. `tail`: what follows the condition, e.g. ` ORDER BY id LIMIT 1`. */
export async function selectRowsWhere(
  tx: Pick<Tx, 'rows'>,
  entity: AnyEntity,
  where: SqlFragment,
  tail = '',
): Promise<StoredRow[]> {
  const sql = `SELECT * FROM ${quoteIdentifier(entity.name)} WHERE ${where.sql}${tail}`;
  return (await tx.rows<Readonly<Record<string, unknown>>>(sql, where.params)).map((row) => decodeRow(entity, row));
}
