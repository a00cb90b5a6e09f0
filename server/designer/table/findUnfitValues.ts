/** Finds stored values that a changed kind or narrower options of a field do not allow: each is read as a write would read it. */
import { canonicalJson } from '../../../common/canonicalJson';
import { fieldProblem } from '../../../common/designer/check/designProblem';
import type { DesignProblem } from '../../../common/designer/design';
import { findColumn, type Column } from '../../../common/entity/columns';
import type { AnyEntity } from '../../../common/entity/entity';
import type { Json } from '../../../common/entity/field';
import { readValue } from '../../../common/entity/readValue';
import { truncate } from '../../../common/text/normalize';
import type { SqlValue, Tx } from '../../context';
import { parseStoredValue } from '../../engine/schema/model';
import type { TableShape } from '../../engine/schema/tableShape';
import { sanitizeRichText } from '../../engine/write/stages/richText';
import { placeholders, quoteIdentifier } from '../../platform/database/sql';
import { findRemainingColumns, type Rename } from '../schemaChange';
import { findNarrowedOption } from './findNarrowedOption';

type Reader = Pick<Tx, 'rows'>;

/** The table as it is, the active and the new definition. */
export interface ValueCheck {
  readonly dialect: 'sqlite' | 'mariadb';
  readonly current: TableShape;
  readonly from: AnyEntity | null;
  readonly to: AnyEntity;
  readonly renames: readonly Rename[];
}

const BATCH_ROWS = 500;
const EXAMPLE_LENGTH = 40;

interface ChangedField {
  /** The column as the table has it now. */
  readonly former: string;
  readonly before: Column;
  readonly after: Column;
}

/** Values of these kinds have a meaning of their own: no stored value of another kind fits, and none of theirs fits another kind. */
const CLOSED_KINDS: ReadonlySet<string> = new Set(['password', 'money']);

/** Whether a stored value of the former field is a value of the new one as it is. */
function fits({ before, after }: ChangedField, raw: SqlValue): boolean {
  const isOtherKind = before.kind !== after.kind;
  // Nothing is zero in cents too.
  if (isOtherKind && [before, after].some(({ kind }) => CLOSED_KINDS.has(kind)))
    return before.store === 'integer' && Number(raw) === 0;
  // A text can contain a list, but nobody wrote it as one.
  if (before.store === 'json' && after.store !== 'json') return false;
  const value = parseStoredValue(after, raw);
  if (value === undefined) return false;
  if (after.kind === 'rich_text') return !isOtherKind || (typeof value === 'string' && isSafeMarkup(value));
  const read = readValue(after, value);
  return 'value' in read && canonicalJson(read.value) === canonicalJson(value);
}
const isSafeMarkup = (text: string): boolean => !text.includes('<') || sanitizeRichText(text).html === text;

/** The rows that values refer to. */
const listIds = (value: Json | undefined): readonly number[] => (Array.isArray(value) ? value : [value]).map(Number);

const MAX_IDS = 1_000;
async function findMissingIds(reader: Reader, table: string, ids: readonly number[]): Promise<ReadonlySet<number>> {
  const missing = new Set(ids);
  const all = [...missing];
  for (let start = 0; start < all.length; start += MAX_IDS) {
    const part = all.slice(start, start + MAX_IDS);
    const sql = `SELECT id FROM ${quoteIdentifier(table)} WHERE id IN (${placeholders(part.length)})`;
    for (const { id } of await reader.rows<{ readonly id: number }>(sql, part)) missing.delete(Number(id));
  }
  return missing;
}

interface StoredValue {
  readonly id: number;
  readonly value: SqlValue;
}

/** The values of a batch that do not fit; those that refer to another entity than before must find their rows there. */
async function filterUnfit(
  reader: Reader,
  field: ChangedField,
  rows: readonly StoredValue[],
): Promise<readonly StoredValue[]> {
  const { before, after } = field;
  const unfit = new Set(rows.filter(({ value }) => !fits(field, value)));
  const { to } = after.options;
  if (to !== undefined && before.options.to !== to) {
    const referring = rows.filter((row) => !unfit.has(row));
    const idsOf = ({ value }: StoredValue) => listIds(parseStoredValue(after, value));
    const missing = await findMissingIds(reader, to, referring.flatMap(idsOf));
    for (const row of referring) if (idsOf(row).some((id) => missing.has(id))) unfit.add(row);
  }
  return [...unfit];
}

async function findUnfit(reader: Reader, table: string, field: ChangedField) {
  const value = quoteIdentifier(field.former);
  const sql = `SELECT id, ${value} AS value FROM ${quoteIdentifier(table)} WHERE id > ? AND ${value} IS NOT NULL ORDER BY id LIMIT ${BATCH_ROWS}`;
  let count = 0;
  let example = '';
  for (let last = 0; ;) {
    const rows = await reader.rows<StoredValue>(sql, [last]);
    const unfit = await filterUnfit(reader, field, rows);
    if (count === 0 && unfit[0] !== undefined) example = String(unfit[0].value);
    count += unfit.length;
    if (rows.length < BATCH_ROWS) return { count, example };
    last = Number(rows.at(-1)?.id);
  }
}

const isShown = ({ sensitivity }: Column): boolean => sensitivity === 'public' || sensitivity === 'internal';

/** The problems of fields whose kind or options changed, each with the number of values and an example that everybody may see. */
export async function findUnfitValues(
  reader: Reader,
  { current, from, to, renames }: ValueCheck,
): Promise<readonly DesignProblem[]> {
  if (from === null) return [];
  const problems: DesignProblem[] = [];
  for (const { former, after: shape } of findRemainingColumns(current, to, renames)) {
    const [before, after] = [findColumn(from, former), findColumn(to, shape.name)];
    const property = before && after && findNarrowedOption(before, after);
    if (before === undefined || after === undefined || property === undefined) continue;
    const { count, example } = await findUnfit(reader, current.name, { former, before, after });
    if (count === 0) continue;
    const hasExample = example.trim() !== '' && isShown(before) && isShown(after);
    problems.push(
      hasExample
        ? fieldProblem(shape.name, 'values_unfit', property, { count, example: truncate(example, EXAMPLE_LENGTH) })
        : fieldProblem(shape.name, 'values_unfit_unnamed', property, { count }),
    );
  }
  return problems;
}
