/** Notification rules: observers that derive notices from the changes of a transaction, for all entities. */
import { admin } from '../../../common/entities/admin';
import { adminGroup } from '../../../common/entities/adminGroup';
import type { AnyEntity } from '../../../common/entity/entity';
import { MATCH_ALL, type Filter } from '../../../common/entity/filter';
import type { StoredRow } from '../../../common/entity/columns';
import { permissionKey } from '../../../common/entity/permissionKeys';
import type { NoticeTextKey } from '../../../common/notices';
import { isFailedOrUnknown, isFinished } from '../../../common/terminal';
import type { ChangeObserver, AppliedChange } from '../../engine/write/context/hookRegistry';
import {
  ALL_PERMISSIONS,
  computeEffectivePermissions,
  mergeEffectivePermissions,
  NO_PERMISSIONS,
  type EffectivePermissions,
  type RoleGroups,
} from '../../access/rbac/rbac';
import { actorKey } from '../../engine/write/context/actorKey';
import { isEqualValue } from '../../engine/write/stages/merge';
import type { HookContext } from '../../engine/write/context/hookContext';
import { findAdminsWhoCan } from '../permissions/approvers';
import { toRoleGroup, parseIdArray, loadGroups } from '../permissions/roleGroups';
import { canApproveBooking } from '../permissions/bookingPermissions';
import { createRequestNotifications } from './requestNotifications';
import { noticeTitle } from './noticeTitle';
import { mergeNotifications, notify, type Notification } from './notify';
import { canApproveChange } from '../permissions/protectedSettings';

type NotificationRule = (
  hook: HookContext,
  applied: readonly AppliedChange[],
) => Promise<readonly Notification[]> | readonly Notification[];

/** Notifies all people affected by a transaction. */
export const notifyAffected: ChangeObserver = async (hook, applied) => {
  if (hook.services.registry.get('notice') === undefined) return;
  const notifications: Notification[] = [];
  for (const applyRule of NOTIFICATION_RULES) notifications.push(...(await applyRule(hook, applied)));
  for (const notification of mergeNotifications(notifications)) await notify(hook, notification);
};

const isActedByPerson = ({ actor }: HookContext): boolean => actor.kind === 'staff' || actor.kind === 'member';
const isActingAdmin = ({ actor }: HookContext, id: unknown): boolean => actor.kind === 'staff' && actor.id === id;
const hasChanged = (before: StoredRow, after: StoredRow, names: readonly string[]): boolean =>
  names.some((name) => !isEqualValue(before[name], after[name]));
const isDeleted = (row: StoredRow | undefined): boolean => (row?.['delete_time'] ?? null) !== null;

const PLURAL_TEXTS = {
  record_given: 'records_given',
  record_changed: 'records_changed',
  record_removed: 'records_removed',
  record_restored: 'records_restored',
} as const satisfies Partial<Record<NoticeTextKey, NoticeTextKey>>;

function getRecordEvent({ entity, after, before }: AppliedChange): keyof typeof PLURAL_TEXTS {
  const owner = entity.spec.owner ?? '';
  if (before === undefined || before[owner] !== after[owner]) return 'record_given';
  if (isDeleted(after) === isDeleted(before)) return 'record_changed';
  return isDeleted(after) ? 'record_removed' : 'record_restored';
}

/** Notifies the owner of a row that another actor changed, if the owner may still list such rows. */
const ownedRecords: NotificationRule = async (hook, applied) => {
  if (!isActedByPerson(hook)) return [];
  const touched = applied.filter(({ entity: { spec }, after }) => {
    const owner = spec.owner !== undefined && spec.base !== 'log' ? after[spec.owner] : undefined;
    return typeof owner === 'number' && !isActingAdmin(hook, owner);
  });
  if (touched.length === 0) return [];
  const getOwner = ({ entity, after }: AppliedChange) => Number(after[entity.spec.owner ?? '']);
  const canList = await loadReaders(hook, touched.map(getOwner));
  return touched
    .filter((change) => canList(getOwner(change), change.entity))
    .map((change) => ownerNotification(hook, change, getOwner(change)));
};

function ownerNotification(hook: HookContext, applied: AppliedChange, owner: number): Notification {
  const { entity, after } = applied;
  const text = getRecordEvent(applied);
  const id = String(Number(after['id']));
  const list = `/admin/${entity.name}`;
  return {
    to: { realm: 'admin', id: owner },
    kind: 'record_changed',
    single: { text, link: isDeleted(after) ? list : `${list}/${id}` },
    plural: { text: PLURAL_TEXTS[text], link: list },
    params: { entity: entity.name, title: noticeTitle(entity, after) },
    group: `${text}:${entity.name}:${actorKey(hook.actor)}`,
    items: [id],
  };
}

/** Rows that each of these admins may list, by the permissions that this transaction sees. */
async function loadReaders(hook: HookContext, ids: readonly number[]) {
  const admins = await hook.find('admin', enabled({ field: 'id', op: 'IN', value: [...new Set(ids)] }));
  const groups = await loadGroups(hook);
  const permissions = new Map(
    admins.map((row) => [
      Number(row['id']),
      mergeEffectivePermissions(groups, parseIdArray(row['group_arr'])).permissions,
    ]),
  );
  return (id: number, entity: AnyEntity): boolean =>
    permissions.get(id)?.has(ALL_PERMISSIONS) === true ||
    permissions.get(id)?.has(permissionKey(entity, 'index')) === true;
}
const enabled = (filter: Filter): Filter => ({ all: [filter, { field: 'status', op: '=', value: 1 }] });

const PERMISSION_FIELDS = ['rules', 'status', 'data_scope', 'pid', 'delete_time'];

/** Notifies the admins of a role group whose permissions changed. */
const changedRoleGroups: NotificationRule = async (hook, applied) => {
  const changed = applied.filter(
    ({ entity, after, before }) =>
      entity.name === 'admin_group' && before !== undefined && hasChanged(before, after, PERMISSION_FIELDS),
  );
  if (changed.length === 0 || !isActedByPerson(hook)) return [];
  const perGroup = await Promise.all(changed.map((change) => roleGroupNotifications(hook, change)));
  return perGroup.flat();
};

async function roleGroupNotifications(
  hook: HookContext,
  { entity, after }: AppliedChange,
): Promise<readonly Notification[]> {
  const id = Number(after['id']);
  const admins = await hook.find('admin', enabled({ field: 'group_arr', op: 'FIND_IN_SET', value: id }));
  return admins
    .filter((row) => !isActingAdmin(hook, row['id']))
    .map((row) => ({
      to: { realm: 'admin', id: Number(row['id']) },
      kind: 'role_changed',
      single: { text: 'role_changed' },
      params: { title: noticeTitle(entity, after) },
      group: `role:${id}`,
      items: [String(id)],
    }));
}

/** The permissions to approve requests, with the texts about an admin and about a role group that gains one. */
const APPROVAL_PERMISSIONS = [
  { can: canApproveChange, admin: 'approver_added', admin_group: 'approvers_added' },
  { can: canApproveBooking('money'), admin: 'booking_approver_added', admin_group: 'booking_approvers_added' },
  { can: canApproveBooking('score'), admin: 'booking_approver_added', admin_group: 'booking_approvers_added' },
] as const;

/** The effective permissions of an admin or a role group before and after a transaction. */
interface PermissionChange {
  readonly entity: typeof admin | typeof adminGroup;
  readonly row: StoredRow;
  readonly before: EffectivePermissions;
  readonly after: EffectivePermissions;
}

/** Notifies the other approvers of each admin and each role group that gains a permission to approve, also through a parent group. */
const newApprovers: NotificationRule = async (hook, applied) => {
  const changed = applied.filter(({ entity }) => entity.name === admin.name || entity.name === adminGroup.name);
  if (changed.length === 0 || hook.actor.kind !== 'staff') return [];
  const rows = await hook.find(adminGroup.name, MATCH_ALL);
  const now = new Map(rows.map((row) => [Number(row['id']), toRoleGroup(row)]));
  const changes = [...adminChanges(changed, now), ...groupChanges(changed, now, rows)];
  const perPermission = await Promise.all(
    APPROVAL_PERMISSIONS.map(async ({ can, ...texts }) => {
      const added = changes.filter(({ before, after }) => can(after) && !can(before));
      if (added.length === 0) return [];
      const approvers = (await findAdminsWhoCan(hook, can)).filter((id) => !isActingAdmin(hook, id));
      return added.flatMap((change) =>
        approvers.flatMap((id) => newApproverNotification(change, texts[change.entity.name], id)),
      );
    }),
  );
  return perPermission.flat();
};

function adminChanges(changed: readonly AppliedChange[], groups: RoleGroups): readonly PermissionChange[] {
  const permissionsIn = (row: StoredRow | undefined): EffectivePermissions =>
    row === undefined || isDeleted(row) || row['status'] !== 1
      ? NO_PERMISSIONS
      : mergeEffectivePermissions(groups, parseIdArray(row['group_arr']));
  return changed
    .filter(({ entity }) => entity.name === admin.name)
    .map(({ after, before }) => ({
      entity: admin,
      row: after,
      before: permissionsIn(before),
      after: permissionsIn(after),
    }));
}

/** All role groups: a changed group also changes the permissions of the groups below it. */
function groupChanges(
  changed: readonly AppliedChange[],
  now: RoleGroups,
  rows: readonly StoredRow[],
): readonly PermissionChange[] {
  const earlier = new Map(now);
  for (const { entity, after, before } of changed.toReversed()) {
    if (entity.name !== adminGroup.name) continue;
    if (before === undefined || isDeleted(before)) earlier.delete(Number(after['id']));
    else earlier.set(Number(after['id']), toRoleGroup(before));
  }
  return rows.map((row) => {
    const id = Number(row['id']);
    return {
      entity: adminGroup,
      row,
      before: computeEffectivePermissions(earlier, id),
      after: computeEffectivePermissions(now, id),
    };
  });
}

function newApproverNotification(
  { entity, row }: PermissionChange,
  text: NoticeTextKey,
  to: number,
): readonly Notification[] {
  const id = Number(row['id']);
  if (entity.name === admin.name && id === to) return [];
  return [
    {
      to: { realm: 'admin', id: to },
      kind: 'security',
      single: { text, link: `/admin/${entity.name}/${id}` },
      params: { title: noticeTitle(entity, row) },
      group: `${text}:${id}`,
    },
  ];
}

/** Path of a person's own profile. */
const OWN_PROFILE = { admin: '/admin/profile', member: '/user/profile' } as const;
const OWN_DATA = ['username', 'nickname', 'avatar', 'email', 'mobile', 'motto', 'password', 'gender', 'birthday'];
const ACCOUNTS = { admin: 'admin', user: 'member' } as const;
const isAccount = (name: string): name is keyof typeof ACCOUNTS => Object.hasOwn(ACCOUNTS, name);

/** Notifies people of changes to their account by others, unless they can no longer sign in. */
const changedAccounts: NotificationRule = (hook, applied) =>
  isActedByPerson(hook) ? applied.flatMap((change) => accountNotification(hook, change) ?? []) : [];

function accountNotification(hook: HookContext, { entity, after, before }: AppliedChange): Notification | undefined {
  if (!isAccount(entity.name) || before === undefined || isDeleted(after) || after['status'] !== 1) return undefined;
  const realm = ACCOUNTS[entity.name];
  const id = Number(after['id']);
  if (hook.actor.id === id && (hook.actor.kind === 'staff') === (realm === 'admin')) return undefined;
  const by = actorKey(hook.actor);
  if (hasChanged(before, after, ['group_arr']))
    return {
      to: { realm, id },
      kind: 'role_changed',
      single: { text: 'role_given', link: OWN_PROFILE[realm] },
      group: `role_given:${by}`,
    };
  if (!hasChanged(before, after, OWN_DATA)) return undefined;
  return {
    to: { realm, id },
    kind: 'account',
    single: { text: 'account_changed', link: OWN_PROFILE[realm] },
    group: `account:${by}`,
  };
}

const SECURITY = [
  ...(['new_device', 'many_failures', 'refresh_reuse', 'password_changed'] as const),
  ...(['factor_enrolled', 'factor_removed', 'recovery_used', 'factor_failures'] as const),
  ...(['address_changed', 'support_sign_in'] as const),
] as const satisfies NoticeTextKey[];

/** Notifies people of security events of their account. */
const securityEvents: NotificationRule = (_hook, applied) =>
  applied
    .filter(({ entity, before }) => entity.name === 'security_event' && before === undefined)
    .flatMap(({ after }) => securityNotification(after) ?? []);

function securityNotification(event: StoredRow): Notification | undefined {
  const text = SECURITY.find((known) => known === event['kind']);
  const [admin, member] = [Number(event['admin_id'] ?? 0), Number(event['user_id'] ?? 0)];
  if (text === undefined || (admin === 0 && member === 0)) return undefined;
  const to = admin > 0 ? ({ realm: 'admin', id: admin } as const) : ({ realm: 'member', id: member } as const);
  return { to, kind: 'security', single: { text, link: OWN_PROFILE[to.realm] }, group: `security:${text}` };
}

/** Notifies the admin who started a terminal task of its end. */
const endedTasks: NotificationRule = (_hook, applied) =>
  applied.filter(({ entity }) => entity.name === 'terminal_task').flatMap((change) => taskNotification(change) ?? []);

function taskNotification({ after, before }: AppliedChange): Notification | undefined {
  const status = Number(after['status']);
  const { admin_id: starter, uuid, command } = after;
  const id = Number(starter ?? 0);
  if (typeof uuid !== 'string' || typeof command !== 'string') return undefined;
  if (before === undefined || before['status'] === status || !isFinished(status) || id === 0) return undefined;
  return {
    to: { realm: 'admin', id },
    kind: 'task_ended',
    single: { text: isFailedOrUnknown(status) ? 'task_failed' : 'task_done', link: `/admin/terminal?task=${uuid}` },
    params: { title: command },
    group: `task:${uuid}`,
    items: [`${uuid}:${Number(after['attempt'])}`],
  };
}

const NOTIFICATION_RULES: readonly NotificationRule[] = [
  ownedRecords,
  changedRoleGroups,
  changedAccounts,
  newApprovers,
  securityEvents,
  endedTasks,
  createRequestNotifications,
];
