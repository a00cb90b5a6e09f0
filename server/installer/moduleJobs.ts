/**
 * The steps of the jobs that install, update, enable, disable or uninstall a module. Each step is undone (rollback) when a later one fails.
 */
import { module } from '../../common/entities/module';
import type { Json } from '../../common/entity/field';
import { asRecord, stringOrEmpty } from '../../common/json';
import { fault } from '../../common/protocol/faults';
import { parseInstalledParts, type ModulePage } from '../../common/modules/moduleParts';
import { undecidedConflicts } from '../../common/modules/review';
import type { ChangeDeps } from '../designer/changeSteps';
import type { HookContext } from '../engine/write/context/hookContext';
import type { TxWriter } from '../engine/write/context/txWriter';
import { deleteEventsOf } from './hooks/moduleEvents';
import { deleteArchive } from '../designer/archive/archive';
import { restoreRules } from '../designer/menu/bringRules';
import { removeOwnRules } from '../designer/menu/removeOwnRules';
import { loadRuleTree } from '../designer/menu/ruleTree';
import type { JobKind, JobRun, JobStep } from '../modules/jobs/jobKind';
import { findConflicts, loadAvailable } from './conflicts';
import { MODULE_JOBS, parseModuleChange, type ModuleChange } from './moduleChange';
import { failureColumns, manifestColumns, restoredColumns, type StoredModule } from './moduleRow';
import { deleteUnusedAssets, deleteUnusedPackages } from './deleteUnusedPackages';
import { deleteReplacedFiles } from './package/replacedFiles';
import { loadPackage } from './package/packageStore';
import { entityStep } from './entityStep';
import { dependenciesStep } from './dependencies/dependenciesStep';
import type { Terminal } from '../modules/terminal/terminal';
import { assetsStep } from './package/assetsStep';
import { listLostRules, purgeRemovedRules, toRemovedRules } from './purgeRemovedRules';
import { entityState } from './rules/entityState';
import { readOwnRules } from './rules/readOwnRules';
import {
  clearFolderStep,
  dashboardsStep,
  folderStep,
  loadJobModule,
  readBoardIds,
  readFolderRule,
} from './menuAndDashboardSteps';
import { screensStep, withdrawnScreens } from './screenRules';
import { writeSeeds } from './seeds/writeSeeds';

export interface ModuleJobDeps extends ChangeDeps {
  readonly version: string;
  /** Runs the command that installs npm packages. */
  readonly terminal: Terminal;
}
const isInstallOrUpdate = ({ verb }: ModuleChange): boolean => verb === 'install' || verb === 'update';

const updateRow = (job: JobRun, values: Readonly<Record<string, Json>>): Promise<unknown> =>
  job.writer.update(job.ctx, module, { id: parseModuleChange(job.input).moduleId, ...values });

// --- verify

/** Saves the module row, so that undo can restore it. Error: `module.outdated` when it is no longer what was planned for. */
async function verify(job: JobRun): Promise<void> {
  const change = parseModuleChange(job.input);
  const stored = await loadJobModule(job);
  if (job.state()['before'] === undefined) {
    const isPlanned =
      stored.state === change.state &&
      stored.packageDigest === change.packageDigest &&
      stored.availableDigest === change.availableDigest;
    if (!isPlanned) throw fault('module.outdated');
    await job.saveState({ before: restoredColumns(stored.row) });
  }
  if (change.verb === 'enable') await loadPackage(job.services.env, stored.packageDigest);
  await updateRow(job, {
    job_id: job.id,
    ...failureColumns(),
    ...(isInstallOrUpdate(change) ? { state: 'download' } : {}),
  });
  if (isInstallOrUpdate(change)) {
    const { manifest, digest } = await loadAvailable(job, stored);
    job.report(`${manifest.uid} ${manifest.version}: ${manifest.files.length} files, sha256 ${digest}`);
  }
}

async function releasePackage(job: JobRun): Promise<void> {
  const before = asRecord(job.state()['before']) as Readonly<Record<string, Json>> | undefined; // stored by `verify`
  if (before === undefined) return;
  const { moduleId } = parseModuleChange(job.input);
  await job.writer.inTransaction(job.ctx, async (writer, hook) => {
    const isDeleted = (await hook.find(module.name, { field: 'id', op: '=', value: moduleId })).length === 0;
    if (isDeleted) await writer.restore(module, [moduleId]);
    await writer.update(module, { id: moduleId, ...before, ...failureColumns(job.errorTexts()) });
  });
}

const verifyStep: JobStep = { name: 'verify', run: verify, undo: releasePackage };

// --- conflicts

/** Checks for conflicts again, since the installation may have changed; replaced menu rules go to the recycle bin. */
const conflictsStep = (deps: ModuleJobDeps): JobStep => ({
  name: 'conflicts',
  run: async (job) => {
    const change = parseModuleChange(job.input);
    if (!isInstallOrUpdate(change)) return;
    const stored = await loadJobModule(job);
    const installer = { services: job.services, registry: deps.registry, version: deps.version };
    if (job.state()['removedRules'] === undefined) {
      const { blocked, conflicts } = await findConflicts(installer, stored, await loadAvailable(job, stored));
      if (blocked.length > 0 || undecidedConflicts(conflicts, change.choices).length > 0)
        throw fault('module.outdated');
      await job.transact(async (writer, hook) => {
        const replaced = (await loadRuleTree(hook.tx)).filter(({ name }) => change.replacedRules.includes(name));
        const ids = replaced.map(({ id }) => id);
        return { removedRules: [...(await removeOwnRules(hook, writer, ids, 'module.replaced_rules'))] };
      });
    }
    await updateRow(job, { state: 'install' });
  },
  undo: async (job) => {
    const ids = job.state()['removedRules'];
    if (!Array.isArray(ids) || ids.length === 0 || job.state()['areRulesRestored'] === true) return;
    await job.transact(async (writer, hook) => {
      await restoreRules(hook, writer, ids.map(Number));
      return { areRulesRestored: true };
    });
  },
});

// --- seeds

const seedsStep: JobStep = {
  name: 'seeds',
  run: async (job) => {
    const { seeded } = parseModuleChange(job.input);
    if (seeded.length === 0) return;
    const { seeds, manifest } = await loadAvailable(job, await loadJobModule(job));
    const groups = seeds.filter(({ entity }) => seeded.includes(entity));
    const count = await writeSeeds(job, manifest.uid, groups);
    if (count > 0) job.report(`${count} rows`);
  },
};

// --- screens

/** The manifest that is active after the change: of the new package, or of the installed one. */
async function loadManifest(job: JobRun) {
  const stored = await loadJobModule(job);
  const isInstalling = isInstallOrUpdate(parseModuleChange(job.input)) && stored.availableDigest !== '';
  return (await loadPackage(job.services.env, isInstalling ? stored.availableDigest : stored.packageDigest)).manifest;
}

// --- finish

/** The menu rules and permissions that each entity lost. */
const getWithdrawn = (job: JobRun): Json => ({
  ...Object.fromEntries(
    parseModuleChange(job.input).changes.map(({ table }) => [table, entityState(job, table)['menu'] ?? null]),
  ),
  ...withdrawnScreens(job),
});

/** Current parts of the module besides its entities. */
function getParts(job: JobRun, { row }: StoredModule, pages: readonly ModulePage[]): Json {
  const { folderRule } = readFolderRule(job, row);
  const change = parseModuleChange(job.input);
  const { keptFiles } = isInstallOrUpdate(change) ? change : parseInstalledParts(row['parts']);
  const lost = new Set(isInstallOrUpdate(change) ? listLostRules(job) : []);
  const parts = {
    folderRule,
    pages: pages.map((page) => ({ ...page })),
    boards: readBoardIds(job, row),
    keptFiles,
    rules: readOwnRules(job).filter(({ id }) => !lost.has(id)),
  };
  return parts as unknown as Json;
}

async function finishInstall(job: JobRun, change: ModuleChange): Promise<void> {
  const stored = await loadJobModule(job);
  if (stored.availableDigest === '') return;
  const { manifest, signer, pages } = await loadAvailable(job, stored);
  await job.saveState(toRemovedRules(job));
  await updateRow(job, {
    ...manifestColumns(manifest, signer),
    state: 'installed',
    entities: [...change.entities],
    package_digest: stored.availableDigest,
    available_digest: '',
    available_version: '',
    source_url: stringOrEmpty(stored.row['available_source_url']),
    available_source_url: '',
    withdrawn: null,
    hook_failure: '',
    parts: getParts(job, stored, pages),
    installed_time: Math.floor(job.services.clock.now() / 1000),
  });
}

async function finishEnabling(job: JobRun): Promise<void> {
  const stored = await loadJobModule(job);
  const { availableVersion } = stored;
  const parts = getParts(job, stored, parseInstalledParts(stored.row['parts']).pages);
  await updateRow(job, { state: 'installed', withdrawn: null, hook_failure: '', parts });
  if (availableVersion !== '') await updateRow(job, { state: 'update' });
}

/** `update` cannot change to `disabled` directly, so the state becomes `installed` first. Enabling offers the update again. */
async function finishDisabling(job: JobRun, { moduleId, state }: ModuleChange): Promise<void> {
  await job.transact(async (writer) => {
    if (state === 'update') await writer.update(module, { id: moduleId, state: 'installed' });
    await writer.update(module, { id: moduleId, state: 'disabled', withdrawn: getWithdrawn(job) });
    return {};
  });
}

async function finishRemoval(job: JobRun, change: ModuleChange): Promise<void> {
  await job.transact(async (writer, hook) => {
    const [row] = await hook.find(module.name, { field: 'id', op: '=', value: change.moduleId });
    if (row === undefined) return {};
    await writer.remove(module, [change.moduleId]);
    return toRemovedRules(job);
  });
}

async function finish(job: JobRun): Promise<void> {
  const change = parseModuleChange(job.input);
  await job.assertRunning();
  if (isInstallOrUpdate(change)) await finishInstall(job, change);
  else if (change.verb === 'enable') await finishEnabling(job);
  else if (change.verb === 'disable') await finishDisabling(job, change);
  else await finishRemoval(job, change);
}

/** Menu rules that the job removed, archives whose rows are stored again or left behind by the module, events of a module that is gone. */
async function deleteOnSuccess(job: JobRun, writer: TxWriter, hook: HookContext): Promise<void> {
  const { tx } = hook;
  await purgeRemovedRules(job, writer, hook);
  const { verb, uid, keepsRows, changes } = parseModuleChange(job.input);
  for (const recordId of changes.flatMap(({ restoredRecords }) => restoredRecords)) await deleteArchive(tx, recordId);
  if (verb !== 'uninstall') return;
  for (const { table } of keepsRows ? [] : changes)
    await deleteArchive(tx, Number(entityState(job, table)['recordId'] ?? 0));
  await deleteEventsOf(tx, uid);
}

/** Deletes replaced packages, and all files of a module that is gone. */
async function deleteFiles(job: JobRun): Promise<void> {
  const change = parseModuleChange(job.input);
  const { verb, packageDigest, availableDigest } = change;
  await deleteReplacedFiles(job.services.env, job.id);
  if (isInstallOrUpdate(change)) await deleteUnusedPackages(job.services, [packageDigest]);
  if (verb !== 'uninstall') return;
  // Not before: files that an earlier version left are in no package that could restore them.
  const { keptFiles } = parseInstalledParts(asRecord(job.state()['before'])?.['parts']);
  await deleteUnusedAssets(job.services, change.uid, keptFiles);
  await deleteUnusedPackages(job.services, [packageDigest, availableDigest]);
}

/** The jobs of the installer, all with the same steps: those of the designer for each entity, between those for the module. */
export function moduleJobs(deps: ModuleJobDeps): readonly JobKind[] {
  const steps: readonly JobStep[] = [
    verifyStep,
    conflictsStep(deps),
    dependenciesStep(deps.terminal),
    ...['check', 'expand', 'restore', 'switch'].map((name) => entityStep(name, deps)),
    folderStep,
    entityStep('menu', deps),
    clearFolderStep,
    ...['archive', 'contract'].map((name) => entityStep(name, deps)),
    seedsStep,
    dashboardsStep,
    assetsStep,
    screensStep({ loadManifest, loadWithdrawn: async (job) => (await loadJobModule(job)).withdrawn }),
    { name: 'probe', run: entityStep('finish', deps).run },
    { name: 'finish', run: finish },
  ];
  return Object.values(MODULE_JOBS).map((kind) => ({ kind, steps, deleteOnSuccess, deleteFiles }));
}
