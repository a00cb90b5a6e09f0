/** Counts what a measure comes to in one snapshot of the database: the number a counter is founded on and checked against. */
import { QUARTER, type Folding } from '../../../common/live/measure';
import type { Db, Tx } from '../../context';
import { readHead } from '../../live/log';
import type { Sum } from '../../../common/text/sums';
import { exactSum, ident, sumDigits } from '../../platform/sql';
import { allOf, whereSql } from './where';

interface Row {
  readonly bucket: number;
  readonly dim: string | number | null;
  readonly n: number | string | null;
}

const sumRows = ({ n }: Row): Sum => (typeof n === 'number' ? n : (exactSum(n) ?? 0));

/** Within a snapshot that is open already: by `bucket|value`, quarters and values that come to nothing left out. */
export async function countInTransaction(
  tx: Pick<Tx, 'rows'>,
  dialect: Db['dialect'],
  aggregate: Folding,
): Promise<Map<string, Sum>> {
  const { entity, where, measure } = aggregate;
  const { add, by, at } = measure;
  const bucket = at === undefined ? '0' : `${ident(at)} - ${ident(at)} % ${QUARTER}`;
  const dim = by === undefined ? "''" : ident(by);
  const amount = add === undefined ? 'COUNT(*)' : sumDigits(dialect, ident(add));
  const known = [add, at]
    .filter((name) => name !== undefined)
    .map((name) => ({ sql: `${ident(name)} IS NOT NULL`, params: [] }));
  const { sql, params } = allOf([whereSql(entity, where, dialect), ...known]);
  const rows = await tx.rows<Row>(
    `SELECT ${bucket} AS bucket, ${dim} AS dim, ${amount} AS n FROM ${ident(entity.name)} WHERE ${sql} GROUP BY 1, 2`,
    params,
  );
  const cells = rows.map((row) => [`${Number(row.bucket)}|${row.dim ?? ''}`, sumRows(row)] as const);
  return new Map(cells.filter(([, n]) => n !== 0));
}

/** The same with the number of the last change it holds. */
export const countInSnapshot = (db: Pick<Db, 'snapshot' | 'dialect'>, aggregate: Folding) =>
  db.snapshot(async (tx) => {
    const { last } = await readHead(tx);
    return { seq: last, cells: await countInTransaction(tx, db.dialect, aggregate) };
  });
