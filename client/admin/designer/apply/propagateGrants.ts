/** Keeps chosen permissions consistent in the tree of role groups: a group can do at most what the groups above it can do. */
import type { RoleGroup } from './useRoleGroups';

/** The chosen actions of each role group, by its id. */
export type Grants = Readonly<Record<number, readonly string[]>>;

function listAncestors(groups: readonly RoleGroup[], { pid }: RoleGroup): readonly RoleGroup[] {
  const parent = groups.find(({ id }) => id === pid);
  return parent === undefined ? [] : [parent, ...listAncestors(groups, parent)];
}

/** The grants after a change of one group: added actions are added to the groups above it, removed ones are removed from those below it. */
export function propagateGrants(
  groups: readonly RoleGroup[],
  grants: Grants,
  changed: RoleGroup,
  actions: readonly string[],
): Grants {
  const before = grants[changed.id] ?? [];
  const added = actions.filter((action) => !before.includes(action));
  const removed = before.filter((action) => !actions.includes(action));
  const ancestors = new Set(listAncestors(groups, changed).map(({ id }) => id));
  const next: Record<number, readonly string[]> = { ...grants, [changed.id]: actions };
  for (const group of groups) {
    const chosen = next[group.id] ?? [];
    if (ancestors.has(group.id) && !group.hasAll) {
      const missing = added.filter((action) => !group.grantedActions.includes(action) && !chosen.includes(action));
      next[group.id] = [...chosen, ...missing];
    } else if (listAncestors(groups, group).some(({ id }) => id === changed.id))
      next[group.id] = chosen.filter((action) => !removed.includes(action));
  }
  return next;
}
