/**
 * Deletes the menu rules that a module leaves in the recycle bin when it is uninstalled, or when an update drops them. The last step records
 * them, and the success of the job deletes them: undoing the steps restores them.
 */
import { parseMenuState } from '../designer/definitionChange';
import { purgeRules } from '../designer/menuPermissions';
import type { HookContext } from '../engine/write/context/hookContext';
import type { TxWriter } from '../engine/write/context/txWriter';
import type { JobData, JobRun } from '../modules/jobs/jobKind';
import { parseFolderChange } from './menuFolder';
import { parseModuleChange } from './moduleChange';
import { entityState } from './rules/entityState';
import { readOwnRules } from './rules/readOwnRules';
import { parseScreenChange } from './rules/screenChange';

/** The rules that the module no longer needs. Those of others, also replaced ones, are not among them. */
export function listLostRules(job: JobRun): readonly number[] {
  const { changes, verb } = parseModuleChange(job.input);
  if (verb === 'uninstall') return readOwnRules(job).map(({ id }) => id);
  return [
    ...changes.flatMap(({ table }) => parseMenuState(entityState(job, table)).lostRules),
    ...(parseFolderChange(job.state(), 'clear_folder')?.removed ?? []),
    ...(parseScreenChange(job.state())?.lost ?? []),
  ];
}

/** What the last step records. */
export const toRemovedRules = (job: JobRun): JobData => ({ removed_rules: [...new Set(listLostRules(job))] });

/** Rules that came back meanwhile stay. */
export async function purgeRemovedRules(job: JobRun, writer: TxWriter, hook: HookContext): Promise<void> {
  const recorded = job.state()['removed_rules'];
  const ids = Array.isArray(recorded) ? recorded.filter((id) => typeof id === 'number') : [];
  await purgeRules(hook, writer, ids);
}
