/** Runs the designer's migration steps for several entities in one module job: each entity has its own change and its own state. */
import type { AnyEntity } from '../../common/entity/entity';
import { changeSteps, type ChangeDeps } from '../designer/changeSteps';
import type { DefinitionChange } from '../designer/definitionChange';
import { toChangeInput } from '../designer/planDesignerJob';
import { loadDefinitionVersion } from '../designer/definitionVersions';
import type { JobRun, JobStep } from '../modules/jobs/jobKind';
import { registryWith } from './conflicts';
import { parseModuleChange } from './moduleChange';
import { loadPackage } from './package/packageStore';
import { findRenamedFields } from './renamedFields';
import { entityState } from './rules/entityState';
import { readOwnRules } from './rules/readOwnRules';

const scopedRun = (job: JobRun, change: DefinitionChange): JobRun => ({
  ...job,
  input: toChangeInput(change),
  state: () => entityState(job, change.table),
  saveState: (values) =>
    job.saveState({ [`entity_${change.table}`]: { ...entityState(job, change.table), ...values } }),
  transact: (work) =>
    job.transact(async (writer, hook) => {
      const values = await work(writer, hook);
      return { [`entity_${change.table}`]: { ...entityState(job, change.table), ...values } };
    }),
});

/** The changes with their definitions, from the log of definitions and from the package. */
export async function loadChanges(job: JobRun): Promise<readonly DefinitionChange[]> {
  const { db, env } = job.services;
  const { changes } = parseModuleChange(job.input);
  const digest = changes.find(({ toPackage }) => toPackage !== null)?.toPackage ?? null;
  const packed = digest === null ? [] : (await loadPackage(env, digest)).entities;
  const loaded: DefinitionChange[] = [];
  for (const { fromRecord, toPackage, table, ...rest } of changes) {
    const from = fromRecord === null ? null : (await loadDefinitionVersion(db, fromRecord)).definition;
    const to = toPackage === null ? null : packed.find(({ name }) => name === table);
    if (to === undefined) throw new Error(`the package has no entity ${table}`);
    const renames = findRenamedFields(from, to);
    loaded.push({ ...rest, table, from, to, renames, revokes: [], designId: null, ownRules: readOwnRules(job) });
  }
  return loaded;
}

/** The registry that one change is checked against: all the others have happened. */
function registryAfter(
  { registry }: ChangeDeps,
  changes: readonly DefinitionChange[],
  own: string,
): ChangeDeps['registry'] {
  const others = changes.filter(({ table }) => table !== own);
  const added = others.map(({ to }) => to).filter((to): to is AnyEntity => to !== null);
  const removed = others.filter(({ to }) => to === null).map(({ table }) => table);
  return registryWith(registry, added, new Set(removed));
}

/** One step of the designer, for every entity of the module in turn; undone in the opposite order. */
export function entityStep(name: string, deps: ChangeDeps): JobStep {
  const stepFor = (changes: readonly DefinitionChange[], table: string): JobStep | undefined =>
    changeSteps({ ...deps, registry: registryAfter(deps, changes, table) }).find((step) => step.name === name);
  return {
    name,
    run: async (job) => {
      const changes = await loadChanges(job);
      for (const change of changes) await stepFor(changes, change.table)?.run(scopedRun(job, change));
    },
    undo: async (job) => {
      const changes = await loadChanges(job);
      for (const change of [...changes].reverse()) await stepFor(changes, change.table)?.undo?.(scopedRun(job, change));
    },
  };
}
