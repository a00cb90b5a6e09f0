/** Checks the permissions that a designer job will grant: a role group holds at most what the groups above it hold. */
import { adminGroup } from '../../../common/entities/adminGroup';
import type { StoredRow } from '../../../common/entity/columns';
import { asString } from '../../../common/json';
import { fault } from '../../../common/protocol/faults';
import { ALL_PERMISSIONS, groupWithAncestors, type RoleGroup, type RoleGroups } from '../../access/rbac/rbac';
import type { Tx } from '../../context';
import { selectRowsWhere } from '../../engine/read/selectRowsWhere';
import { toRoleGroup } from '../../hooks/permissions/roleGroups';
import type { PermissionGrant } from '../definitionChange';

/** The groups as they will be. A group with all permissions needs no further ones. */
function addGrants(rows: readonly StoredRow[], grants: readonly PermissionGrant[]): RoleGroups {
  const groups = rows.map((row): readonly [number, RoleGroup] => {
    const group = toRoleGroup(row);
    const added = grants.filter(({ group: id }) => id === group.id).flatMap(({ nodes }) => nodes);
    return [group.id, { ...group, permissions: new Set([...group.permissions, ...added]) }];
  });
  return new Map(groups);
}

/** The nearest group above that is disabled or lacks a permission of the group. */
const findNarrowerAncestor = (groups: RoleGroups, { id, permissions }: RoleGroup): RoleGroup | undefined =>
  groupWithAncestors(groups, id)
    ?.slice(1)
    .find(
      ({ enabled, permissions: limit }) =>
        !enabled || (!limit.has(ALL_PERMISSIONS) && [...permissions].some((permission) => !limit.has(permission))),
    );

/** Errors: `design.grant_to_none` for a deleted group; `design.grant_beyond_parent`, which names the group that needs the permissions first. */
export async function assertGrantsFit(reader: Pick<Tx, 'rows'>, grants: readonly PermissionGrant[]): Promise<void> {
  if (grants.length === 0) return;
  const rows = await selectRowsWhere(reader, adminGroup, { sql: 'delete_time IS NULL', params: [] });
  const groups = addGrants(rows, grants);
  const getName = (id: number) => asString(rows.find((row) => Number(row['id']) === id)?.['name']);
  for (const { group: id } of grants) {
    const group = groups.get(id);
    if (group === undefined) throw fault('design.grant_to_none', { group: String(id) });
    const parent = !group.permissions.has(ALL_PERMISSIONS) ? findNarrowerAncestor(groups, group) : undefined;
    if (parent !== undefined)
      throw fault('design.grant_beyond_parent', { group: getName(id), parent: getName(parent.id) });
  }
}

/** The same grants, those of parents first: each group is checked against its parent when it is saved. */
export function sortParentsFirst(groups: RoleGroups, grants: readonly PermissionGrant[]): readonly PermissionGrant[] {
  const getDepth = (id: number) => groupWithAncestors(groups, id)?.length ?? 0;
  return [...grants].sort((first, second) => getDepth(first.group) - getDepth(second.group));
}
