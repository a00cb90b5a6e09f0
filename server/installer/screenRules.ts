/** The menu rules of the screens of a module: created, updated to its version and removed with it. Edits by staff are kept. */
import { adminGroup } from '../../common/entities/adminGroup';
import { menuRule } from '../../common/entities/menuRule';
import { MATCH_ALL } from '../../common/entity/filter';
import type { StoredRow } from '../../common/entity/columns';
import type { Json } from '../../common/entity/field';
import { asInteger, asRecord, asString, asStringList } from '../../common/json';
import {
  screenComponent,
  screenPermission,
  screenPath,
  screenRuleName,
  screenRulePrefix,
  type ManifestScreen,
} from '../../common/modules/moduleScreens';
import type { PermissionGrant } from '../designer/definitionChange';
import { grantPermissions, purgeRules, removeRules, revokePermissions } from '../designer/menuPermissions';
import type { HookContext } from '../engine/write/context/hookContext';
import type { TxWriter } from '../engine/write/context/txWriter';
import type { JobRun, JobStep } from '../modules/jobs/jobKind';
import { parseModuleChange, type ModuleChange } from './moduleChange';
import type { ModuleManifest } from './package/manifest';

/** The key in the withdrawn permissions of a disabled module for the ids of its screens' rules. */
const WITHDRAWN_KEY = '$screens';

interface ScreenRule {
  readonly id: number;
  readonly name: string;
  readonly component: string;
}
const toRule = (row: StoredRow): ScreenRule => ({
  id: Number(row['id']),
  name: asString(row['name']),
  component: asString(row['component']),
});
async function findScreenRules(hook: HookContext, uid: string): Promise<readonly ScreenRule[]> {
  const prefix = screenRulePrefix(uid);
  return (await hook.find(menuRule.name, MATCH_ALL)).map(toRule).filter(({ name }) => name.startsWith(prefix));
}

/** The permissions for screens of the module that groups hold. */
async function findGrants(hook: HookContext, uid: string): Promise<readonly PermissionGrant[]> {
  const prefix = screenRulePrefix(uid);
  return (await hook.find(adminGroup.name, MATCH_ALL)).flatMap((row) => {
    const nodes = asStringList(row['rules']).filter((node) => node.startsWith(prefix));
    return nodes.length === 0 ? [] : [{ group: Number(row['id']), nodes }];
  });
}

type Manifest = Pick<ModuleManifest, 'uid' | 'version' | 'screens'>;

/** The weight of the first screen: it is placed after the lists of the folder. */
const FIRST_WEIGHT = 100;

/** The folder of the menu; null when there is none of that name. */
async function findFolder(hook: HookContext, menu: string): Promise<number | null> {
  const folders = await hook.find(menuRule.name, { field: 'type', op: '=', value: 'menu_dir' });
  const found = folders.find((row) => [menu, `menu/${menu}`].includes(asString(row['name'])));
  return found === undefined ? null : Number(found['id']);
}

async function addScreenRule(
  hook: HookContext,
  writer: TxWriter,
  { uid, version, screens = [] }: Manifest,
  screen: ManifestScreen,
): Promise<void> {
  const { name, title, icon, menu } = screen;
  const { id: pid } = await writer.create(menuRule, {
    type: 'menu',
    menu_type: 'tab',
    weigh: FIRST_WEIGHT - screens.indexOf(screen),
    pid: await findFolder(hook, menu),
    name: screenRuleName(uid, name),
    title: title['zh-cn'],
    title_en: title.en,
    icon,
    path: screenPath({ uid, name }),
    component: screenComponent({ uid, version, name }),
  });
  await writer.create(menuRule, {
    type: 'button',
    pid,
    weigh: FIRST_WEIGHT,
    name: screenPermission(uid, name),
    title: 'index',
  });
}

/** Makes the rules those of a manifest: screens that are new come, those that are gone leave, all others name the version. */
async function setScreenRules(hook: HookContext, writer: TxWriter, manifest: Manifest): Promise<void> {
  const { uid, version, screens = [] } = manifest;
  const stored = await findScreenRules(hook, uid);
  const wanted = new Set(screens.flatMap(({ name }) => [screenRuleName(uid, name), screenPermission(uid, name)]));
  const gone = stored.map(({ name }) => name).filter((name) => !wanted.has(name));
  await removeRules(hook, writer, gone);
  const granted = (await findGrants(hook, uid)).flatMap(({ nodes }) => nodes);
  const lost = granted.filter((node) => !wanted.has(node));
  if (lost.length > 0) await revokePermissions(hook, writer, [], lost);
  for (const screen of screens) {
    const rule = stored.find(({ name }) => name === screenRuleName(uid, screen.name));
    const component = screenComponent({ uid, version, name: screen.name });
    if (rule === undefined) await addScreenRule(hook, writer, manifest, screen);
    else if (rule.component !== component) await writer.update(menuRule, { id: rule.id, component });
  }
}

/** Brings rules and permissions back as they were; of the rules that came, those that were withdrawn go back to the recycle bin. */
async function restoreRules(
  hook: HookContext,
  writer: TxWriter,
  uid: string,
  { rules: before, grants, withdrawn }: Before & { readonly withdrawn: readonly number[] },
) {
  const stored = await findScreenRules(hook, uid);
  const added = stored.filter(({ id }) => !before.some((rule) => rule.id === id));
  await removeRules(
    hook,
    writer,
    added.map(({ name }) => name),
  );
  await purgeRules(
    hook,
    writer,
    added.map(({ id }) => id).filter((id) => !withdrawn.includes(id)),
  );
  const lost = before.filter(({ id }) => !stored.some((rule) => rule.id === id));
  if (lost.length > 0)
    await writer.restore(
      menuRule,
      lost.map(({ id }) => id),
    );
  for (const { id, component } of before)
    if (stored.some((rule) => rule.id === id && rule.component !== component))
      await writer.update(menuRule, { id, component });
  await grantPermissions(hook, writer, grants);
}

/** Rules and permissions as they were before the step. */
interface Before {
  readonly rules: readonly ScreenRule[];
  readonly grants: readonly PermissionGrant[];
}
const getRecords = (value: unknown) => (Array.isArray(value) ? value.map((item) => asRecord(item) ?? {}) : []);
const savedBefore = (job: JobRun): Before | undefined => {
  const saved = asRecord(job.state()['screensBefore']);
  if (saved === undefined) return undefined;
  return {
    rules: getRecords(saved['rules']).map((rule) => ({
      id: asInteger(rule['id']),
      name: asString(rule['name']),
      component: asString(rule['component']),
    })),
    grants: getRecords(saved['grants']).map(({ group, nodes }) => ({
      group: asInteger(group),
      nodes: asStringList(nodes),
    })),
  };
};

async function saveBefore(job: JobRun, uid: string): Promise<void> {
  if (savedBefore(job) !== undefined) return;
  const { rules, grants } = await job.writer.inTransaction(job.ctx, async (_writer, hook) => ({
    rules: await findScreenRules(hook, uid),
    grants: await findGrants(hook, uid),
  }));
  await job.saveState({
    screensBefore: {
      rules: rules.map((rule) => ({ ...rule })),
      grants: grants.map(({ group, nodes }) => ({ group, nodes: [...nodes] })),
    },
  });
}

/** Ids of the screen rules that a disabled module restores when it is enabled. */
export const withdrawnScreens = (job: JobRun): Readonly<Record<string, Json>> => ({
  [WITHDRAWN_KEY]: (savedBefore(job)?.rules ?? []).map(({ id }) => id),
});
const withdrawnIds = (withdrawn: Json): readonly number[] => {
  const ids = asRecord(withdrawn)?.[WITHDRAWN_KEY];
  return Array.isArray(ids) ? ids.map(Number) : [];
};

/** Ids of the screen rules that this job may have removed, and of those that a disabled module lost. */
export const removedScreenRules = (job: JobRun, row: StoredRow): readonly number[] => [
  ...(savedBefore(job)?.rules ?? []).map(({ id }) => id),
  ...withdrawnIds(row['withdrawn'] ?? null), // a JSON column
];

interface ScreenSource {
  /** The manifest that is active after the change. */
  readonly loadManifest: (job: JobRun) => Promise<Manifest>;
  /** The withdrawn permissions of the module. */
  readonly loadWithdrawn: (job: JobRun) => Promise<Json>;
}

async function applyScreens(job: JobRun, change: ModuleChange, source: ScreenSource): Promise<void> {
  const { uid, verb } = change;
  const isLeaving = verb === 'disable' || verb === 'uninstall';
  const manifest = isLeaving ? { uid, version: '', screens: [] } : await source.loadManifest(job);
  const ids = verb === 'enable' ? withdrawnIds(await source.loadWithdrawn(job)) : [];
  await job.writer.inTransaction(job.ctx, async (writer, hook) => {
    if (verb === 'disable') {
      await removeRules(
        hook,
        writer,
        (await findScreenRules(hook, uid)).map(({ name }) => name),
      );
      return;
    }
    const stored = await findScreenRules(hook, uid);
    const lost = ids.filter((id) => !stored.some((rule) => rule.id === id));
    if (lost.length > 0) await writer.restore(menuRule, lost);
    await setScreenRules(hook, writer, manifest);
  });
}

/** The step for the screens of a module. */
export const screensStep = (source: ScreenSource): JobStep => ({
  name: 'screens',
  run: async (job) => {
    const change = parseModuleChange(job.input);
    await saveBefore(job, change.uid);
    await applyScreens(job, change, source);
  },
  undo: async (job) => {
    const before = savedBefore(job);
    if (before === undefined) return;
    const { uid } = parseModuleChange(job.input);
    // The row of the module as the first step saved it: the last step empties this column.
    const withdrawn = withdrawnIds((asRecord(job.state()['before'])?.['withdrawn'] ?? null) as Json);
    await job.writer.inTransaction(job.ctx, (writer, hook) =>
      restoreRules(hook, writer, uid, { ...before, withdrawn }),
    );
  },
});
