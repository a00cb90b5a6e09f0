/** Hooks of member groups: each newly added rule must be the name of an existing rule. */
import { userGroup } from '../../../common/entities/userGroup';
import type { Issue } from '../../../common/entity/issue';
import { MEMBER_SCREENS } from '../../../common/memberScreens';
import { fault } from '../../../common/protocol/faults';
import { truncate } from '../../../common/text/normalize';
import { defineHooks } from '../../engine/write/context/entityHooks';
import type { HookContext } from '../../engine/write/context/hookContext';

const ALL = '*';
/** Permissions that the product itself checks; they need no stored rule. */
const BUILT_IN_RULES: ReadonlySet<string> = new Set([ALL, ...MEMBER_SCREENS.map((screen) => `account/${screen}`)]);

export const userGroupHooks = defineHooks(userGroup, {
  beforeWrite: async (hook, changes, before) => {
    const known = new Set(before?.rules.map(String));
    const added = (changes.rules ?? []).map(String).filter((rule) => !known.has(rule) && !BUILT_IN_RULES.has(rule));
    if (hook.actor.kind !== 'system' && added.length > 0) await assertRulesExist(hook, added);
    return changes;
  },
});

async function assertRulesExist(hook: HookContext, names: readonly string[]): Promise<void> {
  const found = await hook.find('user_rule', { field: 'name', op: 'IN', value: names });
  const known = new Set(found.map(({ name }) => name));
  const issues = names
    .filter((name) => !known.has(name))
    .map((name): Issue => ({ path: 'rules', code: 'no_rule', params: { rule: truncate(name, 60) } }));
  if (issues.length > 0) throw fault('row.invalid', undefined, { fields: issues.slice(0, 1) });
}
