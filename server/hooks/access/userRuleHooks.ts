/** Hooks of member rules: each rule opens an existing screen of the member center or a URL. */
import { userRule } from '../../../common/entities/userRule';
import { userGroup } from '../../../common/entities/userGroup';
import { MATCH_ALL } from '../../../common/entity/filter';
import type { Issue } from '../../../common/entity/issue';
import { isMemberScreen, MEMBER_SCREENS } from '../../../common/memberScreens';
import { fault } from '../../../common/protocol/faults';
import { defineHooks, type StoredOf } from '../../engine/write/context/entityHooks';
import type { HookContext } from '../../engine/write/context/hookContext';
import { findAddressIssues, isBlank } from './ruleTargets';

type Rule = Partial<StoredOf<typeof userRule>>;
/** Fields that decide the target of a rule; other fields can be set on rules without a target. */
const TARGET_FIELDS = ['type', 'menu_type', 'component', 'url'] as const;

export const userRuleHooks = defineHooks(userRule, {
  beforeWrite: (_hook, changes, before) => {
    const isTargetChanged = TARGET_FIELDS.some((name) => changes[name] !== undefined);
    const fields = isTargetChanged ? getIssues({ ...before, ...changes }) : [];
    if (fields.length > 0) throw fault('row.invalid', undefined, { fields });
    return changes;
  },
  afterWrite: async (hook, { name }, before) => {
    if (before && name !== before.name) await renameInGroups(hook, before.name, name);
  },
});

/** Groups store rules by name: renames the rule in them. */
async function renameInGroups({ find, asSystem }: HookContext, from: string, to: string): Promise<void> {
  for (const { id, rules } of await find(userGroup.name, MATCH_ALL)) {
    const heldRules = Array.isArray(rules) ? rules.map(String) : [];
    if (!heldRules.includes(from)) continue;
    const renamed = new Set(heldRules.map((rule) => (rule === from ? to : rule)));
    await asSystem.update(userGroup, { id: Number(id), rules: [...renamed] });
  }
}

function getIssues(rule: Rule): readonly Issue[] {
  const { type, menu_type, component } = rule;
  if (type === 'menu_dir') return [];
  if (menu_type === 'link' || menu_type === 'iframe') return findAddressIssues(rule);
  if (isBlank(component)) return menu_type === 'tab' ? [{ path: 'component', code: 'required' }] : [];
  const params = { screens: MEMBER_SCREENS.join(', ') };
  return isMemberScreen(component) ? [] : [{ path: 'component', code: 'no_screen', params }];
}
