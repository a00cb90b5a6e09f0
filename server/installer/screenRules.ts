/** The menu rules of the screens of a module: created, updated to its version and removed with it. Edits by staff are kept. */
import { adminGroup } from '../../common/entities/adminGroup';
import { menuRule } from '../../common/entities/menuRule';
import { MATCH_ALL } from '../../common/entity/filter';
import type { Json } from '../../common/entity/field';
import { asRecord, asString, asStringList } from '../../common/json';
import type { OwnRule } from '../../common/modules/moduleParts';
import {
  screenComponent,
  screenPermission,
  screenPath,
  screenRuleName,
  screenRulePrefix,
  type ManifestScreen,
} from '../../common/modules/moduleScreens';
import { bringRules, type BroughtRules, type RequiredRule } from '../designer/menu/bringRules';
import { removeOwnRules, undoRuleChange } from '../designer/menu/removeOwnRules';
import { loadRuleTree } from '../designer/menu/ruleTree';
import { grantPermissions, revokePermissions } from '../designer/menuPermissions';
import type { HookContext } from '../engine/write/context/hookContext';
import type { TxWriter } from '../engine/write/context/txWriter';
import type { JobRun, JobStep } from '../modules/jobs/jobKind';
import { folderRuleName } from './menuFolder';
import { parseModuleChange, type ModuleChange } from './moduleChange';
import type { ModuleManifest } from './package/manifest';
import { readOwnRules } from './rules/readOwnRules';
import { parseScreenChange, toScreenState, type ScreenChange } from './rules/screenChange';

/** The key in the withdrawn permissions of a disabled module for the ids of its screens' rules. */
const WITHDRAWN_KEY = '$screens';

type Manifest = Pick<ModuleManifest, 'uid' | 'version' | 'screens'>;

/** The weight of the first screen: it is placed after the lists of the folder. */
const FIRST_WEIGHT = 100;

interface RequiredScreenRule extends RequiredRule {
  readonly screen: ManifestScreen;
}
/** The name of the folder of the menu. */
async function findFolderName(hook: HookContext, menu: string): Promise<string> {
  const names = (await loadRuleTree(hook.tx)).flatMap(({ name, type, isDeleted }) =>
    type === 'menu_dir' && !isDeleted ? [name] : [],
  );
  return names.includes(menu) && !names.includes(folderRuleName(menu)) ? menu : folderRuleName(menu);
}
async function listRequired(hook: HookContext, { uid, screens = [] }: Manifest): Promise<RequiredScreenRule[]> {
  const required: RequiredScreenRule[] = [];
  for (const screen of screens) {
    const [name, parent] = [screenRuleName(uid, screen.name), await findFolderName(hook, screen.menu)];
    required.push({ type: 'menu', name, parent, screen });
    required.push({ type: 'button', name: screenPermission(uid, screen.name), parent: name, screen });
  }
  return required;
}

function toRuleRow({ uid, version, screens = [] }: Manifest, { type, name, screen }: RequiredScreenRule) {
  if (type === 'button') return { type, name, weigh: FIRST_WEIGHT, title: 'index' };
  const { title, icon } = screen;
  return {
    type,
    name,
    menu_type: 'tab',
    weigh: FIRST_WEIGHT - screens.indexOf(screen),
    title: title['zh-cn'],
    title_en: title.en,
    icon,
    path: screenPath({ uid, name: screen.name }),
    component: screenComponent({ uid, version, name: screen.name }),
  };
}

interface ScreenRequest {
  readonly manifest: Manifest;
  readonly verb: ModuleChange['verb'];
  /** The rules that were made for the module. */
  readonly own: readonly OwnRule[];
  /** Ids of the rules that disabling removed. */
  readonly withdrawn: readonly number[];
}

/** Brings the rules of all screens. Enabling leaves out those that staff had removed before; an update brings them again. */
async function bringScreens(
  hook: HookContext,
  writer: TxWriter,
  { manifest, verb, own, withdrawn }: ScreenRequest,
): Promise<BroughtRules> {
  const required = await listRequired(hook, manifest);
  const ofScreens = own.filter(({ name }) => required.some((rule) => rule.name === name));
  const isEnabling = verb === 'enable';
  const comingBack = new Set(ofScreens.filter(({ id }) => withdrawn.includes(id)).map(({ name }) => name));
  const removedByStaff = isEnabling ? ofScreens.filter(({ name }) => !comingBack.has(name)) : [];
  return bringRules(hook, writer, {
    required,
    own,
    restored: isEnabling ? withdrawn : ofScreens.map(({ id }) => id),
    omitted: new Set(removedByStaff.map(({ name }) => name)),
    create: async (missing, ids) => {
      const created: number[] = [];
      for (const rule of missing) {
        const pid = ids.get(rule.parent ?? '') ?? null;
        created.push((await writer.create(menuRule, { ...toRuleRow(manifest, rule), pid })).id);
      }
      return created;
    },
  });
}

/** Makes the rules of the module's screens open the version; returns their components before. */
async function setComponents(
  hook: HookContext,
  writer: TxWriter,
  { uid, version, screens = [] }: Manifest,
  own: readonly OwnRule[],
): Promise<ScreenChange['components']> {
  const before: ScreenChange['components'] = [];
  for (const { name } of screens) {
    const component = screenComponent({ uid, version, name });
    const ids = own.filter((rule) => rule.name === screenRuleName(uid, name)).map(({ id }) => id);
    const rows = ids.length === 0 ? [] : await hook.find(menuRule.name, { field: 'id', op: 'IN', value: ids });
    for (const row of rows) {
      const [id, former] = [Number(row['id']), asString(row['component'])];
      if (former === component || row['type'] === 'button') continue;
      await writer.update(menuRule, { id, component });
      before.push({ id, component: former });
    }
  }
  return before;
}

/** The permissions for screens of the module that groups hold and that no rule grants any more. */
async function findLostPermissions(hook: HookContext, uid: string, wanted: ReadonlySet<string>): Promise<string[]> {
  const prefix = screenRulePrefix(uid);
  const stored = new Set((await loadRuleTree(hook.tx)).filter((rule) => !rule.isDeleted).map(({ name }) => name));
  const granted = (await hook.find(adminGroup.name, MATCH_ALL)).flatMap((row) => asStringList(row['rules']));
  return granted.filter((node) => node.startsWith(prefix) && !wanted.has(node) && !stored.has(node));
}

async function changeScreens(hook: HookContext, writer: TxWriter, request: ScreenRequest): Promise<ScreenChange> {
  const { manifest, verb, own } = request;
  const { uid, screens = [] } = manifest;
  const wanted = new Set(screens.flatMap(({ name }) => [screenRuleName(uid, name), screenPermission(uid, name)]));
  const prefix = screenRulePrefix(uid);
  const lost = own.filter(({ name }) => name.startsWith(prefix) && !wanted.has(name)).map(({ id }) => id);
  const removed = await removeOwnRules(hook, writer, lost);
  const { created, restored } = await bringScreens(hook, writer, request);
  const components = await setComponents(hook, writer, manifest, [...own, ...created]);
  // A disabled module keeps its permissions.
  const lostPermissions = verb === 'disable' ? [] : await findLostPermissions(hook, uid, wanted);
  const revoked = lostPermissions.length === 0 ? [] : await revokePermissions(hook, writer, [], lostPermissions);
  return {
    created: [...created],
    restored: [...restored],
    removed: [...removed],
    lost,
    components,
    revoked: revoked.map(({ group, nodes }) => ({ group, nodes: [...nodes] })),
  };
}

/** Ids of the screen rules that a disabled module restores when it is enabled. */
export const withdrawnScreens = (job: JobRun): Readonly<Record<string, Json>> => ({
  [WITHDRAWN_KEY]: parseScreenChange(job.state())?.removed ?? [],
});
const withdrawnIds = (withdrawn: Json): readonly number[] => {
  const ids = asRecord(withdrawn)?.[WITHDRAWN_KEY];
  return Array.isArray(ids) ? ids.map(Number) : [];
};

interface ScreenSource {
  /** The manifest that is active after the change. */
  readonly loadManifest: (job: JobRun) => Promise<Manifest>;
  /** The withdrawn permissions of the module. */
  readonly loadWithdrawn: (job: JobRun) => Promise<Json>;
}

/** The step for the screens of a module. */
export const screensStep = (source: ScreenSource): JobStep => ({
  name: 'screens',
  run: async (job) => {
    if (parseScreenChange(job.state()) !== undefined) return;
    const { uid, verb } = parseModuleChange(job.input);
    const isLeaving = verb === 'disable' || verb === 'uninstall';
    const manifest = isLeaving ? { uid, version: '', screens: [] } : await source.loadManifest(job);
    const withdrawn = verb === 'enable' ? withdrawnIds(await source.loadWithdrawn(job)) : [];
    const request = { manifest, verb, withdrawn, own: readOwnRules(job) };
    await job.transact(async (writer, hook) => toScreenState(await changeScreens(hook, writer, request)));
  },
  undo: async (job) => {
    const change = parseScreenChange(job.state());
    if (change === undefined || job.state()['areScreensUndone'] === true) return;
    await job.transact(async (writer, hook) => {
      await undoRuleChange(hook, writer, { ...change, created: change.created.map(({ id }) => id) });
      for (const { id, component } of change.components)
        if ((await hook.find(menuRule.name, { field: 'id', op: '=', value: id })).length > 0)
          await writer.update(menuRule, { id, component });
      await grantPermissions(hook, writer, change.revoked);
      return { areScreensUndone: true };
    });
  },
});
