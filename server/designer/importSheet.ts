/** The job step that imports the rows of the spreadsheet (CSV, XLSX) from which a design began, once its table exists. */
import { crudDesign } from '../../common/entities/crudDesign';
import { crudDesignField } from '../../common/entities/crudDesignField';
import { parseCellValue } from '../../common/designer/parseCellValue';
import type { AnyEntity } from '../../common/entity/entity';
import type { Json } from '../../common/entity/field';
import { asString, isObject } from '../../common/json';
import { entityLabels } from '../../common/locales/entityLabels';
import { translateFault } from '../../common/locales/translate';
import { Fault } from '../../common/protocol/faults';
import type { RequestContext } from '../context';
import { selectRowsWhere } from '../engine/read/selectRowsWhere';
import type { JobRun, JobStep } from '../modules/jobs/jobKind';
import { parseDefinitionChange } from './definitionChange';

const BATCH_SIZE = 100;
const MAX_REPORTED = 50;

/** The rows of a sheet as a design stores them: the cells of each row, and the design field that each column became. */
export interface StoredSheet {
  readonly fields: readonly number[];
  readonly rows: readonly (readonly string[])[];
}
export const parseStoredSheet = (value: unknown): StoredSheet | undefined => {
  if (!isObject(value) || !Array.isArray(value['fields']) || !Array.isArray(value['rows'])) return undefined;
  const rows = value['rows'].filter(Array.isArray).map((row) => row.map((cell) => asString(cell, 20_000)));
  return { fields: value['fields'].map(Number), rows };
};

type RowValues = Readonly<Record<string, Json>>;

async function loadSheetRows(job: JobRun, designId: number, entity: AnyEntity): Promise<readonly RowValues[]> {
  const { db } = job.services;
  const [design] = await selectRowsWhere(db, crudDesign, { sql: 'id = ?', params: [designId] });
  const sheet = parseStoredSheet(design?.['sheet']);
  if (sheet === undefined) return [];
  const rows = await selectRowsWhere(db, crudDesignField, { sql: 'design_id = ?', params: [designId] });
  // Fields may have been renamed or deleted since the sheet was read.
  const names = new Map(
    rows.map((row) => [Number(row['id']), row['delete_time'] === null ? asString(row['name']) : '']),
  );
  const columns = sheet.fields.map((id) => names.get(id) ?? '');
  return sheet.rows.map((cells) => toRowValues(entity, columns, cells));
}

function toRowValues(entity: AnyEntity, columns: readonly string[], cells: readonly string[]): RowValues {
  const labels = (['en', 'zh-cn'] as const).map((lang) => entityLabels(entity, lang).choices);
  const entries = columns.flatMap((name, index) => {
    const field = entity.spec.fields[name];
    if (field === undefined) return [];
    const value = parseCellValue(
      field,
      cells[index] ?? '',
      labels.map((choices) => choices[name] ?? {}),
    );
    return value === null ? [] : [[name, value] as const];
  });
  return Object.fromEntries(entries);
}

/** A key for each batch and row, so that a step that is repeated after a crash stores nothing twice. */
const importContext = (job: JobRun, part: string): RequestContext => ({
  ...job.ctx,
  channel: 'import',
  idempotencyKey: `import-${job.id}-${part}`,
});

/** Stores a batch; where one row is refused, the rows are stored one by one. Returns how many were stored. */
async function importBatch(
  job: JobRun,
  entity: AnyEntity,
  batch: readonly RowValues[],
  offset: number,
): Promise<number> {
  try {
    await job.writer.createMany(importContext(job, `${offset}`), entity, batch);
    return batch.length;
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
  }
  let count = 0;
  for (const [index, draft] of batch.entries()) {
    try {
      await job.writer.create(importContext(job, `${offset}-${index}`), entity, draft);
      count += 1;
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      if (offset + index - count < MAX_REPORTED) job.report(`row ${offset + index + 2}: ${describeFault(error)}`);
    }
  }
  return count;
}

const describeFault = (error: Fault): string =>
  (error.fields ?? []).map(({ path, code }) => `${path} ${code}`).join(', ') || translateFault('en', error);

async function importSheet(job: JobRun): Promise<void> {
  const { to, designId } = parseDefinitionChange(job.input);
  if (to === null || designId === null) return;
  const drafts = await loadSheetRows(job, designId, to);
  if (drafts.length === 0) return;
  let imported = 0;
  for (let offset = 0; offset < drafts.length; offset += BATCH_SIZE) {
    await job.assertRunning();
    imported += await importBatch(job, to, drafts.slice(offset, offset + BATCH_SIZE), offset);
  }
  job.report(`imported ${imported} of ${drafts.length} rows`);
  await job.writer.update(job.ctx, crudDesign, { id: designId, sheet: null });
}

/** Undone with the table: a design that began from a sheet creates it. */
export const importStep: JobStep = { name: 'import', run: importSheet };
