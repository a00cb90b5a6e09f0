/** Job step that installs the npm packages of a module's hooks in a folder of their own, as a task of the terminal. */
import { TASK_STATUS } from '../../../common/terminal';
import { fault } from '../../../common/protocol/faults';
import { stringOrEmpty } from '../../../common/json';
import type { JobRun, JobStep } from '../../modules/jobs/jobKind';
import { loadTask } from '../../modules/terminal/tasks/task';
import type { Terminal } from '../../modules/terminal/terminal';
import { triggerFailpoint } from '../../platform/failpoints';
import { assertHooksLoad } from '../hooks/loadHooks';
import { parseModuleChange, type ModuleChange } from '../moduleChange';
import type { ModulePackage } from '../package/modulePackage';
import { loadPackage } from '../package/packageStore';
import { endProcesses, endTask, isInterrupted, startTask, waitForTask } from './dependencyTask';
import {
  canInstallDependencies,
  deleteDependencies,
  deleteDownloads,
  findMissingDependencies,
  listDependencies,
  prepareFolder,
} from '../package/installedDependencies';

/** The name of the step, and of the task in the state of the job. */
export const DEPENDENCIES_STEP = 'dependencies';
export const TASK_STATE = 'dependencyTask';
/** How often an interrupted task is started again. */
const MAX_RUNS = 5;

/** The package that is active after the change; empty when none is. */
function nextDigest({ verb, packageDigest, availableDigest }: ModuleChange): string {
  if (verb === 'install' || verb === 'update') return availableDigest;
  return verb === 'enable' ? packageDigest : '';
}

/** Starts the task, or the next one after an interrupted one; returns its id. The job knows the id before the task exists. */
async function continueTask(job: JobRun, terminal: Terminal, { manifest, digest }: ModulePackage): Promise<string> {
  const known = stringOrEmpty(job.state()[TASK_STATE]);
  const task = known === '' ? undefined : await loadTask(job.services, known);
  if (task !== undefined && !isInterrupted(task)) return known;
  if (task !== undefined) await endProcesses(task);
  const runs = Number(job.state()['dependencyRuns'] ?? 0) + 1;
  if (runs > MAX_RUNS) return known;
  const uuid = `module-${job.id}-${runs}`;
  await job.saveState({ [TASK_STATE]: uuid, dependencyRuns: runs });
  await prepareFolder(job.services.env, digest, manifest.dependencies ?? {});
  await startTask(job, terminal, { uuid, uid: manifest.uid, digest });
  job.report(`npm install ${listDependencies(manifest.dependencies ?? {})}: terminal task ${uuid}`);
  await triggerFailpoint(job.services.env, 'job_in_dependencies');
  return uuid;
}

/** Error: `module.dependencies_failed`. */
async function install(job: JobRun, terminal: Terminal, incoming: ModulePackage): Promise<void> {
  const { digest, manifest } = incoming;
  const { env } = job.services;
  const dependencies = manifest.dependencies ?? {};
  let task = await waitForTask(job, await continueTask(job, terminal, incoming));
  for (let runs = 1; task !== undefined && isInterrupted(task) && runs < MAX_RUNS; runs += 1)
    task = await waitForTask(job, await continueTask(job, terminal, incoming));
  // Somebody who deleted the task may have installed the packages by hand.
  const hasEnded = task === undefined || task.status === TASK_STATUS.success;
  const missing = hasEnded ? await findMissingDependencies(env, digest, dependencies) : Object.keys(dependencies);
  if (missing.length > 0) throw fault('module.dependencies_failed', { packages: missing.join(', ') });
  await deleteDownloads(env, digest);
}

export const dependenciesStep = (terminal: Terminal): JobStep => ({
  name: DEPENDENCIES_STEP,
  run: async (job) => {
    const { env } = job.services;
    const digest = nextDigest(parseModuleChange(job.input));
    if (digest === '') return;
    const incoming = await loadPackage(env, digest);
    const { dependencies = {} } = incoming.manifest;
    if (Object.keys(dependencies).length === 0) return;
    if ((await findMissingDependencies(env, digest, dependencies)).length > 0) {
      if (!canInstallDependencies(env))
        throw fault('module.dependencies_off', { packages: listDependencies(dependencies) });
      await install(job, terminal, incoming);
    }
    await assertHooksLoad(env, incoming);
  },
  undo: async (job) => {
    const uuid = stringOrEmpty(job.state()[TASK_STATE]);
    if (uuid === '') return;
    await endTask(job, terminal, uuid);
    await deleteDependencies(job.services.env, nextDigest(parseModuleChange(job.input)));
  },
});
