/** The steps of every job that changes a module. They differ only in their input; each is undone when a later one fails. */
import { menuRule } from '../../common/entities/menuRule';
import { module } from '../../common/entities/module';
import type { Json } from '../../common/entity/field';
import { asRecord, asStringList } from '../../common/json';
import { fault } from '../../common/protocol/faults';
import { parseInstalledParts, type ModulePage } from '../../common/modules/moduleParts';
import { undecidedConflicts } from '../../common/modules/review';
import type { ChangeDeps } from '../designer/changeSteps';
import { deleteEventsOf } from './hooks/moduleEvents';
import { deleteArchive } from '../designer/archive';
import { removeRules } from '../designer/menuRights';
import type { JobKind, JobRun, JobStep } from '../modules/jobs/jobKind';
import { findConflicts, loadAvailable } from './conflicts';
import { MODULE_JOBS, parseModuleChange, type ModuleChange } from './moduleChange';
import { manifestColumns, requireModule, restoredColumns, type StoredModule } from './moduleRow';
import { deleteAssets, deletePackage, listAssets, loadPackage, servedFiles, writeAssets } from './package/packageStore';
import { entityState, entityStep } from './entityStep';
import { clearFolderStep, dashboardsStep, folderStep, readBoardIds, readFolderRule } from './partSteps';
import { screensStep, withdrawnScreens } from './screenRules';
import { writeSeeds } from './writeSeeds';

export interface ModuleJobDeps extends ChangeDeps {
  readonly version: string;
}
const isArrival = ({ verb }: ModuleChange): boolean => verb === 'install' || verb === 'update';

const updateRow = (job: JobRun, values: Readonly<Record<string, Json>>): Promise<unknown> =>
  job.writer.update(job.ctx, module, { id: parseModuleChange(job.input).moduleId, ...values });

const storedModule = (job: JobRun): Promise<StoredModule> =>
  requireModule(job.services.db, { id: parseModuleChange(job.input).moduleId });

// --- verify

/** Saves the module row, so that undo can restore it. Error: `module.outdated` when it is no longer what was planned for. */
async function verify(job: JobRun): Promise<void> {
  const change = parseModuleChange(job.input);
  const stored = await storedModule(job);
  if (job.state()['before'] === undefined) {
    const isPlanned =
      stored.state === change.state &&
      stored.packageDigest === change.packageDigest &&
      stored.availableDigest === change.availableDigest;
    if (!isPlanned) throw fault('module.outdated');
    await job.saveState({ before: restoredColumns(stored.row) });
  }
  await updateRow(job, { job_id: job.id, failure: '', ...(isArrival(change) ? { state: 'download' } : {}) });
  if (isArrival(change)) {
    const { manifest, digest } = await loadAvailable(job, stored);
    job.report(`${manifest.uid} ${manifest.version}: ${manifest.files.length} files, sha256 ${digest}`);
  }
}

async function giveBack(job: JobRun): Promise<void> {
  const before = asRecord(job.state()['before']) as Readonly<Record<string, Json>> | undefined; // stored by `verify`
  if (before === undefined) return;
  const { moduleId } = parseModuleChange(job.input);
  await job.writer.inTransaction(job.ctx, async (writer, hook) => {
    const isDeleted = (await hook.find(module.name, { field: 'id', op: '=', value: moduleId })).length === 0;
    if (isDeleted) await writer.restore(module, [moduleId]);
    await writer.update(module, { id: moduleId, ...before, failure: job.error() });
  });
}

const verifyStep: JobStep = { name: 'verify', run: verify, undo: giveBack };

// --- conflicts

/** Looks again for conflicts, since the world may have changed; menu rules that make room go to the recycle bin. */
const conflictsStep = (deps: ModuleJobDeps): JobStep => ({
  name: 'conflicts',
  run: async (job) => {
    const change = parseModuleChange(job.input);
    if (!isArrival(change)) return;
    const stored = await storedModule(job);
    const installer = { services: job.services, registry: deps.registry, version: deps.version };
    if (job.state()['removedRules'] === undefined) {
      const { blocked, conflicts } = await findConflicts(installer, stored, await loadAvailable(job, stored));
      if (blocked.length > 0 || undecidedConflicts(conflicts, change.choices).length > 0)
        throw fault('module.outdated');
      await job.transact(async (writer, hook) => ({
        removedRules: [...(await removeRules(hook, writer, change.replacedRules))],
      }));
    }
    await updateRow(job, { state: 'install' });
  },
  undo: async (job) => {
    const ids = job.state()['removedRules'];
    if (!Array.isArray(ids) || ids.length === 0 || job.state()['areRulesRestored'] === true) return;
    await job.transact(async (writer) => {
      await writer.restore(menuRule, ids.map(Number));
      return { areRulesRestored: true };
    });
  },
});

// --- assets

const assetsStep: JobStep = {
  name: 'assets',
  run: async (job) => {
    const change = parseModuleChange(job.input);
    const { env } = job.services;
    if (!isArrival(change) && change.verb !== 'uninstall') return;
    if (job.state()['assetsBefore'] === undefined)
      await job.saveState({ assetsBefore: [...(await listAssets(env, change.uid))] });
    if (change.verb === 'uninstall') {
      await deleteAssets(env, change.uid, await listAssets(env, change.uid));
      return;
    }
    const files = servedFiles(await loadAvailable(job, await storedModule(job)));
    await writeAssets(env, change.uid, new Map([...files].filter(([path]) => !change.keptFiles.includes(path))));
  },
  undo: async (job) => {
    const { uid, packageDigest } = parseModuleChange(job.input);
    const { env } = job.services;
    const before = job.state()['assetsBefore'];
    if (before === undefined) return;
    const kept = new Set(asStringList(before));
    await deleteAssets(
      env,
      uid,
      (await listAssets(env, uid)).filter((path) => !kept.has(path)),
    );
    if (packageDigest === '') return;
    const files = servedFiles(await loadPackage(env, packageDigest));
    await writeAssets(env, uid, new Map([...files].filter(([path]) => kept.has(path))));
  },
};

// --- seeds

const seedsStep: JobStep = {
  name: 'seeds',
  run: async (job) => {
    const { seeded } = parseModuleChange(job.input);
    if (seeded.length === 0) return;
    const { seeds, manifest } = await loadAvailable(job, await storedModule(job));
    const groups = seeds.filter(({ entity }) => seeded.includes(entity));
    const count = await writeSeeds(job, manifest.uid, groups);
    if (count > 0) job.report(`${count} rows`);
  },
};

// --- screens

/** The manifest that is in force after the change: of the package that arrives, or of the installed one. */
async function loadManifest(job: JobRun) {
  const stored = await storedModule(job);
  const isArriving = isArrival(parseModuleChange(job.input)) && stored.availableDigest !== '';
  return (await loadPackage(job.services.env, isArriving ? stored.availableDigest : stored.packageDigest)).manifest;
}

// --- finish

/** The menu rules and permissions that each entity lost. */
const withdrawnOf = (job: JobRun): Json => ({
  ...Object.fromEntries(
    parseModuleChange(job.input).changes.map(({ table }) => [table, entityState(job, table)['menu'] ?? null]),
  ),
  ...withdrawnScreens(job),
});

/** What the module consists of now, besides its entities. */
function partsOf(job: JobRun, { row }: StoredModule, pages: readonly ModulePage[]): Json {
  const { folderRule } = readFolderRule(job, row);
  return { folderRule, pages: pages.map((page) => ({ ...page })), boards: readBoardIds(job, row) } as unknown as Json;
}

async function finishArrival(job: JobRun, change: ModuleChange): Promise<void> {
  const stored = await storedModule(job);
  if (stored.availableDigest === '') return;
  const { manifest, signer, pages } = await loadAvailable(job, stored);
  await updateRow(job, {
    ...manifestColumns(manifest, signer),
    ...{ state: 'installed', entities: [...change.entities], package_digest: stored.availableDigest },
    ...{
      available_digest: '',
      available_version: '',
      withdrawn: null,
      hook_failure: '',
      parts: partsOf(job, stored, pages),
    },
    installed_time: Math.floor(job.services.clock.now() / 1000),
  });
  if (change.packageDigest !== stored.availableDigest) await deletePackage(job.services.env, change.packageDigest);
}

async function finishEnabling(job: JobRun): Promise<void> {
  const stored = await storedModule(job);
  const { availableVersion } = stored;
  const parts = partsOf(job, stored, parseInstalledParts(stored.row['parts']).pages);
  await updateRow(job, { state: 'installed', withdrawn: null, hook_failure: '', parts });
  if (availableVersion !== '') await updateRow(job, { state: 'update' });
}

async function finishRemoval(job: JobRun, change: ModuleChange): Promise<void> {
  const { db, env } = job.services;
  await job.writer.inTransaction(job.ctx, async (writer, hook) => {
    if ((await hook.find(module.name, { field: 'id', op: '=', value: change.moduleId })).length > 0)
      await writer.remove(module, [change.moduleId]);
  });
  for (const { table } of change.keepsRows ? [] : change.changes)
    await deleteArchive(db, Number(entityState(job, table)['recordId'] ?? 0));
  await deleteEventsOf(job.services, change.uid);
  await deletePackage(env, change.packageDigest);
  await deletePackage(env, change.availableDigest);
}

async function finish(job: JobRun): Promise<void> {
  const change = parseModuleChange(job.input);
  // From here on nothing can fail any more but the database.
  await job.assertRunning();
  if (isArrival(change)) await finishArrival(job, change);
  else if (change.verb === 'enable') await finishEnabling(job);
  else if (change.verb === 'disable') await updateRow(job, { state: 'disabled', withdrawn: withdrawnOf(job) });
  else await finishRemoval(job, change);
}

/** The jobs of the installer, all with the same steps: those of the designer for each entity, between those for the module. */
export function moduleJobs(deps: ModuleJobDeps): readonly JobKind[] {
  const steps: readonly JobStep[] = [
    verifyStep,
    conflictsStep(deps),
    ...['check', 'expand', 'switch'].map((name) => entityStep(name, deps)),
    folderStep,
    entityStep('menu', deps),
    clearFolderStep,
    ...['archive', 'contract', 'restore'].map((name) => entityStep(name, deps)),
    seedsStep,
    dashboardsStep,
    assetsStep,
    screensStep({ loadManifest, loadWithdrawn: async (job) => (await storedModule(job)).withdrawn }),
    { name: 'probe', run: entityStep('finish', deps).run },
    { name: 'finish', run: finish },
  ];
  return Object.values(MODULE_JOBS).map((kind) => ({ kind, steps }));
}
