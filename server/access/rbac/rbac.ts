/**
 * RBAC rules without database access: what a role group grants, and what an admin may grant to others.
 * effective(group) = own ∩ effective(parent), for permission keys and for row scopes.
 */

/** The wildcard permission, which includes all permission keys. */
export const ALL_PERMISSIONS = '*';

const ROW_SCOPES = ['own', 'subtree', 'all'] as const;
/** The row scope: own rows, rows of the group and the groups below it, or all rows. */
export type RowScope = (typeof ROW_SCOPES)[number];
export const parseRowScope = (text: unknown): RowScope => ROW_SCOPES.find((scope) => scope === text) ?? 'own';
const scopeRank = (scope: RowScope): number => ROW_SCOPES.indexOf(scope);
const narrowerScope = (a: RowScope, b: RowScope): RowScope => (scopeRank(a) <= scopeRank(b) ? a : b);
const widerScope = (a: RowScope, b: RowScope): RowScope => (scopeRank(a) >= scopeRank(b) ? a : b);

/** A stored role group. */
export interface RoleGroup {
  readonly id: number;
  /** The parent group; null for a root. */
  readonly pid: number | null;
  /** Lower-case permission keys. */
  readonly permissions: ReadonlySet<string>;
  readonly scope: RowScope;
  readonly enabled: boolean;
}
export type RoleGroups = ReadonlyMap<number, RoleGroup>;

/** The effective permissions of one or several groups. */
export interface EffectivePermissions {
  readonly permissions: ReadonlySet<string>;
  readonly scope: RowScope;
}
export const NO_PERMISSIONS: EffectivePermissions = { permissions: new Set(), scope: 'own' };

/** The intersection of two sets of permissions, of which either may contain the wildcard. */
export function intersectPermissions(
  permissions: ReadonlySet<string>,
  limit: ReadonlySet<string>,
): ReadonlySet<string> {
  if (limit.has(ALL_PERMISSIONS)) return permissions;
  return permissions.has(ALL_PERMISSIONS)
    ? limit
    : new Set([...permissions].filter((permission) => limit.has(permission)));
}

/** The chain from a group to its root, the group first; undefined for a missing parent or a cycle. */
export function groupWithAncestors(groups: RoleGroups, id: number): readonly RoleGroup[] | undefined {
  const chain: RoleGroup[] = [];
  for (let currentId: number | null = id; currentId !== null && currentId !== 0;) {
    const group = groups.get(currentId);
    if (!group || chain.includes(group)) return undefined;
    chain.push(group);
    currentId = group.pid;
  }
  return chain;
}

/** The wildcard permission includes all rows. */
const scopeOfGroup = ({ permissions, scope }: RoleGroup): RowScope =>
  permissions.has(ALL_PERMISSIONS) ? 'all' : scope;

/** The effective permissions of a group; none when it or a parent is disabled or deleted. */
export function computeEffectivePermissions(groups: RoleGroups, id: number): EffectivePermissions {
  const chain = groupWithAncestors(groups, id);
  const [group] = chain ?? [];
  if (!chain || !group || chain.some(({ enabled }) => !enabled)) return NO_PERMISSIONS;
  return {
    permissions: chain.reduce(
      (permissions, group) => intersectPermissions(permissions, group.permissions),
      group.permissions,
    ),
    scope: chain.map(scopeOfGroup).reduce(narrowerScope),
  };
}

/** The union of the effective permissions of several groups. */
export const mergeEffectivePermissions = (groups: RoleGroups, ids: readonly number[]): EffectivePermissions =>
  ids
    .map((id) => computeEffectivePermissions(groups, id))
    .reduce(
      (all, granted) => ({
        permissions: new Set([...all.permissions, ...granted.permissions]),
        scope: widerScope(all.scope, granted.scope),
      }),
      NO_PERMISSIONS,
    );

/** Whether one set of permissions contains another. */
export const includesPermissions = (granted: EffectivePermissions, required: EffectivePermissions): boolean =>
  granted.permissions.has(ALL_PERMISSIONS) ||
  ([...required.permissions].every((permission) => granted.permissions.has(permission)) &&
    scopeRank(required.scope) <= scopeRank(granted.scope));

/** Whether one set strictly contains another: only then may its holder manage the other. */
export const exceedsPermissions = (granted: EffectivePermissions, other: EffectivePermissions): boolean =>
  granted.permissions.has(ALL_PERMISSIONS) ||
  (includesPermissions(granted, other) &&
    [...granted.permissions].some((permission) => !other.permissions.has(permission)));

/** Whether a group is a descendant of one of these groups. */
export const isDescendantOf = (groups: RoleGroups, id: number, ancestors: readonly number[]): boolean =>
  !ancestors.includes(id) && (groupWithAncestors(groups, id) ?? []).some((group) => ancestors.includes(group.id));

/** The admin who grants: its groups and their permissions. */
export interface Grantor extends EffectivePermissions {
  readonly groups: readonly number[];
}

/** Whether an admin may create a group as `after`, or change it from `before` to `after`. */
export function canSaveGroup(
  groups: RoleGroups,
  grantor: Grantor,
  after: RoleGroup,
  before: RoleGroup | undefined,
): boolean {
  if (grantor.permissions.has(ALL_PERMISSIONS)) return true;
  if (before && !(isDescendantOf(groups, before.id, grantor.groups) && includesPermissions(grantor, { ...before })))
    return false;
  const { pid } = after;
  const isPlaced = pid !== null && (grantor.groups.includes(pid) || isDescendantOf(groups, pid, grantor.groups));
  return isPlaced && includesPermissions(grantor, { ...after });
}

/** Whether a group has no more permissions than its parent: checked when it is saved, enforced whenever it is used. */
export function fitsWithinParent(groups: RoleGroups, { pid, permissions }: RoleGroup): boolean {
  if (pid === null) return true;
  const limit = computeEffectivePermissions(groups, pid).permissions;
  return limit.has(ALL_PERMISSIONS) || [...permissions].every((permission) => limit.has(permission));
}

/** Whether an admin may assign these groups: its own and those below, with no more permissions than its own. */
export const canAssignGroups = (groups: RoleGroups, grantor: Grantor, ids: readonly number[]): boolean =>
  grantor.permissions.has(ALL_PERMISSIONS) ||
  (ids.every((id) => grantor.groups.includes(id) || isDescendantOf(groups, id, grantor.groups)) &&
    includesPermissions(grantor, mergeEffectivePermissions(groups, ids)));
