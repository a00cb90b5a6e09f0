/** The permission cache: permissions and row scope of every admin, as of one sequence number of the change log. */
import type { Actor } from '../../../common/entity/access';
import type { Services } from '../../context';
import { loadMethodLimits, type MethodLimits } from './methodLimits';
import {
  ALL_PERMISSIONS,
  computeEffectivePermissions,
  groupWithAncestors,
  parseRowScope,
  type RoleGroup,
  type RoleGroups,
} from './rbac';

interface AdminRecord {
  readonly id: number;
  readonly name: string;
  readonly account: string;
  readonly enabled: boolean;
  readonly groups: readonly number[];
}
interface PermissionSnapshot {
  /** The last sequence number of the change log when this was read. */
  readonly head: number;
  readonly groups: RoleGroups;
  readonly methods: MethodLimits;
  readonly admins: ReadonlyMap<number, AdminRecord>;
  readonly actors: Map<number, Actor>;
  /** Admins whose group, or one above it, requires a second factor. */
  readonly adminsRequiringFactor: ReadonlySet<number>;
}

const snapshotByDb = new WeakMap<Services['db'], PermissionSnapshot>();

/** The position of the change log when a session was read. */
export interface LogPosition {
  /** Its last sequence number. */
  readonly head: number;
  /** Sequence number since which no admin, group or menu rule has changed. Absent if one changed or it is unknown. */
  readonly unchangedSince?: number;
}
/** Columns that add the position of the log to the query of a session, so that both come from one snapshot. */
export function logPositionColumns(services: Services) {
  const since = snapshotByDb.get(services.db)?.head ?? 0;
  return {
    sql: `(SELECT last FROM \`change_head\` WHERE id = 1) AS head, (SELECT low FROM \`change_head\` WHERE id = 1) AS low, EXISTS (${CHANGED_SINCE_SQL}) AS changedFlag`,
    params: [since],
    read: ({ head, low, changedFlag }: LogPositionRow): LogPosition => ({
      head: Number(head),
      ...(Number(changedFlag) === 0 && Number(low) <= since ? { unchangedSince: since } : {}),
    }),
  };
}
export interface LogPositionRow {
  readonly head: number;
  readonly low: number;
  /** 1 when an admin, a group or a menu rule changed, otherwise 0. */
  readonly changedFlag: number;
}
const CHANGED_SINCE_SQL = "SELECT 1 FROM `change_log` WHERE seq > ? AND ent IN ('admin', 'admin_group', 'menu_rule')";

/**
 * The current actor of an admin; undefined when the admin does not exist or is disabled. Permissions are read again as
 * soon as an admin or a group changed after the cached position.
 */
export async function loadStaffActorAt(
  services: Services,
  adminId: number,
  position: LogPosition,
): Promise<Actor | undefined> {
  return actorOfSnapshot(await loadSnapshotAt(services, position), adminId);
}
function actorOfSnapshot(snapshot: PermissionSnapshot, adminId: number): Actor | undefined {
  const hit = snapshot.actors.get(adminId);
  if (hit) return hit;
  const admin = snapshot.admins.get(adminId);
  if (!admin?.enabled) return undefined;
  const actor = buildActor(snapshot, admin);
  snapshot.actors.set(adminId, actor);
  return actor;
}

async function loadCurrentSnapshot(services: Services): Promise<PermissionSnapshot> {
  const [row] = await services.db.rows<{ readonly last: number }>('SELECT last FROM `change_head` WHERE id = 1');
  return loadSnapshotAt(services, { head: Number(row?.last ?? 0) });
}

/** Reads the row scopes of all admins at once; undefined for a disabled or deleted admin. */
export async function loadScopes(services: Services): Promise<(adminId: number) => Actor['scope'] | undefined> {
  const snapshot = await loadCurrentSnapshot(services);
  return (adminId) => actorOfSnapshot(snapshot, adminId)?.scope;
}

/** The current actors of all enabled admins, by id. */
export async function loadStaffActors(services: Services): Promise<readonly Actor[]> {
  const snapshot = await loadCurrentSnapshot(services);
  return [...snapshot.admins.keys()].sort((a, b) => a - b).flatMap((id) => actorOfSnapshot(snapshot, id) ?? []);
}

async function loadSnapshotAt(
  services: Services,
  { head, unchangedSince = Number.POSITIVE_INFINITY }: LogPosition,
): Promise<PermissionSnapshot> {
  const hit = snapshotByDb.get(services.db);
  if (hit && (hit.head >= head || unchangedSince <= hit.head || !(await hasChangedSince(services, hit.head)))) {
    const current = hit.head >= head ? hit : { ...hit, head };
    snapshotByDb.set(services.db, current);
    return current;
  }
  const snapshot = await loadSnapshot(services);
  snapshotByDb.set(services.db, snapshot);
  return snapshot;
}

async function hasChangedSince(services: Services, seq: number): Promise<boolean> {
  const [found] = await services.db.rows<Pick<LogPositionRow, 'low' | 'changedFlag'>>(
    `SELECT low, EXISTS (${CHANGED_SINCE_SQL}) AS changedFlag FROM \`change_head\` WHERE id = 1`,
    [seq],
  );
  return Number(found?.changedFlag ?? 1) === 1 || Number(found?.low ?? 0) > seq;
}

interface GroupRow {
  readonly id: number;
  readonly pid: number | null;
  readonly rules: string | null;
  readonly data_scope: string;
  readonly require_second_factor: number;
  readonly status: number;
}
interface AdminRow {
  readonly id: number;
  readonly username: string;
  readonly nickname: string | null;
  readonly group_arr: string | null;
  readonly status: number;
}

const loadSnapshot = (services: Services): Promise<PermissionSnapshot> =>
  services.db.snapshot(async (tx) => {
    const [head] = await tx.rows<{ readonly last: number }>('SELECT last FROM `change_head` WHERE id = 1');
    const groups = await tx.rows<GroupRow>(
      'SELECT id, pid, rules, data_scope, require_second_factor, status FROM `admin_group` WHERE delete_time IS NULL',
    );
    const admins = await tx.rows<AdminRow>(
      'SELECT id, username, nickname, group_arr, status FROM `admin` WHERE delete_time IS NULL',
    );
    const methods = await loadMethodLimits(tx);
    const groupsById = new Map(groups.map((row) => [Number(row.id), toRoleGroup(row)]));
    const adminRecords = admins.map(toAdminRecord);
    const strictGroups = new Set(
      groups.filter((row) => Number(row.require_second_factor) === 1).map((row) => Number(row.id)),
    );
    return {
      head: Number(head?.last ?? 0),
      groups: groupsById,
      methods,
      admins: new Map(adminRecords.map((member) => [member.id, member])),
      actors: new Map(),
      adminsRequiringFactor: new Set(
        adminRecords.filter((member) => requiresFactor(groupsById, strictGroups, member)).map(({ id }) => id),
      ),
    };
  });

/** Whether a group of the admin, or one above it, requires a second factor. A group with a broken chain of parents counts by itself. */
const requiresFactor = (groups: RoleGroups, strictGroups: ReadonlySet<number>, member: AdminRecord): boolean =>
  member.groups.some(
    (groupId) =>
      strictGroups.has(groupId) || (groupWithAncestors(groups, groupId) ?? []).some(({ id }) => strictGroups.has(id)),
  );

/** Whether an admin must have a second factor. Reads the permissions if none are cached, so that it never returns false without knowing. */
export async function isSecondFactorRequired(services: Services, adminId: number): Promise<boolean> {
  const hit = snapshotByDb.get(services.db);
  if (hit) return hit.adminsRequiringFactor.has(adminId);
  const snapshot = await loadSnapshot(services);
  snapshotByDb.set(services.db, snapshot);
  return snapshot.adminsRequiringFactor.has(adminId);
}

const toRoleGroup = (row: GroupRow): RoleGroup => ({
  id: Number(row.id),
  pid: row.pid === null ? null : Number(row.pid),
  permissions: new Set(parseList(row.rules).map((permission) => String(permission).toLowerCase())),
  scope: parseRowScope(row.data_scope),
  enabled: Number(row.status) === 1,
});
const toAdminRecord = (row: AdminRow): AdminRecord => ({
  id: Number(row.id),
  name: row.nickname ?? row.username,
  account: row.username,
  enabled: Number(row.status) === 1,
  groups: parseList(row.group_arr).map(Number),
});
const parseList = (text: string | null): readonly unknown[] => {
  const value: unknown = text === null ? [] : JSON.parse(text);
  return Array.isArray(value) ? value : [];
};

function buildActor(snapshot: PermissionSnapshot, admin: AdminRecord): Actor {
  const effectiveGroups = admin.groups.map((id) => ({ id, ...computeEffectivePermissions(snapshot.groups, id) }));
  const permissions = new Set(effectiveGroups.flatMap((group) => [...group.permissions]));
  return {
    kind: 'staff',
    id: admin.id,
    name: admin.name,
    account: admin.account,
    isSuper: permissions.has(ALL_PERMISSIONS),
    permissions,
    ...(snapshot.methods.size === 0 ? {} : { methods: snapshot.methods }),
    scope:
      permissions.has(ALL_PERMISSIONS) || effectiveGroups.some(({ scope }) => scope === 'all')
        ? 'all'
        : reachableAdminIds(snapshot, admin, effectiveGroups),
    company_id: null,
  };
}

interface GroupScope {
  readonly id: number;
  readonly scope: string;
}
/** The admins in the row scope of an admin: itself, and all in the subtrees of its groups with the scope `subtree`. */
function reachableAdminIds(
  snapshot: PermissionSnapshot,
  admin: AdminRecord,
  effectiveGroups: readonly GroupScope[],
): readonly number[] {
  const subtreeIds = new Set(
    effectiveGroups.filter(({ scope }) => scope === 'subtree').flatMap(({ id }) => getSubtree(snapshot.groups, id)),
  );
  if (subtreeIds.size === 0) return [admin.id];
  const reachable = [...snapshot.admins.values()].filter(({ groups }) => groups.some((id) => subtreeIds.has(id)));
  return [...new Set([admin.id, ...reachable.map(({ id }) => id)])].sort((a, b) => a - b);
}

function getSubtree(groups: RoleGroups, root: number): readonly number[] {
  const found = [root];
  for (const id of found)
    for (const group of groups.values()) if (group.pid === id && !found.includes(group.id)) found.push(group.id);
  return found;
}

/** The groups and one admin as stored; no admin when it was deleted. */
export async function loadGroupsAndAdmin(services: Services, adminId: number) {
  const { groups, admins } = await loadSnapshot(services);
  return { groups, admin: admins.get(adminId) };
}

/** Invalidates the cache, so that the next request reads groups and admins again. */
export const invalidatePermissions = (services: Services): void => void snapshotByDb.delete(services.db);
