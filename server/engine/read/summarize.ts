/** Aggregates over the rows of a list (summary row) with one statement: only columns and rows that the actor may read. */
import { grantedRows, readableColumns } from '../../../common/entity/access';
import type { AnyEntity } from '../../../common/entity/entity';
import type { Column } from '../../../common/entity/columns';
import { isSummedColumn } from '../../../common/entity/lists/summedColumns';
import type { ListQuery } from '../../../common/query/listQuery';
import { LIMITS } from '../../../common/limits';
import type { ColumnSummary, SummaryResponse } from '../../../common/protocol/summary';
import { fault } from '../../../common/protocol/faults';
import { formatCents } from '../../../common/text/cents';
import type { ExactSum } from '../../../common/text/exactSum';
import type { RequestContext, Db } from '../../context';
import { parseExactSum, quoteIdentifier, exactSumSql } from '../../platform/database/sql';
import { createRequestedFilter } from './readView';
import { prepareQuery } from './targetSearch';
import { joinWithAnd, filterToSql } from './filterToSql';
import { indexHint } from './indexHint';
import { limitToSearchWindow, findSearchWindow } from './searchWindow';

type SummaryRow = Readonly<Record<string, number | string | null>>;
const AGGREGATES = ['sum', 'min', 'max', 'count'] as const;

const sumAt = (summaryRow: SummaryRow, at: number): ExactSum | null => {
  const digits = summaryRow[`sum${at}`];
  return (typeof digits === 'string' ? parseExactSum(digits) : digits) ?? null;
};
/** Amounts are whole cents; a sum of many may be too large for an exact number. */
function moneySummary(summaryRow: SummaryRow, at: number): ColumnSummary {
  const cents = (aggregate: string): bigint | null => {
    const value = summaryRow[`${aggregate}${at}`] ?? null;
    return value === null ? null : BigInt(value);
  };
  const count = Number(summaryRow[`count${at}`] ?? 0);
  const sum = sumAt(summaryRow, at);
  const text = (value: ExactSum | null) => (value === null ? null : formatCents(value));
  const avg = sum === null || count === 0 ? null : BigInt(Math.round(Number(sum) / count));
  return { count, sum: text(sum), min: text(cents('min')), max: text(cents('max')), avg: text(avg) };
}
function numberSummary(summaryRow: SummaryRow, at: number, kind: Column['kind']): ColumnSummary {
  const read = (aggregate: string): number | null => {
    const value = summaryRow[`${aggregate}${at}`] ?? null;
    return value === null ? null : Number(value);
  };
  const count = read('count') ?? 0;
  const sum = kind === 'float' ? read('sum') : sumAt(summaryRow, at);
  const avg = sum === null || count === 0 ? null : Number(sum) / count;
  // digits: too large for an exact number
  return { count, sum: typeof sum === 'bigint' ? String(sum) : sum, min: read('min'), max: read('max'), avg };
}

const aggregateSql = (
  dialect: Db['dialect'],
  aggregate: (typeof AGGREGATES)[number],
  column: string,
  kind: Column['kind'],
): string =>
  aggregate === 'sum' && kind !== 'float' ? exactSumSql(dialect, column) : `${aggregate.toUpperCase()}(${column})`;

/** Sums and extremes of each numeric column, over at most as many rows as lists count. */
export async function summarize(
  { services, actor }: RequestContext,
  entity: AnyEntity,
  rawQuery: ListQuery,
): Promise<SummaryResponse> {
  const query = await prepareQuery(services, actor, entity, rawQuery);
  const rows = grantedRows(actor, entity, 'read');
  if (rows === undefined) throw fault('access.denied');
  const columns = readableColumns(actor, entity).filter((column) => isSummedColumn(entity, column));
  const at = Math.floor(services.clock.now() / 1000);
  if (columns.length === 0) return { at: at, capped: false, columns: {} };
  const { dialect } = services.db;
  const where = joinWithAnd([
    filterToSql(entity, rows, dialect),
    filterToSql(entity, createRequestedFilter(actor, entity, query), dialect),
  ]);
  const names = columns.map(({ name }) => quoteIdentifier(name));
  const aggregateColumns = columns.flatMap(({ name, kind }, index) =>
    AGGREGATES.map(
      (aggregate) => `${aggregateSql(dialect, aggregate, quoteIdentifier(name), kind)} AS ${aggregate}${index}`,
    ),
  );
  const [summaryRow] = await services.db.snapshot(async (tx) => {
    const windowed = limitToSearchWindow(where, await findSearchWindow(tx, entity, query));
    const table = `${quoteIdentifier(entity.name)}${await indexHint(tx, dialect, entity, query)}`;
    const sql =
      `SELECT COUNT(*) AS total, ${aggregateColumns.join(', ')} FROM ` +
      `(SELECT ${names.join(', ')} FROM ${table} WHERE ${windowed.sql} LIMIT ?) AS shown`;
    return tx.rows<SummaryRow>(sql, [...windowed.params, LIMITS.exactTotalRows]);
  });
  if (summaryRow === undefined) return { at: at, capped: false, columns: {} };
  const summaries = columns.map(
    ({ name, kind }, index) =>
      [name, kind === 'money' ? moneySummary(summaryRow, index) : numberSummary(summaryRow, index, kind)] as const,
  );
  return {
    at: at,
    capped: Number(summaryRow['total']) >= LIMITS.exactTotalRows,
    columns: Object.fromEntries(summaries),
  };
}
