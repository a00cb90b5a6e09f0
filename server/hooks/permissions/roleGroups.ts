/** Role groups as a transaction sees them, for code that grants permissions. */
import { MATCH_ALL } from '../../../common/entity/filter';
import type { StoredRow } from '../../../common/entity/columns';
import {
  ALL_PERMISSIONS,
  mergeEffectivePermissions,
  parseRowScope,
  type Grantor,
  type EffectivePermissions,
  type RoleGroup,
  type RoleGroups,
} from '../../access/rbac/rbac';
import type { HookContext } from '../../engine/write/context/hookContext';

const parseTexts = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.map((key) => String(key).toLowerCase()) : [];
export const parseIdArray = (value: unknown): readonly number[] => (Array.isArray(value) ? value.map(Number) : []);

/** A stored role group as input of the RBAC rules. */
export const toRoleGroup = (row: StoredRow): RoleGroup => ({
  id: Number(row['id'] ?? 0),
  pid: Number(row['pid'] ?? 0) === 0 ? null : Number(row['pid']),
  permissions: new Set(parseTexts(row['rules'])),
  scope: parseRowScope(row['data_scope']),
  enabled: row['status'] === 1,
});

/** All role groups that are not deleted, as this transaction sees them; `changed` replaces the stored row of its id. */
export async function loadGroups(reader: Pick<HookContext, 'find'>, changed?: RoleGroup): Promise<RoleGroups> {
  const rows = await reader.find('admin_group', MATCH_ALL);
  const groups = new Map(rows.map((row) => [Number(row['id']), toRoleGroup(row)]));
  if (changed) groups.set(changed.id, changed);
  return groups;
}

const EVERY_PERMISSION: EffectivePermissions = { permissions: new Set([ALL_PERMISSIONS]), scope: 'all' };

/** The actor as a grantor of permissions. The system may grant everything. */
export async function loadGrantor(
  { actor, find }: Pick<HookContext, 'actor' | 'find'>,
  groups: RoleGroups,
): Promise<Grantor> {
  if (actor.kind === 'system') return { ...EVERY_PERMISSION, groups: [] };
  const [self] = await find('admin', { field: 'id', op: '=', value: actor.id });
  const ownGroupIds = parseIdArray(self?.['group_arr']);
  const permissions: EffectivePermissions = actor.isSuper
    ? EVERY_PERMISSION
    : { permissions: actor.permissions, scope: mergeEffectivePermissions(groups, ownGroupIds).scope };
  return { ...permissions, groups: ownGroupIds };
}

/** The number of enabled admins who hold all permissions, as this transaction sees it. */
export async function countSuperAdmins(reader: Pick<HookContext, 'find'>): Promise<number> {
  const groups = await loadGroups(reader);
  const admins = await reader.find('admin', { field: 'status', op: '=', value: 1 });
  return admins.filter((admin) =>
    mergeEffectivePermissions(groups, parseIdArray(admin['group_arr'])).permissions.has(ALL_PERMISSIONS),
  ).length;
}
