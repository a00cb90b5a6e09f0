/** Reads the rows of a file in batches, with the progress in bytes. */
import { IMPORT_LIMITS } from '../../common/imports/importLimits';
import { fault } from '../../common/protocol/faults';
import { readSheet } from './files/readSheet';
import { prepareRow, type ImportPlan, type PreparedRow } from './importPlan';

/** Batches of rows, without the headings and the first `skip` rows. Error: `import.empty`, in addition to those of the file. */
export async function* readBatches(path: string, plan: ImportPlan, skip = 0): AsyncGenerator<readonly PreparedRow[]> {
  let batch: PreparedRow[] = [];
  let count = -1;
  for await (const row of readSheet(path)) {
    count += 1;
    if (count === 0 || count <= skip) continue;
    batch.push(prepareRow(plan, row));
    if (batch.length < IMPORT_LIMITS.batchRows) continue;
    yield batch;
    batch = [];
  }
  if (count < 1) throw fault('import.empty');
  if (batch.length > 0) yield batch;
}
