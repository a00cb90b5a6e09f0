/** Sums over what a list shows: only of columns the reader sees, only of rows it sees, from one statement. */
import { grantedRows, readableColumns } from '../../../common/entity/access';
import type { AnyEntity } from '../../../common/entity/entity';
import type { Column } from '../../../common/entity/meta';
import type { ListQuery } from '../../../common/entity/query';
import { LIMITS } from '../../../common/limits';
import type { ColumnSummary, SummaryAnswer } from '../../../common/protocol/summary';
import { fault } from '../../../common/protocol/faults';
import { moneyOf } from '../../../common/text/moneys';
import type { Sum } from '../../../common/text/sums';
import type { RequestContext, Db } from '../../context';
import { exactSum, ident, sumDigits } from '../../platform/sql';
import { requestedColumns } from './reader';
import { rewriteQuery } from './blindIndex';
import { allOf, whereSql } from './where';
import { inWindow, scanHint, listWindow } from './listWindow';

const NUMERIC: ReadonlySet<string> = new Set(['integer', 'float', 'money']);
/** Numbers that count something; ids and the engine's own columns name things. */
const isSummed = (entity: AnyEntity, { name, kind, sensitivity }: Column): boolean =>
  NUMERIC.has(kind) && sensitivity !== 'secret' && name in entity.spec.fields;

type Found = Readonly<Record<string, number | string | null>>;
const PARTS = ['sum', 'min', 'max', 'count'] as const;

const sumAt = (found: Found, at: number): Sum | null => {
  const digits = found[`sum${at}`];
  return (typeof digits === 'string' ? exactSum(digits) : digits) ?? null;
};
/** Amounts are whole cents, sums of many of them may be longer than a number is exact. */
function amounts(found: Found, at: number): ColumnSummary {
  const cents = (part: string): bigint | null => {
    const value = found[`${part}${at}`] ?? null;
    return value === null ? null : BigInt(value);
  };
  const count = Number(found[`count${at}`] ?? 0);
  const sum = sumAt(found, at);
  const text = (value: Sum | null) => (value === null ? null : moneyOf(value));
  const avg = sum === null || count === 0 ? null : BigInt(Math.round(Number(sum) / count));
  return { count, sum: text(sum), min: text(cents('min')), max: text(cents('max')), avg: text(avg) };
}
function numbers(found: Found, at: number, kind: Column['kind']): ColumnSummary {
  const read = (part: string): number | null => {
    const value = found[`${part}${at}`] ?? null;
    return value === null ? null : Number(value);
  };
  const count = read('count') ?? 0;
  const sum = kind === 'float' ? read('sum') : sumAt(found, at);
  const avg = sum === null || count === 0 ? null : Number(sum) / count;
  // digits: too large for an exact number
  return { count, sum: typeof sum === 'bigint' ? String(sum) : sum, min: read('min'), max: read('max'), avg };
}

const partSql = (dialect: Db['dialect'], part: (typeof PARTS)[number], column: string, kind: Column['kind']): string =>
  part === 'sum' && kind !== 'float' ? sumDigits(dialect, column) : `${part.toUpperCase()}(${column})`;

/** Counted no further than lists are. */
export async function summarize(
  { services, actor }: RequestContext,
  entity: AnyEntity,
  given: ListQuery,
): Promise<SummaryAnswer> {
  const query = rewriteQuery(services, entity, given);
  const rows = grantedRows(actor, entity, 'read');
  if (rows === undefined) throw fault('access.denied');
  const columns = readableColumns(actor, entity).filter((column) => isSummed(entity, column));
  const at = Math.floor(services.clock.now() / 1000);
  if (columns.length === 0) return { at, capped: false, columns: {} };
  const { dialect } = services.db;
  const where = allOf([
    whereSql(entity, rows, dialect),
    whereSql(entity, requestedColumns(actor, entity, query), dialect),
  ]);
  const names = columns.map(({ name }) => ident(name));
  const parts = columns.flatMap(({ name, kind }, index) =>
    PARTS.map((part) => `${partSql(dialect, part, ident(name), kind)} AS ${part}${index}`),
  );
  const [found] = await services.db.snapshot(async (tx) => {
    const shown = inWindow(where, await listWindow(tx, entity, query));
    const table = `${ident(entity.name)}${await scanHint(tx, dialect, entity, query)}`;
    const sql =
      `SELECT COUNT(*) AS total, ${parts.join(', ')} FROM ` +
      `(SELECT ${names.join(', ')} FROM ${table} WHERE ${shown.sql} LIMIT ?) AS shown`;
    return tx.rows<Found>(sql, [...shown.params, LIMITS.countCap]);
  });
  if (found === undefined) return { at, capped: false, columns: {} };
  const told = columns.map(
    ({ name, kind }, index) => [name, kind === 'money' ? amounts(found, index) : numbers(found, index, kind)] as const,
  );
  return { at, capped: Number(found['total']) >= LIMITS.countCap, columns: Object.fromEntries(told) };
}
