/** The jobs of imports: check a file without changing anything, import it, undo an import. */
import type { Actor } from '../../common/entity/access';
import { currentFieldName } from '../../common/definition/currentFieldName';
import type { AnyEntity } from '../../common/entity/entity';
import { asString } from '../../common/json';
import { fault } from '../../common/protocol/faults';
import type { RequestContext } from '../context';
import { loadStaffActorAt } from '../access/rbac/permissionCache';
import { loadLogHead } from '../live/log/changeLog';
import type { RouteRegistry } from '../engine/http/routeRegistry';
import type { JobKind, JobRun } from '../modules/jobs/jobKind';
import { undoChangeSetPart } from '../modules/history/undoChangeSet';
import { markUndoneOnce, releaseUndoMark } from '../modules/history/undoMarks';
import { checkFile } from './checkFile';
import { importFile } from './importFile';
import { hasImportFile } from './importFiles';
import { allowedPermissions, createImportPlan } from './importPlan';
import type { RunningImport } from './runningImport';
import { loadImport, updateImport, type StoredImport } from './storedImport';
import { unixSeconds } from '../platform/unixSeconds';

export const IMPORT_JOBS = { check: 'check_import', import: 'import_rows', undo: 'undo_import' } as const;
/** History entries that one transaction of an undo reads. */
const UNDO_ENTRIES = 200;

interface ImportJobDeps {
  readonly routes: RouteRegistry;
}

async function loadStored(job: JobRun): Promise<StoredImport> {
  const stored = await loadImport(job.services, Number(job.input['import']));
  if (stored === undefined) throw fault('row.missing');
  return stored;
}
/** The choices with the present names of fields that were renamed since they were made. */
function withPresentNamesOf(entity: AnyEntity, stored: StoredImport): StoredImport {
  const rename = (name: string) => currentFieldName(entity, name);
  return {
    ...stored,
    key: rename(stored.key),
    mapping: stored.mapping.map((name) => (name === null ? null : rename(name))),
  };
}

/** The admin who runs the import, with the current permissions. Error: `access.denied`. */
async function loadPerson({ services }: JobRun, { adminId }: StoredImport): Promise<Actor> {
  const { last } = await loadLogHead(services.db);
  const actor = await loadStaffActorAt(services, adminId, { head: last });
  if (actor === undefined) throw fault('access.denied');
  return actor;
}

/** Errors: `import.gone`, `access.denied`, and those of `createImportPlan`. */
async function openImport(job: JobRun, { routes }: ImportJobDeps): Promise<RunningImport> {
  const loaded = await loadStored(job);
  const actor = await loadPerson(job, loaded);
  const entity = job.services.registry.get(loaded.ent);
  if (entity === undefined) throw fault('access.denied');
  const stored = withPresentNamesOf(entity, loaded);
  if (!(await hasImportFile(job.services, stored.file))) throw fault('import.gone');
  const plan = createImportPlan(job.services, allowedPermissions(routes, actor, entity), actor, entity, stored);
  const ctx: RequestContext = { ...job.ctx, actor, channel: 'import', isBatch: true, changeSetId: stored.cid };
  return { job, stored, plan, ctx };
}

const setStatus = (job: JobRun, values: Parameters<typeof updateImport>[3]): Promise<void> =>
  updateImport(job.ctx, job.writer, Number(job.input['import']), values);

/** The status after a job that was canceled or failed. */
const endedEarly = (job: JobRun) =>
  job.error() === '' ? { status: 'cancelled', error: '' } : { status: 'failed', error: job.error() };

async function undoPart(job: JobRun, ctx: RequestContext, cid: string): Promise<void> {
  const state = job.state();
  let before = Number(state['undo_before'] ?? Number.MAX_SAFE_INTEGER);
  let undone = Number(state['undone'] ?? 0);
  let remainingRows = Number(state['left'] ?? 0);
  for (;;) {
    const part = await undoChangeSetPart(ctx, job.writer, { cid, before, limit: UNDO_ENTRIES });
    undone += part.undone;
    remainingRows += part.left.length;
    if (part.next === undefined) break;
    before = part.next;
    await job.saveState({ undo_before: before, undone, left: remainingRows });
  }
  job.report(`undone ${undone}, left ${remainingRows}`);
}

/** Returns to the state before the import. The system acts: a person may add rows without being allowed to delete them. */
async function rollBack(job: JobRun): Promise<void> {
  const { cid } = await loadStored(job);
  await undoPart(job, job.ctx, cid);
  await setStatus(job, {
    ...endedEarly(job),
    created: 0,
    updated: 0,
    unchanged: 0,
    ended_time: unixSeconds(job.services),
  });
}

/** Undoes an import with the permissions of its admin; rows that others changed since are left. */
async function undoImport(job: JobRun): Promise<void> {
  const stored = await loadStored(job);
  const actor = await loadPerson(job, stored);
  const ctx: RequestContext = { ...job.ctx, actor, isBatch: true, changeSetId: asString(job.input['cid']) };
  await job.writer.inTransaction(ctx, (_, hook) => markUndoneOnce(hook, stored.cid, hook.cid));
  await undoPart(job, ctx, stored.cid);
  await setStatus(job, { status: 'undone', ended_time: unixSeconds(job.services) });
}
async function abandonUndo(job: JobRun): Promise<void> {
  const stored = await loadStored(job);
  await job.writer.inTransaction(job.ctx, (_, hook) => releaseUndoMark(hook, stored.cid));
  await setStatus(job, { status: 'success', error: job.error() });
}

export const importJobs = (deps: ImportJobDeps): readonly JobKind[] => [
  {
    kind: IMPORT_JOBS.check,
    steps: [
      {
        name: 'check_rows',
        run: async (job) => {
          await checkFile(await openImport(job, deps));
        },
        undo: (job) => setStatus(job, { ...endedEarly(job), status: 'uploaded' }),
      },
    ],
  },
  {
    kind: IMPORT_JOBS.import,
    steps: [
      {
        name: 'import_rows',
        run: async (job) => {
          await importFile(await openImport(job, deps), () => openImport(job, deps));
          await setStatus(job, { status: 'success', ended_time: unixSeconds(job.services) });
        },
        undo: rollBack,
      },
    ],
  },
  { kind: IMPORT_JOBS.undo, steps: [{ name: 'undo_rows', run: undoImport, undo: abandonUndo }] },
];
