/** The call by which older clients report that the npm packages of a module are installed: checks that they are, and continues the waiting job. */
import { stringOrEmpty } from '../../../common/json';
import { TASK_STATUS } from '../../../common/terminal';
import { fault } from '../../../common/protocol/faults';
import type { Services, Tx } from '../../context';
import { loadJob, type StoredJob } from '../../modules/jobs/jobStore';
import { loadTask } from '../../modules/terminal/tasks/task';
import { deleteTask } from '../../modules/terminal/tasks/taskQueue';
import type { Terminal } from '../../modules/terminal/terminal';
import { systemContext } from '../../platform/systemContext';
import type { StoredModule } from '../moduleRow';
import { loadPackage } from '../package/packageStore';
import { DEPENDENCIES_STEP, TASK_STATE } from './dependenciesStep';
import { findMissingDependencies } from '../package/installedDependencies';

/** The job that installs the packages of a module at the moment; undefined when none does. */
export async function findWaitingJob(
  reader: Pick<Tx, 'rows'>,
  { state, row }: Pick<StoredModule, 'state' | 'row'>,
): Promise<StoredJob | undefined> {
  if (state !== 'install' && state !== 'disabled') return undefined;
  const job = await loadJob(reader, Number(row['job_id'] ?? 0));
  const isWaiting = job?.steps.some(({ name, status }) => name === DEPENDENCIES_STEP && status === 'running') ?? false;
  return isWaiting && stringOrEmpty(job?.state[TASK_STATE]) !== '' ? job : undefined;
}

/**
 * After packages were installed by hand, deletes the task that waits in the terminal. A running task is not touched. Error:
 * `module.dependencies_failed` when a package is missing.
 */
export async function confirmDependencies(
  services: Services,
  { queue, notify, wake }: Terminal,
  stored: StoredModule,
): Promise<void> {
  const job = await findWaitingJob(services.db, stored);
  const uuid = stringOrEmpty(job?.state[TASK_STATE]);
  const task = uuid === '' ? undefined : await loadTask(services, uuid);
  if (task?.status !== TASK_STATUS.waiting) return;
  const digest = stored.state === 'install' ? stored.availableDigest : stored.packageDigest;
  const { dependencies = {} } = (await loadPackage(services.env, digest)).manifest;
  const missing = await findMissingDependencies(services.env, digest, dependencies);
  if (missing.length > 0) throw fault('module.dependencies_failed', { packages: missing.join(', ') });
  await deleteTask(queue, systemContext(services, 'modules'), uuid);
  notify(uuid);
  wake();
}
