/** The menu rules that were made for a module, as its row and the job have recorded them. Changes of the module touch no others. */
import { asRecord } from '../../../common/json';
import { parseInstalledParts, type OwnRule } from '../../../common/modules/moduleParts';
import { parseMenuState } from '../../designer/definitionChange';
import type { JobRun } from '../../modules/jobs/jobKind';
import { parseFolderChange } from '../menuFolder';
import { parseModuleChange } from '../moduleChange';
import { entityState } from './entityState';
import { parseScreenChange } from './screenChange';

/** Those of the module before the job, of entities that it adopts, and those that the job has made so far. */
export function readOwnRules(job: Pick<JobRun, 'state' | 'input'>): readonly OwnRule[] {
  const { changes, adoptedRules } = parseModuleChange(job.input);
  const folder = parseFolderChange(job.state(), 'folder');
  const rules = [
    ...parseInstalledParts(asRecord(job.state()['before'])?.['parts']).rules,
    ...adoptedRules,
    ...(folder === undefined || folder.rule === null ? [] : [{ id: folder.rule, name: folder.ruleName }]),
    ...changes.flatMap(({ table }) => parseMenuState(entityState(job, table)).ownRules),
    ...(parseScreenChange(job.state())?.created ?? []),
  ];
  return [...new Map(rules.map((rule) => [rule.id, rule])).values()];
}
