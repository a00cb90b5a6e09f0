/** Validates an import file (dry run): each batch is written like an import, in a transaction that is rolled back. */
import type { RequestContext } from '../context';
import type { Writer } from '../engine/write/writer';
import { getColumns, type Column } from '../../common/entity/columns';
import { IMPORT_LIMITS } from '../../common/imports/importLimits';
import { toComparedText } from './findRows';
import { appendRefused, clearRefused, type RefusedRow } from './refusedRows';
import { importPath } from './importFiles';
import type { ImportPlan, PreparedRow } from './importPlan';
import type { RunningImport } from './runningImport';
import { readBatches } from './readBatches';
import { updateImport } from './storedImport';
import { writeBatch, type EarlierRows, type RowOutcome } from './writeBatch';

/** Thrown to roll back the dry run. */
class RollbackAfterCheck extends Error {}

/** Writes the rows, collects the outcome of each row, and rolls everything back. */
async function tryBatch(
  ctx: RequestContext,
  writer: Writer,
  plan: ImportPlan,
  rows: readonly PreparedRow[],
  earlier: EarlierRows,
): Promise<readonly RowOutcome[]> {
  let outcomes: readonly RowOutcome[] = [];
  try {
    await writer.inTransaction(ctx, async (write, hook) => {
      outcomes = await writeBatch(write, hook, plan, rows, earlier);
      throw new RollbackAfterCheck();
    });
  } catch (error) {
    if (!(error instanceof RollbackAfterCheck)) throw error;
  }
  return outcomes;
}

/** Unique values of earlier batches, which a check has rolled back. Their size is that of the unique columns of the file. */
function createEarlierRows(plan: ImportPlan) {
  const { entity, key, columns } = plan;
  const titles = new Set<string>();
  const keys = new Set<string>();
  const uniques = listUniqueColumns(plan).map((column) => ({ column, seen: new Set<string>() }));
  const hasTree = columns.some(({ target }) => target === entity);
  const getTitle = ({ texts }: PreparedRow) => (texts[entity.spec.title] ?? '').trim().toLowerCase();
  return {
    isExpectedTitle: (text: string) => titles.has(text.trim().toLowerCase()),
    hasKey: (text: string) => keys.has(text),
    /** The unique column whose value an earlier row has already. */
    findRepeated: (row: PreparedRow): Column | undefined =>
      uniques.find(({ column, seen }) => {
        const text = toComparedText(column, row.texts[column.name] ?? '');
        return text !== undefined && text !== '' && seen.has(text);
      })?.column,
    add: (row: PreparedRow) => {
      if (hasTree) titles.add(getTitle(row));
      const text = key && toComparedText(key.column, row.texts[key.column.name] ?? '');
      if (text !== undefined && text !== '') keys.add(text);
      for (const { column, seen } of uniques) {
        const value = toComparedText(column, row.texts[column.name] ?? '');
        if (value !== undefined && value !== '') seen.add(value);
      }
    },
  };
}
const listUniqueColumns = ({ entity, columns, key }: ImportPlan): readonly Column[] => {
  const mapped = new Set(columns.map(({ column }) => column.name));
  return [...getColumns(entity).values()].filter(
    ({ name, options }) => options.unique === true && mapped.has(name) && name !== key?.column.name,
  );
};

/** Refuses rows whose unique value an earlier batch has; duplicates within a batch are refused by the unique index. */
function splitRepeated(rows: readonly PreparedRow[], earlierRows: ReturnType<typeof createEarlierRows>) {
  const newRows: PreparedRow[] = [];
  const refused: RefusedRow[] = [];
  for (const row of rows) {
    const column = earlierRows.findRepeated(row);
    if (column === undefined) newRows.push(row);
    else
      refused.push({
        row: row.number,
        issues: [{ path: column.name, code: 'taken' }],
        values: { [column.name]: row.texts[column.name] ?? '' },
      });
  }
  return { fresh: newRows, refused };
}

/** Checks all rows and records the numbers and the rows with errors. */
export async function checkFile({ job, stored, plan, ctx }: RunningImport): Promise<void> {
  const path = importPath(job.services, stored.file);
  const errorPath = `${path}.check`;
  const earlierRows = createEarlierRows(plan);
  const counts = { total: 0, created: 0, updated: 0, unchanged: 0, refused: 0 };
  await clearRefused(errorPath);
  for await (const rows of readBatches(path, plan)) {
    const { fresh, refused } = splitRepeated(rows, earlierRows);
    const outcomes = await tryBatch(ctx, job.writer, plan, fresh, earlierRows);
    const failed = outcomes.flatMap((outcome) => (outcome.status === 'refused' ? [outcome.refused] : []));
    const accepted = new Set(outcomes.flatMap(({ number, status }) => (status === 'refused' ? [] : [number])));
    for (const row of fresh) if (accepted.has(row.number)) earlierRows.add(row);
    for (const { status } of outcomes) counts[status] += 1;
    counts.refused += refused.length;
    counts.total += rows.length;
    const all = [...failed, ...refused].sort((a, b) => a.row - b.row);
    await appendRefused(errorPath, all.slice(0, Math.max(0, IMPORT_LIMITS.errorRows - (counts.refused - all.length))));
    await updateImport(job.ctx, job.writer, stored.id, { ...counts, done: counts.total });
    await job.reportProgress(Math.min(0.99, counts.total / Math.max(stored.total, counts.total + 1)));
  }
  await updateImport(job.ctx, job.writer, stored.id, { ...counts, done: 0, status: 'checked' });
}
