/** Refuses a change after which its own definition, or that of another designed entity, would contradict the registry. */
import { findProblemsWithin } from '../../../common/definition/lintDefinition';
import type { RuntimeRegistry } from '../../../common/entity/registry';
import type { Lang } from '../../../common/lang';
import { fault } from '../../../common/protocol/faults';
import { describeProblems, invalidDefinitionFault } from '../describeProblems';
import { findBrokenOthers, registryAfter, type DefinitionEffect } from './findBrokenOthers';
import { assertNotReferred } from './referringEntities';

/** Errors: `design.referred` for a deletion, `design.invalid`, `design.others_need` with what other entities need. */
export function assertRegistryFits(registry: RuntimeRegistry, change: DefinitionEffect): void {
  const { table, to } = change;
  if (to === null) assertNotReferred(registry, table);
  else {
    const problems = findProblemsWithin(registryAfter(registry, change), to);
    if (problems.length > 0) throw invalidDefinitionFault(problems);
  }
  const broken = findBrokenOthers(registry, change).map(({ field: _field, ...problem }) => problem);
  if (broken.length === 0) return;
  const describe = (lang: Lang) => describeProblems(lang, broken);
  throw fault('design.others_need', { table, problems: { en: describe('en'), 'zh-cn': describe('zh-cn') } });
}
