/** Explains a permission check (RBAC): whether an admin has a permission key, and which rule and role groups decided. */
import {
  ALL_PERMISSIONS,
  computeEffectivePermissions,
  groupWithAncestors,
  type RoleGroup,
  type RoleGroups,
} from './rbac';

/**
 * The rule that decided. `group`: the role group of the admin that has the permission. `by`: the group that prevents it: `group` itself or one of
 * its ancestors, which lacks the permission (`limited`), is disabled (`group_disabled`) or does not exist (`group_lost`).
 */
export type Reason =
  | { readonly rule: 'super' | 'granted'; readonly group: number }
  | { readonly rule: 'limited' | 'group_disabled' | 'group_lost'; readonly group: number; readonly by: number }
  | { readonly rule: 'missing' | 'no_group' | 'admin_disabled' };
export interface Verdict {
  readonly allowed: boolean;
  readonly reason: Reason;
}

interface ExplainedAdmin {
  readonly enabled: boolean;
  readonly groups: readonly number[];
}

/** Of several groups, the reason that comes first here is reported: grants, then the refusals closest to a grant. */
const RULE_PRIORITY: readonly Reason['rule'][] = [
  'super',
  'granted',
  'limited',
  'group_disabled',
  'group_lost',
  'missing',
];

/** Whether an admin holds a permission, and the rule that decided. */
export function explainAccess(groups: RoleGroups, admin: ExplainedAdmin, permission: string): Verdict {
  if (!admin.enabled) return { allowed: false, reason: { rule: 'admin_disabled' } };
  if (admin.groups.length === 0) return { allowed: false, reason: { rule: 'no_group' } };
  const reasons = admin.groups.map((id) => reasonInGroup(groups, id, permission));
  const [reason = { rule: 'missing' as const }] = [...reasons].sort(
    (a, b) => RULE_PRIORITY.indexOf(a.rule) - RULE_PRIORITY.indexOf(b.rule),
  );
  return { allowed: reason.rule === 'super' || reason.rule === 'granted', reason };
}

const hasGroupPermission = ({ permissions }: RoleGroup, permission: string): boolean =>
  permissions.has(ALL_PERMISSIONS) || permissions.has(permission);

function reasonInGroup(groups: RoleGroups, id: number, permission: string): Reason {
  const ownGroup = groups.get(id);
  if (!ownGroup || !hasGroupPermission(ownGroup, permission)) return { rule: 'missing' };
  const chain = groupWithAncestors(groups, id);
  if (!chain) return { rule: 'group_lost', group: id, by: ownGroup.pid ?? 0 };
  const disabled = chain.find(({ enabled }) => !enabled);
  if (disabled) return { rule: 'group_disabled', group: id, by: disabled.id };
  const limit = chain.find((group) => !hasGroupPermission(group, permission));
  if (limit) return { rule: 'limited', group: id, by: limit.id };
  return {
    rule: computeEffectivePermissions(groups, id).permissions.has(ALL_PERMISSIONS) ? 'super' : 'granted',
    group: id,
  };
}
