/**
 * Approvers of pending requests. Approver and requester must be independent: the approver has had the permission for at least
 * `APPROVAL_WAIT_HOURS`, and within that time no other admin changed how the approver signs in, and the approver neither created nor
 * changed the requester's account or permissions. This keeps admins from approving their own requests through a second account.
 */
import { admin } from '../../../common/entities/admin';
import { adminGroup } from '../../../common/entities/adminGroup';
import { PENDING_CHANGE_STATUS, pendingChange } from '../../../common/entities/pendingChange';
import { securityEvent } from '../../../common/entities/securityEvent';
import type { AnyEntity } from '../../../common/entity/entity';
import type { Json } from '../../../common/entity/field';
import type { StoredRow } from '../../../common/entity/columns';
import { fault } from '../../../common/protocol/faults';
import {
  includesPermissions,
  mergeEffectivePermissions,
  groupWithAncestors,
  NO_PERMISSIONS,
  type EffectivePermissions,
  type RoleGroups,
} from '../../access/rbac/rbac';
import { decodeRow } from '../../engine/schema/model';
import type { HookContext } from '../../engine/write/context/hookContext';
import { CHANGE_OPS, type ChangeOp } from '../../live/log/changeLog';
import { quoteIdentifier, quoteIdentifiers, placeholders } from '../../platform/database/sql';
import { toRoleGroup, parseIdArray, loadGroups } from './roleGroups';

/** The time that a new or changed account waits before it can approve. */
export const APPROVAL_WAIT_HOURS = 72;
const WAIT_MS = APPROVAL_WAIT_HOURS * 3_600_000;
const HOURS_PARAMS = { hours: APPROVAL_WAIT_HOURS } as const;

/** Whether permissions suffice to approve a request. */
export type CanApprove = (permissions: Pick<EffectivePermissions, 'permissions'>) => boolean;

/** A change of an admin or a role group that an admin made or asked for, from `record_history`. */
interface PermissionChange {
  readonly entity: string;
  readonly id: number;
  readonly op: ChangeOp;
  readonly actor: string;
  readonly diff: Readonly<Record<string, readonly [before: Json, after: Json]>>;
}
interface PermissionChangeRow {
  readonly ent: string;
  readonly eid: number;
  readonly op: ChangeOp;
  readonly actor: string;
  readonly diff: string;
  /** The admin who asked for the change, where an approved request made it. */
  readonly asked_by: number | null;
}

/**
 * Changes within the waiting time, oldest first. The system writes what an approved request changes: it counts as a change by the
 * requester. Other changes by the system (set-up, command line) need no approval and are left out.
 */
async function loadRecentChanges({ tx, at }: HookContext): Promise<readonly PermissionChange[]> {
  const rows = await tx.rows<PermissionChangeRow>(
    `SELECT h.ent, h.eid, h.op, h.actor, h.diff, p.asked_by FROM record_history h
       LEFT JOIN record_history r ON r.cid = h.cid AND r.ent = ?
       LEFT JOIN ${quoteIdentifier(pendingChange.name)} p
         ON p.id = r.eid AND p.status = ? AND p.subject = h.ent AND p.subject_id = h.eid
       WHERE h.ent IN (?, ?) AND h.\`at\` > ? AND (h.actor LIKE 'admin:%' OR p.id IS NOT NULL) ORDER BY h.seq`,
    [pendingChange.name, PENDING_CHANGE_STATUS.approved, admin.name, adminGroup.name, at - WAIT_MS],
  );
  return rows.map(({ ent, eid, op, actor, diff, asked_by: requester }) => ({
    entity: ent,
    id: Number(eid),
    op,
    actor: requester === null ? actor : `admin:${requester}`,
    diff: JSON.parse(diff) as PermissionChange['diff'], // Written by the change log.
  }));
}

const PERMISSION_FIELDS = {
  admin: ['id', 'status', 'group_arr', 'delete_time'],
  admin_group: ['id', 'pid', 'rules', 'data_scope', 'status', 'delete_time'],
} as const;

/** The rows of an entity before these changes, deleted ones included. */
async function loadRowsBefore(
  { tx }: HookContext,
  entity: AnyEntity & { readonly name: keyof typeof PERMISSION_FIELDS },
  changes: readonly PermissionChange[],
): Promise<readonly StoredRow[]> {
  const stored = await tx.rows<object>(
    `SELECT ${quoteIdentifiers(PERMISSION_FIELDS[entity.name])} FROM ${quoteIdentifier(entity.name)}`,
  );
  const rows = new Map(stored.map((raw) => decodeRow(entity, raw)).map((row) => [Number(row['id']), row]));
  for (const { entity: changed, id, op, diff } of changes.toReversed()) {
    if (changed !== entity.name) continue;
    const before = Object.fromEntries(Object.entries(diff).map(([name, [value]]) => [name, value]));
    if (op === CHANGE_OPS.created) rows.delete(id);
    else rows.set(id, { ...rows.get(id), ...before, id });
  }
  return [...rows.values()];
}

const isPresent = ({ delete_time: deleted }: StoredRow): boolean => (deleted ?? null) === null;

interface PermissionState {
  readonly groups: RoleGroups;
  readonly admins: readonly StoredRow[];
}
/** Role groups and enabled admins before these changes. */
async function loadPermissionsBefore(
  hook: HookContext,
  changes: readonly PermissionChange[],
): Promise<PermissionState> {
  const groups = (await loadRowsBefore(hook, adminGroup, changes)).filter(isPresent).map(toRoleGroup);
  const admins = await loadRowsBefore(hook, admin, changes);
  return {
    groups: new Map(groups.map((group) => [group.id, group])),
    admins: admins.filter((row) => isPresent(row) && row['status'] === 1),
  };
}
/** Role groups and enabled admins as they are now. */
const loadCurrentPermissions = async (reader: Pick<HookContext, 'find'>): Promise<PermissionState> => ({
  groups: await loadGroups(reader),
  admins: await reader.find(admin.name, { field: 'status', op: '=', value: 1 }),
});
const getGroupIds = (row: StoredRow): readonly number[] => parseIdArray(row['group_arr']);
const getApproverIds = ({ groups, admins }: PermissionState, can: CanApprove): number[] =>
  admins.filter((row) => can(mergeEffectivePermissions(groups, getGroupIds(row)))).map(({ id }) => Number(id));

/** Enabled admins who could approve before these changes, also those who lost the permission since. */
const loadApproversBefore = async (
  hook: HookContext,
  can: CanApprove,
  changes: readonly PermissionChange[],
): Promise<number[]> => getApproverIds(await loadPermissionsBefore(hook, changes), can);

/** Enabled admins whose permissions satisfy the test now: approvers, or people to notify. */
export const findAdminsWhoCan = async (
  reader: Pick<HookContext, 'find'>,
  can: CanApprove,
): Promise<readonly number[]> => getApproverIds(await loadCurrentPermissions(reader), can);

/** The ids of the admins who may approve one request, and of those who could have done so before the waiting time. */
export interface ApproverLists {
  /** Admins who may approve the request now. */
  readonly eligible: readonly number[];
  /** Admins who could have approved it before the waiting time, also those whose account or permissions changed since. */
  readonly established: readonly number[];
}
/** The approvers of a request other than the admins it excludes. */
export async function findApprovers(
  hook: HookContext,
  can: CanApprove,
  excluded: readonly number[],
): Promise<ApproverLists> {
  const changes = await loadRecentChanges(hook);
  const changed = getAccountsChangedByOthers(changes, await loadCredentialChanges(hook));
  const now = new Set(await findAdminsWhoCan(hook, can));
  const established = (await loadApproversBefore(hook, can, changes)).filter((id) => !excluded.includes(id));
  return { established, eligible: established.filter((id) => now.has(id) && !changed.has(id)) };
}

/**
 * The approvers who get a notice of a new request: the eligible ones, or all current ones while none is eligible, since they may become so.
 */
export async function findApproversToNotify(
  hook: HookContext,
  can: CanApprove,
  excluded: readonly number[],
): Promise<readonly number[]> {
  const { eligible } = await findApprovers(hook, can, excluded);
  return eligible.length > 0 ? eligible : (await findAdminsWhoCan(hook, can)).filter((id) => !excluded.includes(id));
}

/** Columns of an admin that decide who can sign in to the account; role groups are not among them. */
const SIGN_IN_FIELDS = ['username', 'email', 'mobile', 'status', 'delete_time'] as const;
const ADDRESSES = ['username', 'email', 'mobile'] as const;
/** Security events of a password or second factor, which the history does not contain. */
const CREDENTIAL_EVENTS = ['password_changed', 'factor_removed'] as const;

interface AccountChange {
  /** The admin whose account it is. */
  readonly id: number;
  /** The other admin who set it up or changed how it signs in. */
  readonly by: number;
}
const toAccountChange = ({ id, actor }: Pick<PermissionChange, 'id' | 'actor'>): AccountChange => ({
  id,
  by: Number(actor.slice('admin:'.length)),
});

async function loadCredentialChanges({ tx, at }: HookContext): Promise<readonly AccountChange[]> {
  const rows = await tx.rows<{ readonly admin_id: number; readonly detail: string }>(
    `SELECT admin_id, detail FROM ${quoteIdentifier(securityEvent.name)} WHERE kind IN (${placeholders(CREDENTIAL_EVENTS.length)})
       AND admin_id IS NOT NULL AND create_time > ?`,
    [...CREDENTIAL_EVENTS, Math.floor((at - WAIT_MS) / 1000)],
  );
  return rows.map(({ admin_id: id, detail }) => {
    const { by_id: by } = JSON.parse(detail) as { readonly by_id?: number }; // Written by `adminHooks`.
    return { id: Number(id), by: by ?? Number(id) };
  });
}

const changesAny = ({ entity, op, diff }: PermissionChange, fields: readonly string[]): boolean =>
  entity === admin.name && (op === CHANGE_OPS.created || fields.some((name) => name in diff));

/** The accounts whose sign-in another admin changed. */
const getAccountsChangedByOthers = (
  changes: readonly PermissionChange[],
  credentials: readonly AccountChange[],
): ReadonlySet<number> => {
  const addresses = changes.filter((change) => changesAny(change, ADDRESSES)).map(toAccountChange);
  return new Set([...addresses, ...credentials].filter(({ id, by }) => by !== id).map(({ id }) => id));
};

/** Admins who gave others permissions in the waiting time, through the account's role groups or through one of these groups. */
async function loadPermissionGrants(
  hook: HookContext,
  changes: readonly PermissionChange[],
): Promise<readonly AccountChange[]> {
  const [before, now] = [await loadPermissionsBefore(hook, changes), await loadCurrentPermissions(hook)];
  const formerPermissions = new Map(
    before.admins.map((row) => [Number(row['id']), mergeEffectivePermissions(before.groups, getGroupIds(row))]),
  );
  const raisedAdmins = now.admins.filter(
    (row) =>
      !includesPermissions(
        formerPermissions.get(Number(row['id'])) ?? NO_PERMISSIONS,
        mergeEffectivePermissions(now.groups, getGroupIds(row)),
      ),
  );
  return raisedAdmins.flatMap((row) => {
    const id = Number(row['id']);
    const chains = getGroupIds(row).flatMap((group) => groupWithAncestors(now.groups, group) ?? []);
    const grantingGroups = new Set(chains.map((group) => group.id));
    const isPermissionGrant = (change: PermissionChange) =>
      change.entity === admin.name ? change.id === id && 'group_arr' in change.diff : grantingGroups.has(change.id);
    return changes.filter(isPermissionGrant).map(({ actor }) => toAccountChange({ id, actor }));
  });
}

/** Every admin who set up the account or gave it permissions in the waiting time, also through other admins. */
function findChangeAuthors(id: number, accountChanges: readonly AccountChange[]): ReadonlySet<number> {
  const found = new Set<number>();
  const unvisitedIds = [id];
  for (let currentId = unvisitedIds.pop(); currentId !== undefined; currentId = unvisitedIds.pop()) {
    for (const { by } of accountChanges.filter(
      (change) => change.id === currentId && change.by !== currentId && !found.has(change.by),
    )) {
      found.add(by);
      unvisitedIds.push(by);
    }
  }
  return found;
}

/**
 * Requires that the acting admin is independent of the requester. Errors: `approval.recent` when another admin set up or changed the acting
 * account, or its permissions, in the waiting time; `approval.related` when the acting admin did so with the requester's, directly or through
 * other admins.
 */
export async function assertIndependentApprover(
  hook: HookContext,
  askedBy: number | null,
  can: CanApprove,
): Promise<void> {
  if (hook.actor.kind !== 'staff') return;
  const self = hook.actor.id;
  const changes = await loadRecentChanges(hook);
  const credentials = await loadCredentialChanges(hook);
  const isChanged = getAccountsChangedByOthers(changes, credentials).has(self);
  if (isChanged || !(await loadApproversBefore(hook, can, changes)).includes(self))
    throw fault('approval.recent', HOURS_PARAMS);
  const accountChanges = changes.filter((change) => changesAny(change, SIGN_IN_FIELDS)).map(toAccountChange);
  const links = [...accountChanges, ...credentials, ...(await loadPermissionGrants(hook, changes))];
  if (askedBy !== null && findChangeAuthors(askedBy, links).has(self)) throw fault('approval.related', HOURS_PARAMS);
}
