/**
 * Deletes the menu rules that a module leaves in the recycle bin when it is uninstalled, or when an update drops them. The last step records
 * them, and the success of the job deletes them: undoing the steps restores them.
 */
import { menuRule } from '../../common/entities/menuRule';
import { asRecord } from '../../common/json';
import { parseInstalledParts } from '../../common/modules/moduleParts';
import type { StoredRow } from '../../common/entity/columns';
import { parseMenuState } from '../designer/definitionChange';
import type { HookContext } from '../engine/write/context/hookContext';
import type { TxWriter } from '../engine/write/context/txWriter';
import type { JobData, JobRun } from '../modules/jobs/jobKind';
import { placeholders } from '../platform/database/sql';
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

interface Child {
  readonly id: number;
  readonly pid: number;
}
/** Without the rules below which other rules are, also in the recycle bin: nothing of others leaves with a module. */
function withoutParents(ids: readonly number[], children: readonly Child[]): readonly number[] {
  const purged = new Set(ids);
  const isKept = (id: number) => children.some((child) => Number(child.pid) === id && !purged.has(Number(child.id)));
  for (let kept = ids.filter(isKept); kept.length > 0; kept = [...purged].filter(isKept))
    for (const id of kept) purged.delete(id);
  return [...purged];
}

/** What the last step records. `row`: the module before the step. */
export const toRemovedRules = (job: JobRun, row: StoredRow): JobData => ({ removed_rules: listRemovedRules(job, row) });

/** Rules that came back meanwhile stay. */
export async function purgeRemovedRules(job: JobRun, writer: TxWriter, hook: HookContext): Promise<void> {
  const recorded = job.state()['removed_rules'];
  const ids = Array.isArray(recorded) ? recorded.filter((id) => typeof id === 'number') : [];
  if (ids.length === 0) return;
  const marks = placeholders(ids.length);
  const deleted = await hook.tx.rows<{ readonly id: number }>(
    `SELECT id FROM \`menu_rule\` WHERE delete_time IS NOT NULL AND id IN (${marks})`,
    ids,
  );
  const children = await hook.tx.rows<Child>(`SELECT id, pid FROM \`menu_rule\` WHERE pid IN (${marks})`, ids);
  const purged = withoutParents(
    deleted.map(({ id }) => Number(id)),
    children,
  );
  if (purged.length > 0) await writer.purge(menuRule, purged);
}
