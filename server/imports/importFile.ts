/**
 * Imports a file: batches of rows, each one transaction, all of one change-set. The import's row counts the finished rows in the same
 * transaction, so that an import continues with the next row after a crash.
 */
import { dataImport } from '../../common/entities/dataImport';
import { IMPORT_LIMITS } from '../../common/imports/importLimits';
import type { RequestContext } from '../context';
import { triggerFailpoint } from '../platform/failpoints';
import { JobStoppedError } from '../modules/jobs/jobStore';
import { appendRefused } from './refusedRows';
import { importPath } from './importFiles';
import type { PreparedRow } from './importPlan';
import type { RunningImport } from './runningImport';
import { readBatches } from './readBatches';
import { writeBatch, type RowOutcome } from './writeBatch';

interface Counts {
  readonly done: number;
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly refused: number;
  readonly first_id: number | null;
  readonly last_id: number | null;
}

function addOutcomes(counts: Counts, rows: number, outcomes: readonly RowOutcome[]): Counts {
  const count = (status: RowOutcome['status']) => outcomes.filter((outcome) => outcome.status === status).length;
  const ids = outcomes.flatMap((outcome) => (outcome.status === 'created' ? [outcome.id] : []));
  const first = ids.length === 0 ? null : Math.min(...ids);
  const last = ids.length === 0 ? null : Math.max(...ids);
  return {
    done: counts.done + rows,
    created: counts.created + count('created'),
    updated: counts.updated + count('updated'),
    unchanged: counts.unchanged + count('unchanged'),
    refused: counts.refused + count('refused'),
    first_id: counts.first_id ?? first,
    last_id: last ?? counts.last_id,
  };
}

/** Writes one batch; another runner that took over has counted other rows. */
async function storeBatch(
  { job, stored, plan }: RunningImport,
  ctx: RequestContext,
  counts: Counts,
  rows: readonly PreparedRow[],
): Promise<Counts> {
  const about = `${plan.entity.name}: ${stored.fileName}`;
  const { next } = await job.writer.changeSet(ctx, { verb: 'import', about }, async (write, hook) => {
    const [row] = await hook.find(dataImport.name, { field: 'id', op: '=', value: stored.id });
    if (Number(row?.['done']) !== counts.done) throw new JobStoppedError('lost');
    await triggerFailpoint(job.services.env, 'import.in_batch');
    const outcomes = await writeBatch(write, hook, plan, rows);
    const after = addOutcomes(counts, rows.length, outcomes);
    const refused = outcomes.flatMap((outcome) => (outcome.status === 'refused' ? [outcome.refused] : []));
    const room = Math.max(0, IMPORT_LIMITS.errorRows - counts.refused);
    // A row that a crash lets write twice is read once.
    await appendRefused(importPath(job.services, stored.file, '.import'), refused.slice(0, room));
    await hook.asSystem.update(dataImport, { ...after, id: stored.id });
    return { next: after };
  });
  return next;
}

/** Imports rows until the end of the file, or until the definition changes; returns the counts, and whether the file has ended. */
async function importRows(
  running: RunningImport,
  before: Counts,
): Promise<{ readonly counts: Counts; readonly isEnd: boolean }> {
  const { job, stored, plan, ctx } = running;
  let counts = before;
  for await (const rows of readBatches(importPath(job.services, stored.file), plan, counts.done)) {
    if (job.services.registry.get(stored.ent) !== plan.entity) return { counts, isEnd: false };
    counts = await storeBatch(running, ctx, counts, rows);
    await triggerFailpoint(job.services.env, 'import.after_batch');
    await job.reportProgress(counts.done / Math.max(1, stored.total));
  }
  return { counts, isEnd: true };
}

/** `reopen`: the import with the present definition, whose fields may have other names. */
export async function importFile(start: RunningImport, reopen: () => Promise<RunningImport>): Promise<void> {
  const { done, created, updated, unchanged, refused, firstId, lastId } = start.stored;
  let [running, isEnd] = [start, false];
  let counts: Counts = { done, created, updated, unchanged, refused, first_id: firstId, last_id: lastId };
  while (!isEnd) {
    ({ counts, isEnd } = await importRows(running, counts));
    if (!isEnd) running = await reopen();
  }
  start.job.report(
    `added ${counts.created}, updated ${counts.updated}, unchanged ${counts.unchanged}, refused ${counts.refused}`,
  );
}
