/** Why somebody may or may not: the one rule that decided, named with the groups it speaks of. */
import { ALL, effectiveOf, lineOf, type RoleGroup, type RoleGroups } from './groupLaw';

/** What decided. `by` is the group that shut a way which `group` would have opened. */
export type Reason =
  | { readonly rule: 'super' | 'granted'; readonly group: number }
  | { readonly rule: 'limited' | 'group_disabled' | 'group_lost'; readonly group: number; readonly by: number }
  | { readonly rule: 'missing' | 'no_group' | 'admin_disabled' };
export interface Verdict {
  readonly allowed: boolean;
  readonly reason: Reason;
}

interface Person {
  readonly enabled: boolean;
  readonly groups: readonly number[];
}

/** How telling a refusal is: nearest to a yes first. */
const TELLING: readonly Reason['rule'][] = ['super', 'granted', 'limited', 'group_disabled', 'group_lost', 'missing'];

/** Whether a person holds a node, and what decided it. */
export function explainNode(groups: RoleGroups, { enabled, groups: own }: Person, node: string): Verdict {
  if (!enabled) return { allowed: false, reason: { rule: 'admin_disabled' } };
  if (own.length === 0) return { allowed: false, reason: { rule: 'no_group' } };
  const reasons = own.map((id) => reasonOf(groups, id, node));
  const [reason = { rule: 'missing' as const }] = [...reasons].sort(
    (one, other) => TELLING.indexOf(one.rule) - TELLING.indexOf(other.rule),
  );
  return { allowed: reason.rule === 'super' || reason.rule === 'granted', reason };
}

const holds = ({ nodes }: RoleGroup, node: string): boolean => nodes.has(ALL) || nodes.has(node);

function reasonOf(groups: RoleGroups, id: number, node: string): Reason {
  const own = groups.get(id);
  if (!own || !holds(own, node)) return { rule: 'missing' };
  const line = lineOf(groups, id);
  if (!line) return { rule: 'group_lost', group: id, by: own.pid ?? 0 };
  const disabled = line.find(({ enabled }) => !enabled);
  if (disabled) return { rule: 'group_disabled', group: id, by: disabled.id };
  const limit = line.find((group) => !holds(group, node));
  if (limit) return { rule: 'limited', group: id, by: limit.id };
  return { rule: effectiveOf(groups, id).nodes.has(ALL) ? 'super' : 'granted', group: id };
}
