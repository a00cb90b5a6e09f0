/** Counts the groups of a metric (GROUP BY) in one snapshot: the initial value of a counter, and the expected value of its check. */
import { QUARTER_HOUR_S, type CompiledMeasure } from '../../../common/live/measure';
import type { Db, Tx } from '../../context';
import { loadLogHead } from '../../live/log/changeLog';
import type { ExactSum } from '../../../common/text/exactSum';
import { parseExactSum, quoteIdentifier, exactSumSql } from '../../platform/database/sql';
import { joinWithAnd, filterToSql, type SqlFragment } from './filterToSql';

interface GroupRow {
  readonly bucket: number;
  readonly groupValue: string | number | null;
  readonly n: number | string | null;
}

const sumRows = ({ n }: GroupRow): ExactSum => (typeof n === 'number' ? n : (parseExactSum(n) ?? 0));

/**
 * Counts within an open snapshot, by `bucket|value`; quarters of an hour and values with a count of zero are left out.
 * @param conditions Further conditions for the rows, for what a filter cannot express.
 */
export async function countGroups(
  tx: Pick<Tx, 'rows'>,
  dialect: Db['dialect'],
  compiledMeasure: CompiledMeasure,
  conditions: readonly SqlFragment[] = [],
): Promise<Map<string, ExactSum>> {
  const { entity, where, measure } = compiledMeasure;
  const { add, by, at } = measure;
  const bucket = at === undefined ? '0' : `${quoteIdentifier(at)} - ${quoteIdentifier(at)} % ${QUARTER_HOUR_S}`;
  const groupColumn = by === undefined ? "''" : quoteIdentifier(by);
  const amount = add === undefined ? 'COUNT(*)' : exactSumSql(dialect, quoteIdentifier(add));
  const notNull = [add, at]
    .filter((name) => name !== undefined)
    .map((name) => ({ sql: `${quoteIdentifier(name)} IS NOT NULL`, params: [] }));
  const { sql, params } = joinWithAnd([filterToSql(entity, where, dialect), ...notNull, ...conditions]);
  const rows = await tx.rows<GroupRow>(
    `SELECT ${bucket} AS bucket, ${groupColumn} AS groupValue, ${amount} AS n FROM ${quoteIdentifier(entity.name)} WHERE ${sql} GROUP BY 1, 2`,
    params,
  );
  const cells = rows.map((row) => [`${Number(row.bucket)}|${row.groupValue ?? ''}`, sumRows(row)] as const);
  return new Map(cells.filter(([, n]) => n !== 0));
}

/** The same in its own snapshot, with the sequence number of the last change it contains. */
export const countGroupsInSnapshot = (db: Pick<Db, 'snapshot' | 'dialect'>, compiledMeasure: CompiledMeasure) =>
  db.snapshot(async (tx) => {
    const { last } = await loadLogHead(tx);
    return { seq: last, cells: await countGroups(tx, db.dialect, compiledMeasure) };
  });
