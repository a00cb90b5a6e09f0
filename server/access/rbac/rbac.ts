/**
 * The law of rights, free of any database: what a role group really gives, and who may hand on what.
 * effective(group) = own ∩ effective(parent), for nodes and for the reach over rows alike.
 */

/** The node that stands for all nodes. */
export const ALL_PERMISSIONS = '*';

const DATA_SCOPES = ['own', 'subtree', 'all'] as const;
/** Whose rows: only one's own, those of the group and the groups below it, everybody's. */
export type DataScope = (typeof DATA_SCOPES)[number];
export const parseDataScope = (text: unknown): DataScope => DATA_SCOPES.find((scope) => scope === text) ?? 'own';
const scopeRank = (scope: DataScope): number => DATA_SCOPES.indexOf(scope);
const narrowerScope = (one: DataScope, other: DataScope): DataScope =>
  scopeRank(one) <= scopeRank(other) ? one : other;
const widerScope = (one: DataScope, other: DataScope): DataScope => (scopeRank(one) >= scopeRank(other) ? one : other);

/** A role group as it is stored. */
export interface RoleGroup {
  readonly id: number;
  /** The group above it; null at a root. */
  readonly pid: number | null;
  /** Lower-case permission nodes. */
  readonly nodes: ReadonlySet<string>;
  readonly scope: DataScope;
  readonly enabled: boolean;
}
export type RoleGroups = ReadonlyMap<number, RoleGroup>;

/** What a group, or several together, really give. */
export interface EffectivePermissions {
  readonly nodes: ReadonlySet<string>;
  readonly scope: DataScope;
}
export const NO_PERMISSIONS: EffectivePermissions = { nodes: new Set(), scope: 'own' };

/** The nodes of one set that a limit lets through. */
export function intersectPermissions(own: ReadonlySet<string>, limit: ReadonlySet<string>): ReadonlySet<string> {
  if (limit.has(ALL_PERMISSIONS)) return own;
  return own.has(ALL_PERMISSIONS) ? limit : new Set([...own].filter((node) => limit.has(node)));
}

/** From a group up to its root, itself first; undefined when a group above is missing or the way bites its tail. */
export function groupWithAncestors(groups: RoleGroups, id: number): readonly RoleGroup[] | undefined {
  const chain: RoleGroup[] = [];
  for (let at: number | null = id; at !== null && at !== 0;) {
    const group = groups.get(at);
    if (!group || chain.includes(group)) return undefined;
    chain.push(group);
    at = group.pid;
  }
  return chain;
}

/** Who holds everything reaches everything. */
const scopeOfGroup = ({ nodes, scope }: RoleGroup): DataScope => (nodes.has(ALL_PERMISSIONS) ? 'all' : scope);

/** What a group gives; nothing when it, or one above it, is disabled or gone. */
export function effectivePermissions(groups: RoleGroups, id: number): EffectivePermissions {
  const chain = groupWithAncestors(groups, id);
  const [own] = chain ?? [];
  if (!chain || !own || chain.some(({ enabled }) => !enabled)) return NO_PERMISSIONS;
  return {
    nodes: chain.reduce((nodes, group) => intersectPermissions(nodes, group.nodes), own.nodes),
    scope: chain.map(scopeOfGroup).reduce(narrowerScope),
  };
}

/** What several groups give together. */
export const effectivePermissionsOf = (groups: RoleGroups, ids: readonly number[]): EffectivePermissions =>
  ids
    .map((id) => effectivePermissions(groups, id))
    .reduce(
      (all, granted) => ({
        nodes: new Set([...all.nodes, ...granted.nodes]),
        scope: widerScope(all.scope, granted.scope),
      }),
      NO_PERMISSIONS,
    );

/** Whether one lot of rights contains another. */
export const includesPermissions = (granted: EffectivePermissions, wanted: EffectivePermissions): boolean =>
  granted.nodes.has(ALL_PERMISSIONS) ||
  ([...wanted.nodes].every((node) => granted.nodes.has(node)) && scopeRank(wanted.scope) <= scopeRank(granted.scope));

/** Whether it contains it and more: only then may the one manage the other. */
export const exceedsPermissions = (granted: EffectivePermissions, other: EffectivePermissions): boolean =>
  granted.nodes.has(ALL_PERMISSIONS) ||
  (includesPermissions(granted, other) && [...granted.nodes].some((node) => !other.nodes.has(node)));

/** Whether a group lies below one of these, not being one of them. */
export const isDescendantOf = (groups: RoleGroups, id: number, ancestors: readonly number[]): boolean =>
  !ancestors.includes(id) && (groupWithAncestors(groups, id) ?? []).some((group) => ancestors.includes(group.id));

/** Who hands on: his own groups, and what they give. */
export interface Grantor extends EffectivePermissions {
  readonly groups: readonly number[];
}

/** Whether an admin may make or change a group so that it becomes `after`; `before` as it is stored. */
export function canSaveGroup(
  groups: RoleGroups,
  grantor: Grantor,
  after: RoleGroup,
  before: RoleGroup | undefined,
): boolean {
  if (grantor.nodes.has(ALL_PERMISSIONS)) return true;
  if (before && !(isDescendantOf(groups, before.id, grantor.groups) && includesPermissions(grantor, { ...before })))
    return false;
  const { pid } = after;
  const isPlaced = pid !== null && (grantor.groups.includes(pid) || isDescendantOf(groups, pid, grantor.groups));
  return isPlaced && includesPermissions(grantor, { ...after });
}

/** Whether a group holds no more than the one above it: told when it is shaped, enforced whenever it is used. */
export function fitsWithinParent(groups: RoleGroups, { pid, nodes }: RoleGroup): boolean {
  if (pid === null) return true;
  const limit = effectivePermissions(groups, pid).nodes;
  return limit.has(ALL_PERMISSIONS) || [...nodes].every((node) => limit.has(node));
}

/** Whether an admin may put somebody into these groups: his own and those below, holding no more than himself. */
export const canAssignGroups = (groups: RoleGroups, grantor: Grantor, ids: readonly number[]): boolean =>
  grantor.nodes.has(ALL_PERMISSIONS) ||
  (ids.every((id) => grantor.groups.includes(id) || isDescendantOf(groups, id, grantor.groups)) &&
    includesPermissions(grantor, effectivePermissionsOf(groups, ids)));
