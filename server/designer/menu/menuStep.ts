/** The step of a change that brings and removes the menu rules and permissions of an entity. */
import { menuRule } from '../../../common/entities/menuRule';
import type { AnyEntity } from '../../../common/entity/entity';
import type { OwnRule } from '../../../common/modules/moduleParts';
import type { HookContext } from '../../engine/write/context/hookContext';
import type { TxWriter } from '../../engine/write/context/txWriter';
import { requiredMenuRules } from '../../modules/bootstrap/menu';
import { MENU_LAYOUT } from '../../modules/bootstrap/menuLayout';
import { addMenuRules } from '../../modules/bootstrap/menuRules';
import type { JobRun, JobStep } from '../../modules/jobs/jobKind';
import {
  parseDefinitionChange,
  parseMenuState,
  type DefinitionChange,
  type PermissionGrant,
} from '../definitionChange';
import { grantPermissions, listRuleNames, removeRules, revokePermissions } from '../menuPermissions';
import { bringRules, type BroughtRules } from './bringRules';
import { removeOwnRules, undoRuleChange } from './removeOwnRules';
import { loadRuleTree } from './ruleTree';

const asJson = (grants: readonly PermissionGrant[]) => grants.map(({ group, nodes }) => ({ group, nodes: [...nodes] }));

/** Names of rules that the change removes. */
const lostNames = ({ from, to }: DefinitionChange): readonly string[] => {
  const next = new Set(listRuleNames(to));
  return listRuleNames(from).filter((name) => !next.has(name));
};

/** Those of the names that no rule has, not even one of staff: permissions for the others stay. */
async function withoutStored(hook: HookContext, names: readonly string[]): Promise<readonly string[]> {
  const stored = new Set((await loadRuleTree(hook.tx)).filter((rule) => !rule.isDeleted).map(({ name }) => name));
  return names.filter((name) => !stored.has(name));
}

const NO_RULES: BroughtRules = { created: [], restored: [] };

/** Adds the missing rules of an entity. Those that staff removed come back with a new definition, not when a module is enabled. */
async function bringEntityRules(
  hook: HookContext,
  writer: TxWriter,
  { ownRules, restoredRules, keepsTable }: DefinitionChange,
  to: AnyEntity,
): Promise<BroughtRules> {
  const names = new Set(listRuleNames(to));
  const own = ownRules ?? [];
  const ofEntity = own.filter(({ name }) => names.has(name));
  const isEnabling = ownRules !== undefined && keepsTable;
  const comingBack = new Set(ofEntity.filter(({ id }) => restoredRules.includes(id)).map(({ name }) => name));
  const removedByStaff = isEnabling ? ofEntity.filter(({ name }) => !comingBack.has(name)) : [];
  return bringRules(hook, writer, {
    required: requiredMenuRules([to], MENU_LAYOUT).filter(({ name, type }) => type === 'menu_dir' || names.has(name)),
    own,
    restored: isEnabling ? restoredRules : [...restoredRules, ...ofEntity.map(({ id }) => id)],
    omitted: new Set(removedByStaff.map(({ name }) => name)),
    create: (missing, ids) => addMenuRules(writer, menuRule, missing, ids),
  });
}

const listIds = (rules: readonly OwnRule[]): number[] => rules.map(({ id }) => id);

/** Menu rules and permissions change in one transaction, together with the record of the changes. */
async function changeMenu(job: JobRun): Promise<void> {
  if (job.state()['menu'] !== undefined) return;
  const change = parseDefinitionChange(job.input);
  const { ownRules, to } = change;
  await job.transact(async (writer, hook) => {
    const lost = lostNames(change);
    const lostRules = listIds((ownRules ?? []).filter(({ name }) => lost.includes(name)));
    const removed =
      ownRules === undefined ? await removeRules(hook, writer, lost) : await removeOwnRules(hook, writer, lostRules);
    const { created, restored } = to === null ? NO_RULES : await bringEntityRules(hook, writer, change, to);
    const gone = await withoutStored(hook, lost);
    const revoked = await revokePermissions(hook, writer, change.revokes, gone);
    const granted = await grantPermissions(hook, writer, change.grants);
    const names = new Set(listRuleNames(to));
    return {
      menu: {
        removedRules: [...removed],
        lostRules,
        addedRules: listIds(created),
        restoredRules: [...restored],
        ownRules: created.filter(({ name }) => names.has(name)).map((rule) => ({ ...rule })),
        revoked: asJson(revoked),
        granted: asJson(granted),
      },
    };
  });
}

async function restoreMenu(job: JobRun): Promise<void> {
  const { from, to, restoredRules } = parseDefinitionChange(job.input);
  const menu = parseMenuState(job.state());
  const former = new Set(listRuleNames(from));
  await job.transact(async (writer, hook) => {
    await undoRuleChange(hook, writer, {
      created: menu.addedRules,
      restored: menu.restoredRules ?? restoredRules,
      removed: menu.removedRules,
    });
    const added = await withoutStored(
      hook,
      listRuleNames(to).filter((name) => !former.has(name)),
    );
    await revokePermissions(hook, writer, menu.granted, added);
    await grantPermissions(hook, writer, menu.revoked);
    return { isMenuRestored: true };
  });
}

export const menuStep: JobStep = {
  name: 'menu',
  run: changeMenu,
  // Undoing it twice would find nothing to do, but rules that were restored twice are no longer in the recycle bin.
  undo: async (job) => {
    if (job.state()['menu'] === undefined || job.state()['isMenuRestored'] === true) return;
    await restoreMenu(job);
  },
};
