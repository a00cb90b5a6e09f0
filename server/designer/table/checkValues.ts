/** Finds stored values that violate a changed definition: too long, missing (NOT NULL), duplicate (UNIQUE), or unfit. */
import { getColumns, type Column } from '../../../common/entity/columns';
import type { AnyEntity } from '../../../common/entity/entity';
import type { DesignProblem } from '../../../common/designer/design';
import { fieldProblem } from '../../../common/designer/check/designProblem';
import { truncate } from '../../../common/text/normalize';
import { normalizedValue } from '../../engine/schema/model';
import { normalizedColumnName, buildTableShape } from '../../engine/schema/tableShape';
import type { Tx } from '../../context';
import { quoteIdentifier } from '../../platform/database/sql';
import { isConvertible, findLengthLimit, findRemainingColumns } from '../schemaChange';
import { findUnfitValues, type ValueCheck } from './findUnfitValues';

type Reader = Pick<Tx, 'rows'>;

const BATCH_ROWS = 5_000;
const EXAMPLE_LENGTH = 40;
const LIVE = 'delete_time IS NULL';

/** All problems of stored values, each at the field and the property to correct. */
export async function findValueProblems(reader: Reader, check: ValueCheck): Promise<readonly DesignProblem[]> {
  const problems = [
    ...(await findLongValues(reader, check)),
    ...(await findMissingValues(reader, check)),
    ...(await findRepeatedValues(reader, check)),
  ];
  return withUnfit(problems, await findUnfitValues(reader, check));
}

/** One problem for each field: values that are too long are too long for the new kind, or for the new length. */
function withUnfit(problems: readonly DesignProblem[], unfit: readonly DesignProblem[]): readonly DesignProblem[] {
  const fieldsOf = (all: readonly DesignProblem[]) => new Set(all.map(({ field }) => field));
  const tooLong = fieldsOf(problems.filter(({ code }) => code === 'values_too_long'));
  const others = unfit.filter(({ field, property }) => property !== 'max' || !tooLong.has(field));
  const unfitFields = fieldsOf(others);
  return [...problems.filter(({ code, field }) => code !== 'values_too_long' || !unfitFields.has(field)), ...others];
}

/** Columns whose stored values cannot become values of the new type. A password is a hash, which no other kind may show. */
export const findTypeProblems = ({ current, from, to, renames }: ValueCheck): readonly DesignProblem[] =>
  findRemainingColumns(current, to, renames).flatMap(({ former, before, after: { name, type } }) => {
    const wasPassword = from?.spec.fields[former]?.kind === 'password';
    if (wasPassword && to.spec.fields[name]?.kind !== 'password') return [fieldProblem(name, 'password_kind', 'kind')];
    return isConvertible(before.type, type) ? [] : [fieldProblem(name, 'other_type', 'kind', { field: name })];
  });

async function countRows(reader: Reader, table: string, condition: string): Promise<number> {
  const sql = `SELECT COUNT(*) AS count FROM ${quoteIdentifier(table)} WHERE ${condition}`;
  const [row] = await reader.rows<{ readonly count: number }>(sql);
  return Number(row?.count ?? 0);
}

async function findLongValues(reader: Reader, { dialect, current, to, renames }: ValueCheck) {
  const lengthOf = dialect === 'sqlite' ? 'LENGTH' : 'CHAR_LENGTH';
  const newTypes = new Map(buildTableShape(to).columns.map((column) => [column.name, column]));
  const existing = new Set(current.columns.map(({ name }) => name));
  const problems: DesignProblem[] = [];
  for (const { former, before, after } of findRemainingColumns(current, to, renames)) {
    const limit = findLengthLimit(after);
    if (limit === undefined || before.type === after.type) continue;
    const normalized = newTypes.get(normalizedColumnName(after.name));
    const normalizedLimit = normalized && findLengthLimit(normalized);
    const formerNormalized = normalizedColumnName(former);
    const conditions = [
      `${lengthOf}(${quoteIdentifier(former)}) > ${limit}`,
      // the normalized copy of a text can be longer than the text
      ...(normalizedLimit !== undefined && existing.has(formerNormalized)
        ? [`${lengthOf}(${quoteIdentifier(formerNormalized)}) > ${normalizedLimit}`]
        : []),
    ];
    const count = await countRows(reader, current.name, conditions.join(' OR '));
    if (count > 0) problems.push(fieldProblem(after.name, 'values_too_long', 'max', { count, max: limit }));
  }
  return problems;
}

/** Fields that become required without a default, and have rows without a value. */
async function findMissingValues(reader: Reader, { current, from, to, renames }: ValueCheck) {
  const isRequired = (entity: AnyEntity | null, name: string) => entity?.spec.fields[name]?.options.required === true;
  const problems: DesignProblem[] = [];
  for (const { former, before, after } of findRemainingColumns(current, to, renames)) {
    const field = to.spec.fields[after.name];
    if (field === undefined || field.options.default !== undefined) continue;
    if (before.notNull || isRequired(from, former) || !isRequired(to, after.name)) continue;
    const column = quoteIdentifier(former);
    const isText = before.type.startsWith('VARCHAR') || before.type.endsWith('TEXT');
    const isEmpty = isText ? `(${column} IS NULL OR ${column} = '')` : `${column} IS NULL`;
    const count = await countRows(reader, current.name, `${isEmpty} AND ${LIVE}`);
    if (count > 0) problems.push(fieldProblem(after.name, 'values_missing', 'required', { count }));
  }
  return problems;
}

async function findRepeatedValues(reader: Reader, check: ValueCheck): Promise<readonly DesignProblem[]> {
  const problems: DesignProblem[] = [];
  for (const column of getColumns(check.to).values()) {
    if (column.options.unique !== true || !isNewlyUnique(check, column)) continue;
    const repeated = await findRepeated(reader, check, column);
    if (repeated.count > 0) problems.push(repeatedProblem(column, repeated));
  }
  return problems;
}

const formerName = ({ renames }: ValueCheck, name: string): string =>
  renames.find(({ to }) => to === name)?.from ?? name;

/** Whether the table has no unique index over the column yet. */
function isNewlyUnique(check: ValueCheck, column: Column): boolean {
  const former = formerName(check, column.name);
  const names = [former, normalizedColumnName(former)];
  return !check.current.indexes.some(({ unique, columns: [first = ''] }) => unique && names.includes(first));
}

interface Repeated {
  /** Number of values that several rows have. */
  readonly count: number;
  readonly example: string;
}

function repeatedProblem({ name, sensitivity }: Column, { count, example }: Repeated): DesignProblem {
  const isShown = sensitivity === 'public' || sensitivity === 'internal';
  return isShown && example !== ''
    ? fieldProblem(name, 'values_repeated', 'is_unique', { count, example: truncate(example, EXAMPLE_LENGTH) })
    : fieldProblem(name, 'values_repeated_unnamed', 'is_unique', { count });
}

async function findRepeated(reader: Reader, check: ValueCheck, column: Column): Promise<Repeated> {
  const { current } = check;
  const former = formerName(check, column.name);
  const existing = new Set(current.columns.map(({ name }) => name));
  if (!existing.has(former)) return repeatedInNewColumn(reader, check, column);
  if (!column.hasSearchColumn) return repeatedIn(reader, current.name, former, former);
  const normalized = normalizedColumnName(former);
  return existing.has(normalized)
    ? repeatedIn(reader, current.name, former, normalized)
    : repeatedWhenNormalized(reader, check, column);
}

/** A new column has one value in all rows, unless that is NULL. */
async function repeatedInNewColumn(reader: Reader, { current, to }: ValueCheck, column: Column): Promise<Repeated> {
  const shape = buildTableShape(to).columns.find(({ name }) => name === column.name);
  if (shape === undefined || !shape.notNull) return { count: 0, example: '' };
  const rows = await countRows(reader, current.name, LIVE);
  return { count: rows > 1 ? 1 : 0, example: String(shape.default ?? '') };
}

async function repeatedIn(reader: Reader, table: string, shown: string, compared: string): Promise<Repeated> {
  const [value, key] = [quoteIdentifier(shown), quoteIdentifier(compared)];
  const [row] = await reader.rows<{ readonly count: number; readonly example: string | number | null }>(
    `SELECT COUNT(*) AS count, MIN(example) AS example FROM (SELECT MIN(${value}) AS example FROM ${quoteIdentifier(table)} ` +
      `WHERE ${LIVE} AND ${key} IS NOT NULL GROUP BY ${key} HAVING COUNT(*) > 1) AS repeated`,
  );
  return { count: Number(row?.count ?? 0), example: String(row?.example ?? '') };
}

/** SQL has no NFKC: texts without a normalized copy are compared here. */
async function repeatedWhenNormalized(reader: Reader, check: ValueCheck, column: Column): Promise<Repeated> {
  const value = quoteIdentifier(formerName(check, column.name));
  const sql = `SELECT id, ${value} AS text FROM ${quoteIdentifier(check.current.name)} WHERE id > ? AND ${LIVE} AND ${value} IS NOT NULL ORDER BY id LIMIT ${BATCH_ROWS}`;
  const seenValues = new Map<string, string>();
  const repeated = new Map<string, string>();
  for (let last = 0; ;) {
    const rows = await reader.rows<{ readonly id: number; readonly text: string }>(sql, [last]);
    for (const { text } of rows) {
      const key = normalizedValue(column, text) ?? '';
      const first = seenValues.get(key);
      if (first === undefined) seenValues.set(key, text);
      else repeated.set(key, first);
    }
    if (rows.length < BATCH_ROWS) break;
    last = Number(rows.at(-1)?.id);
  }
  return { count: repeated.size, example: [...repeated.values()].sort()[0] ?? '' };
}
