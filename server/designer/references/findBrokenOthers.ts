/** The designed entities that a change of another one would break: the registry would leave them out. */
import { findProblemsWithin } from '../../../common/definition/lintDefinition';
import type { DefinitionProblem } from '../../../common/definition/definitionProblem';
import type { DesignProblem } from '../../../common/designer/design';
import { fieldProblem, tableProblem } from '../../../common/designer/check/designProblem';
import { findColumn } from '../../../common/entity/columns';
import type { AnyEntity } from '../../../common/entity/entity';
import type { Registry, RuntimeRegistry } from '../../../common/entity/registry';
import type { DefinitionChange } from '../definitionChange';
import { withRenamedReferences } from './shownFields';

export type DefinitionEffect = Pick<DefinitionChange, 'table' | 'to' | 'renames'>;

/** The problem of another entity, as a problem of the change: it names the entity, its field, and the field that it needs. */
function toProblem(
  by: string,
  { code, params }: DefinitionProblem,
  { table, to }: DefinitionEffect,
): readonly DesignProblem[] {
  const { name = '', field = '' } = params;
  if (code === 'target_field_unfit' && params['target'] === table) {
    const isGone = to === null || findColumn(to, String(field)) === undefined;
    const problem = isGone ? ('shown_removed' as const) : ('shown_unfit' as const);
    return [fieldProblem(String(field), problem, 'sensitivity', { field, by, name })];
  }
  if (code === 'child_unfit' && params['child'] === table)
    return [fieldProblem(String(name), 'child_broken', 'kind', { field: name, by })];
  if (code === 'reference_unknown' && params['target'] === table)
    return [tableProblem('reference_broken', 'table_name', { name, by })];
  return [];
}

/** The other designed entities as they will be, with the renamed fields under their new names. */
export function registryAfter(registry: RuntimeRegistry, { table, to, renames }: DefinitionEffect): Registry {
  const others = withRenamedReferences(registry, table, renames);
  const all = [...registry.builtIn.all, ...others, ...(to === null ? [] : [to])];
  const byName = new Map<string, AnyEntity>(all.map((entity) => [entity.name, entity]));
  return { all, get: (name) => byName.get(name) };
}

/** What other designed entities need of the changed one and would no longer have. */
export function findBrokenOthers(registry: RuntimeRegistry, change: DefinitionEffect): readonly DesignProblem[] {
  const after = registryAfter(registry, change);
  return withRenamedReferences(registry, change.table, change.renames).flatMap((entity) =>
    findProblemsWithin(after, entity).flatMap((problem) => toProblem(entity.name, problem, change)),
  );
}
