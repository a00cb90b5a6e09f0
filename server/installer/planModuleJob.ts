/** Plans the jobs that install, update, enable, disable or uninstall a module: each plan is the input of one job. */
import { serializeEntity } from '../../common/definition/parseEntity';
import { getColumns } from '../../common/entity/columns';
import type { AnyEntity } from '../../common/entity/entity';
import { asRecord } from '../../common/json';
import { canonicalJson } from '../../common/canonicalJson';
import { parseInstalledParts, type OwnRule } from '../../common/modules/moduleParts';
import { undecidedConflicts, type ConflictChoices, type ModuleConflict } from '../../common/modules/review';
import { fault } from '../../common/protocol/faults';
import { parseMenuState } from '../designer/definitionChange';
import { findPreviousVersion } from '../designer/definitionVersions';
import { listRuleNames } from '../designer/menuPermissions';
import { assertNoRulesBelow, loadRuleTree } from '../designer/menu/ruleTree';
import type { JobData } from '../modules/jobs/jobKind';
import type { NewJob } from '../modules/jobs/jobStore';
import { blockedReasonsText } from './blockedReasonsText';
import {
  findArchive,
  findConflicts,
  getEntityLabel,
  hasArchivedValue,
  loadAvailable,
  missingModules,
  type InstallerDeps,
} from './conflicts';
import {
  MODULE_JOBS,
  toModuleInput,
  type ModuleEntityChange,
  type ModuleChangeInput,
  type ModuleVerb,
} from './moduleChange';
import { assertState, isInstalled, listModules, listNeeding, type StoredModule } from './moduleRow';
import type { ModulePackage } from './package/modulePackage';
import { loadPackage } from './package/packageStore';

type PlannedJob = Omit<NewJob, 'adminId'>;

const toJob = (verb: ModuleVerb, stored: StoredModule, change: Partial<ModuleChangeInput>): PlannedJob => ({
  kind: MODULE_JOBS[verb],
  subject: stored.uid,
  // The plan of a second job would not know what the first one changes.
  isExclusive: true,
  input: toModuleInput({
    moduleId: stored.id,
    uid: stored.uid,
    verb,
    state: stored.state,
    packageDigest: stored.packageDigest,
    availableDigest: stored.availableDigest,
    choices: {},
    changes: [],
    entities: [...stored.entities],
    seeded: [],
    replacedRules: [],
    keptFiles: [],
    keepsRows: true,
    ...change,
  }),
});

/** The record of the definition of an entity that is or was active; null when there is none. */
const loadVersionId = async ({ services }: InstallerDeps, table: string): Promise<number | null> =>
  (await findPreviousVersion(services.db, table))?.id ?? null;

const getDesigned = ({ registry }: InstallerDeps, name: string): AnyEntity | null =>
  registry.designed().find((entity) => entity.name === name) ?? null;

const isSame = (one: AnyEntity, other: AnyEntity): boolean =>
  canonicalJson(serializeEntity(one)) === canonicalJson(serializeEntity(other));

/** The subjects of conflicts of a kind for which something was chosen. */
const chosen = (
  conflicts: readonly ModuleConflict[],
  choices: ConflictChoices,
  kind: ModuleConflict['kind'],
  choice: string,
): readonly string[] =>
  conflicts
    .filter((conflict) => conflict.kind === kind && choices[conflict.key] === choice)
    .map(({ subject }) => subject);

interface InstallPlan {
  readonly stored: StoredModule;
  readonly incoming: ModulePackage;
  readonly conflicts: readonly ModuleConflict[];
  readonly choices: ConflictChoices;
}

/** The changes of the entities of a package, then those of entities that it no longer has. */
async function planEntities(deps: InstallerDeps, { stored, incoming, conflicts, choices }: InstallPlan) {
  const kept = new Set(chosen(conflicts, choices, 'entity', 'keep'));
  const restored = new Set(chosen(conflicts, choices, 'archive', 'restore'));
  const changes: ModuleEntityChange[] = [];
  const seeded: string[] = [];
  for (const entity of incoming.entities.filter(({ name }) => !kept.has(name))) {
    const from = getDesigned(deps, entity.name);
    const archive = restored.has(entity.name) ? await findArchive(deps.services.db, entity.name) : undefined;
    if (from === null && archive === undefined) seeded.push(entity.name);
    if (from === null || !isSame(from, entity))
      changes.push({
        table: entity.name,
        toPackage: incoming.digest,
        fromRecord: from === null ? null : await loadVersionId(deps, entity.name),
        restoredRecords: archive ? [archive.recordId] : [],
      });
  }
  const entities = incoming.entities.map(({ name }) => name).filter((name) => !kept.has(name));
  const gone = stored.entities.filter((name) => !entities.includes(name));
  for (const table of [...gone].reverse())
    if (getDesigned(deps, table) !== null)
      changes.push({ table, fromRecord: await loadVersionId(deps, table), toPackage: null });
  return { changes, seeded, entities };
}

/** The menu rules of designed entities: the module takes them over. */
async function findAdoptedRules({ services, registry }: InstallerDeps, names: readonly string[]): Promise<OwnRule[]> {
  const adopted = registry.designed().filter(({ name }) => names.includes(name));
  const ruleNames = new Set(adopted.flatMap(listRuleNames));
  return (await loadRuleTree(services.db))
    .filter(({ name, isDeleted }) => !isDeleted && ruleNames.has(name))
    .map(({ id, name }) => ({ id, name }));
}

/** Refuses to remove the rules of the module while other rules are below them. Error: `module.rules_below`. */
async function assertNothingBelow({ services }: InstallerDeps, { row }: StoredModule): Promise<void> {
  const { rules, folderRule } = parseInstalledParts(row['parts']);
  // A folder with other entries stays.
  const removed = rules.map(({ id }) => id).filter((id) => id !== folderRule);
  assertNoRulesBelow(await loadRuleTree(services.db), removed);
}

/** Restored rows must not refer to rows that stay in the archive or are gone. Error: `module.archive_needs`. */
async function assertCompleteArchives(
  deps: InstallerDeps,
  { entities }: ModulePackage,
  restored: ReadonlySet<string>,
): Promise<void> {
  const getEmpty = (name: string) =>
    entities.find((entity) => entity.name === name && !restored.has(name) && getDesigned(deps, name) === null);
  for (const entity of entities.filter(({ name }) => restored.has(name)))
    for (const { name: column, options } of getColumns(entity).values()) {
      const needed = getEmpty(options.to ?? '');
      if (needed === undefined || !(await hasArchivedValue(deps.services.db, entity.name, column))) continue;
      throw fault('module.archive_needs', { name: getEntityLabel(entity), needed: getEntityLabel(needed) });
    }
}

/**
 * Installs the package that waits, or updates to it. Errors: `module.state`, `module.dependencies`, `module.dependencies_off`, `module.blocked`, `module.archive_needs`, `module.conflicts` (with all conflicts in its
 * data) while a conflict has no choice, and those of `readPackage`.
 */
export async function planInstall(
  deps: InstallerDeps,
  stored: StoredModule,
  choices: ConflictChoices,
): Promise<PlannedJob> {
  assertState(stored, ['init', 'update']);
  const incoming = await loadAvailable(deps, stored);
  const { blocked, conflicts } = await findConflicts(deps, stored, incoming);
  const needed = blocked.filter(({ code }) => code === 'module_missing').map(({ subject }) => subject);
  if (needed.length > 0 && needed.length === blocked.length)
    throw fault('module.dependencies', { modules: needed.join(', ') }, { data: { blocked } });
  const [first] = blocked;
  if (first?.code === 'dependencies_off' && blocked.length === 1)
    throw fault('module.dependencies_off', { packages: first.subject }, { data: { blocked } });
  if (blocked.length > 0)
    throw fault('module.blocked', { reasons: blockedReasonsText(blocked) }, { data: { blocked } });
  const undecided = undecidedConflicts(conflicts, choices);
  if (undecided.length > 0)
    throw fault('module.conflicts', { count: undecided.length }, { data: { conflicts, uid: stored.uid } });
  await assertCompleteArchives(deps, incoming, new Set(chosen(conflicts, choices, 'archive', 'restore')));
  const planned = await planEntities(deps, { stored, incoming, conflicts, choices });
  const replacedRules = chosen(conflicts, choices, 'menu', 'replace');
  const rules = await loadRuleTree(deps.services.db);
  const replacedIds = rules.filter(({ name, isDeleted }) => !isDeleted && replacedRules.includes(name));
  assertNoRulesBelow(
    rules,
    replacedIds.map(({ id }) => id),
    'module.replaced_rules',
  );
  return toJob(isInstalled(stored) ? 'update' : 'install', stored, {
    ...planned,
    choices: { ...choices },
    replacedRules: [...replacedRules],
    adoptedRules: await findAdoptedRules(deps, chosen(conflicts, choices, 'entity', 'adopt')),
    keptFiles: [...parseInstalledParts(stored.row['parts']).keptFiles, ...chosen(conflicts, choices, 'file', 'keep')],
    replacesFolder: chosen(conflicts, choices, 'folder', 'replace').length > 0,
  });
}

/** Modules in use that need this one. Error: `module.required_by`. */
async function assertNotRequired({ services }: InstallerDeps, { uid }: StoredModule): Promise<void> {
  const needing = listNeeding(await listModules(services.db), uid);
  if (needing.length > 0)
    throw fault('module.required_by', { modules: needing.map((module) => module.uid).join(', ') });
}

/** Disables a module: withdraws its entities; tables, rows and an offered update are kept. Errors: `module.state`, `module.required_by`. */
export async function planDisable(deps: InstallerDeps, stored: StoredModule): Promise<PlannedJob> {
  assertState(stored, ['installed', 'update', 'unknown']);
  if (!isInstalled(stored) || stored.withdrawn !== null) assertState(stored, ['installed', 'update']);
  await assertNotRequired(deps, stored);
  await assertNothingBelow(deps, stored);
  const changes: ModuleEntityChange[] = [];
  for (const table of [...stored.entities].reverse())
    if (getDesigned(deps, table) !== null)
      changes.push({ table, fromRecord: await loadVersionId(deps, table), toPackage: null, keepsTable: true });
  return toJob('disable', stored, { changes });
}

/**
 * Brings the entities of a module back, with the rules and permissions that disabling took. Errors: `module.state`, `module.dependencies`, and
 * those of `loadPackage`.
 */
export async function planEnable({ services }: InstallerDeps, stored: StoredModule): Promise<PlannedJob> {
  assertState(stored, ['disabled']);
  const missing = missingModules(stored.requires, await listModules(services.db));
  if (missing.length > 0)
    throw fault('module.dependencies', { modules: missing.map((requirement) => requirement.join(' ')).join(', ') });
  const installed = await loadPackage(services.env, stored.packageDigest);
  const changes = installed.entities
    .filter(({ name }) => stored.entities.includes(name))
    .map(({ name: table }): ModuleEntityChange => {
      const menu = parseMenuState({ menu: asRecord(stored.withdrawn)?.[table] } as JobData); // written by the disabling job
      return {
        table,
        fromRecord: null,
        toPackage: installed.digest,
        keepsTable: true,
        restoredRules: [...menu.removedRules],
        grants: menu.revoked.map(({ group, nodes }) => ({ group, nodes: [...nodes] })),
      };
    });
  return toJob('enable', stored, { changes });
}

/**
 * Uninstalls a module and drops its tables. `keepsRows`: the rows are kept in the archive for a later installation. Errors: `module.state`,
 * `module.required_by`.
 */
export async function planUninstall(
  deps: InstallerDeps,
  stored: StoredModule,
  keepsRows: boolean,
): Promise<PlannedJob> {
  assertState(stored, ['installed', 'disabled', 'update', 'unknown']);
  await assertNotRequired(deps, stored);
  await assertNothingBelow(deps, stored);
  const changes: ModuleEntityChange[] = [];
  for (const table of [...stored.entities].reverse())
    changes.push({
      table,
      fromRecord: await loadVersionId(deps, table),
      toPackage: null,
      // The entities of a disabled module are withdrawn already; their tables remain.
      isWithdrawn: getDesigned(deps, table) === null,
    });
  return toJob('uninstall', stored, { changes, entities: [], keepsRows });
}
