/** Menu rules of staff that have names of the module's entities and were kept: no change of the module touches them. */
import { menuRule } from '../../common/entities/menuRule';
import { asRecord } from '../../common/json';
import { parseInstalledParts } from '../../common/modules/moduleParts';
import type { HookContext } from '../engine/write/context/hookContext';
import type { JobRun } from '../modules/jobs/jobKind';

/** Those that the installed version has kept; the first step saved them. */
const readFormerRules = (job: Pick<JobRun, 'state'>): readonly number[] =>
  parseInstalledParts(asRecord(job.state()['before'])?.['parts']).keptRules;

/** The ids of the rules that were kept before, and of those that this installation keeps by name. */
export async function findKeptRules(
  hook: HookContext,
  job: Pick<JobRun, 'state'>,
  names: readonly string[],
): Promise<number[]> {
  const rows = names.length === 0 ? [] : await hook.find(menuRule.name, { field: 'name', op: 'IN', value: [...names] });
  return [...new Set([...readFormerRules(job), ...rows.map(({ id }) => Number(id))])];
}

/** The kept rules, as an installation or update has found them; other changes have those of the installed version. */
export function readKeptRules(job: Pick<JobRun, 'state'>): readonly number[] {
  const found = job.state()['keptRules'];
  return Array.isArray(found) ? found.map(Number) : readFormerRules(job);
}
