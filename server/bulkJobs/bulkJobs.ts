/** Jobs of bulk updates and deletions: change all matching rows in batches of one change-set, and undo such a change as a whole. */
import { Fault, fault } from '../../common/protocol/faults';
import type { AnyEntity } from '../../common/entity/entity';
import type { RequestContext } from '../context';
import { bulkEdit } from '../engine/write/bulkEdit';
import { errorSummary } from '../engine/write/errorSummary';
import { undoChangeSetPart } from '../modules/history/undoChangeSet';
import { markUndoneOnce, releaseUndoMark } from '../modules/history/undoMarks';
import type { JobKind, JobRun } from '../modules/jobs/jobKind';
import { triggerFailpoint } from '../platform/failpoints';
import {
  loadInitiator,
  selectChangeableIds,
  storedBulkChange,
  storedBulkUndo,
  withPresentFields,
  type BulkChange,
} from './bulkChange';

export const BULK_JOBS = { change: 'bulk_change', undo: 'undo_bulk_change' } as const;
/** Rows that one transaction changes. */
const BATCH_ROWS = 200;
/** History entries that one transaction of an undo reads. */
const UNDO_ENTRIES = 200;

/** A bulk change as its job works on it. */
interface RunningChange {
  readonly job: JobRun;
  readonly entity: AnyEntity;
  readonly change: BulkChange;
  /** The context of the admin who started the job, for writes with their permissions. */
  readonly ctx: RequestContext;
}
interface BatchResult {
  readonly changed: number;
  readonly skipped: number;
}

async function openChange(job: JobRun): Promise<RunningChange> {
  const stored = storedBulkChange.parse(job.input);
  const entity = job.services.registry.get(stored.ent);
  if (entity === undefined) throw fault('access.denied');
  const change = await withPresentFields(job.services, entity, stored);
  const actor = await loadInitiator(job);
  return { job, entity, change, ctx: { ...job.ctx, actor, channel: 'ui', changeSetId: change.cid } };
}

/** Faults of rows: the row is skipped and named. Every other fault ends the job. */
const ROW_FAULTS: ReadonlySet<string> = new Set([
  'row.missing',
  'row.locked',
  'row.invalid',
  'row.referenced',
  'row.children',
  'row.conflict',
]);

async function editBatch({ job, entity, change, ctx }: RunningChange, ids: readonly number[]): Promise<BatchResult> {
  const { set, clear } = change;
  const {
    ids: changed,
    same: unchanged,
    failed,
    skipped,
  } = await bulkEdit(job.writer, ctx, entity, { ids, set, clear });
  for (const { id, msg } of failed) job.report(`#${id}: ${msg}`);
  return { changed: changed.length + unchanged.length, skipped: failed.length + skipped.length };
}

/** Deletes all rows of the batch, or, when one of them cannot be deleted, each by itself. */
async function removeBatch(running: RunningChange, ids: readonly number[]): Promise<BatchResult> {
  const { job, entity, ctx } = running;
  try {
    await job.writer.inTransaction(ctx, (write) => write.remove(entity, ids));
    return { changed: ids.length, skipped: 0 };
  } catch (error) {
    if (!(error instanceof Fault) || !ROW_FAULTS.has(error.code)) throw error;
    const [only] = ids;
    if (ids.length === 1 && only !== undefined) {
      job.report(`#${only}: ${errorSummary('en', entity, error)}`);
      return { changed: 0, skipped: 1 };
    }
  }
  let result: BatchResult = { changed: 0, skipped: 0 };
  for (const id of ids) {
    const { changed, skipped } = await removeBatch(running, [id]);
    result = { changed: result.changed + changed, skipped: result.skipped + skipped };
  }
  return result;
}

async function changeRows(job: JobRun): Promise<void> {
  let running = await openChange(job);
  const { ids, verb, ent } = running.change;
  const state = job.state();
  let [done, changed, skipped] = [
    Number(state['done'] ?? 0),
    Number(state['changed'] ?? 0),
    Number(state['skipped'] ?? 0),
  ];
  while (done < ids.length) {
    const batch = ids.slice(done, done + BATCH_ROWS);
    // The definition changed meanwhile: its fields may have other names.
    if (job.services.registry.get(ent) !== running.entity) running = await openChange(job);
    const current = await selectChangeableIds(running.ctx, running.entity, verb, batch);
    const result =
      current.length === 0
        ? { changed: 0, skipped: 0 }
        : await (verb === 'edit' ? editBatch(running, current) : removeBatch(running, current));
    await triggerFailpoint(job.services.env, 'bulk.after_batch');
    done += batch.length;
    changed += result.changed;
    // A batch that a crash interrupted before it was counted has deleted its rows already.
    skipped += result.skipped + (batch.length - current.length);
    await job.saveState({ done, changed, skipped });
    await job.reportProgress(done / ids.length);
  }
}

async function undoParts(job: JobRun, ctx: RequestContext, cid: string): Promise<void> {
  const state = job.state();
  const { undo_before: savedBefore, undone: savedUndone, left: savedSkipped } = state;
  let before = Number(savedBefore ?? Number.MAX_SAFE_INTEGER);
  let [undoneCount, skippedCount] = [Number(savedUndone ?? 0), Number(savedSkipped ?? 0)];
  for (;;) {
    const part = await undoChangeSetPart(ctx, job.writer, { cid, before, limit: UNDO_ENTRIES });
    const { undone, left: skippedRows, next } = part;
    undoneCount += undone;
    skippedCount += skippedRows.length;
    for (const { id, msg } of skippedRows) job.report(`#${id}: ${msg}`);
    if (next === undefined) break;
    before = next;
    await job.saveState({ undo_before: before, undone: undoneCount, left: skippedCount });
  }
  await job.saveState({ undo_before: before, undone: undoneCount, left: skippedCount });
}

/** Returns to the state before a change that was canceled or failed. The system acts: a person may edit rows that it cannot restore. */
async function rollBack(job: JobRun): Promise<void> {
  await undoParts(job, job.ctx, storedBulkChange.parse(job.input).cid);
}

/** Undoes a change with the permissions of the admin; rows that others changed since are skipped. */
async function undoChange(job: JobRun): Promise<void> {
  const { cid, own_cid: ownCid } = storedBulkUndo.parse(job.input);
  const actor = await loadInitiator(job);
  const ctx: RequestContext = { ...job.ctx, actor, changeSetId: ownCid };
  await job.writer.inTransaction(ctx, (_, hook) => markUndoneOnce(hook, cid, ownCid));
  await undoParts(job, ctx, cid);
}
/** Removes the mark of an undo that failed, unless another undo made it. */
const releaseMark = (job: JobRun): Promise<void> =>
  job.writer.inTransaction(job.ctx, async (_, hook) => {
    const { cid, own_cid: ownCid } = storedBulkUndo.parse(job.input);
    const [mark] = await hook.tx.rows<{ by_cid: string }>('SELECT by_cid FROM change_undo WHERE cid = ?', [cid]);
    if (mark?.by_cid === ownCid) await releaseUndoMark(hook, cid);
  });

export const bulkJobs: readonly JobKind[] = [
  { kind: BULK_JOBS.change, steps: [{ name: 'change_rows', run: changeRows, undo: rollBack }] },
  { kind: BULK_JOBS.undo, steps: [{ name: 'undo_rows', run: undoChange, undo: releaseMark }] },
];
