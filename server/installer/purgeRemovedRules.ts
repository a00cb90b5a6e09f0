/**
 * Deletes the menu rules that a module leaves in the recycle bin when it is uninstalled, or when an update drops them. The last step records
 * them, and the success of the job deletes them: undoing the steps restores them.
 */
import { asRecord } from '../../common/json';
import { parseInstalledParts } from '../../common/modules/moduleParts';
import type { StoredRow } from '../../common/entity/columns';
import { parseMenuState } from '../designer/definitionChange';
import { purgeRules } from '../designer/menuPermissions';
import type { HookContext } from '../engine/write/context/hookContext';
import type { TxWriter } from '../engine/write/context/txWriter';
import type { JobData, JobRun } from '../modules/jobs/jobKind';
import { entityState } from './entityStep';
import { parseFolderChange } from './menuFolder';
import { parseModuleChange } from './moduleChange';
import { removedScreenRules } from './screenRules';

/** The rules that this job or the disabling of the module removed. Replaced rules of others are not among them. */
function listRemovedRules(job: JobRun, row: StoredRow): readonly number[] {
  const { changes, verb } = parseModuleChange(job.input);
  const { folderRule } = parseInstalledParts(row['parts']);
  const withdrawn = Object.values(asRecord(row['withdrawn']) ?? {}).map(asRecord);
  const ids = [
    ...changes.flatMap(({ table }) => parseMenuState(entityState(job, table)).removedRules),
    ...withdrawn.flatMap((menu) => (menu === undefined ? [] : parseMenuState({ menu } as JobData).removedRules)), // stored by the disabling job
    ...(parseFolderChange(job.state(), 'clear_folder')?.removed ?? []),
    ...(verb === 'uninstall' && folderRule !== null ? [folderRule] : []),
    ...removedScreenRules(job, row),
  ];
  return [...new Set(ids)];
}

/** What the last step records. `row`: the module before the step. */
export const toRemovedRules = (job: JobRun, row: StoredRow): JobData => ({ removed_rules: listRemovedRules(job, row) });

/** Rules that came back meanwhile stay. */
export async function purgeRemovedRules(job: JobRun, writer: TxWriter, hook: HookContext): Promise<void> {
  const recorded = job.state()['removed_rules'];
  const ids = Array.isArray(recorded) ? recorded.filter((id) => typeof id === 'number') : [];
  await purgeRules(hook, writer, ids);
}
