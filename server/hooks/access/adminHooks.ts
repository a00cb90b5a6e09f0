/**
 * Hooks of admins: passwords are stored as hashes, no admin manages or creates an admin with more permissions than its own, and one super
 * admin always remains.
 */
import { admin } from '../../../common/entities/admin';
import { fault } from '../../../common/protocol/faults';
import { truncate } from '../../../common/text/normalize';
import { removeFactors } from '../../access/factors/factorStore';
import {
  ALL_PERMISSIONS,
  exceedsPermissions,
  mergeEffectivePermissions,
  canAssignGroups,
} from '../../access/rbac/rbac';
import type { StoredRow } from '../../../common/entity/columns';
import { defineHooks, isRestored, type EntityHookSet, type StoredOf } from '../../engine/write/context/entityHooks';
import type { HookContext } from '../../engine/write/context/hookContext';
import type { Tx } from '../../context';
import { countSuperAdmins, loadGrantor, parseIdArray, loadGroups } from '../permissions/roleGroups';
import { notify } from '../notifications/notify';
import { assertPassword } from './assertPassword';
import { requestChange } from './pendingChangeHooks';
import { assertProtectedEdit, groupsRequiringFactor } from '../permissions/protectedSettings';
import { assertNotApiToken } from '../permissions/tokenRules';

export interface AccountHookOptions {
  readonly hashPassword: (plain: string) => Promise<string>;
  /**
   * Ends the sessions of an account, except one, inside the transaction that changes the password or the access; resolves with their
   * number.
   */
  readonly endSessions?: (
    tx: Tx,
    realm: 'admin' | 'member',
    id: number,
    now: number,
    endOptions: {
      readonly reason: 'password' | 'address' | 'disabled' | 'staff';
      readonly exceptSessionId?: string | undefined;
    },
  ) => Promise<number>;
}
type Admin = StoredOf<typeof admin>;

export const adminHooks = ({ hashPassword, endSessions }: AccountHookOptions): EntityHookSet =>
  defineHooks(admin, {
    beforeWrite: async (hook, changes, before) => {
      assertNotApiToken(hook);
      assertPassword(hook, 'admin', changes, before);
      const { password } = changes;
      const stored = typeof password === 'string' ? { ...changes, password: await hashPassword(password) } : changes;
      await assertCanWriteAdmin(hook, changes, before);
      if (before && !isRestored(before)) await requireApprovalToDropSecondFactor(hook, changes, before);
      return stored;
    },
    actions: {
      ask: (hook, row, body) => requestChange(hook, 'admin', row as unknown as StoredRow, body), // The columns of the row.
      revoke: async (hook, row) => {
        await assertCanManageOther(hook, row);
        await endSessions?.(hook.tx, 'admin', row.id, hook.services.clock.now(), { reason: 'staff' });
        await reportToOwner(hook, row, 'sessions_ended');
        return {};
      },
      remove_factor: async (hook, row) => {
        await assertCanManageOther(hook, row);
        if ((await removeFactors(hook.tx, { realm: 'admin', id: row.id })) === 0) throw fault('row.no_factor');
        await endSessions?.(hook.tx, 'admin', row.id, hook.services.clock.now(), { reason: 'staff' });
        await reportToOwner(hook, row, 'factor_removed');
        return {};
      },
    },
    beforeRemove: assertCanManageOther,
    beforePurge: assertCanManageOther,
    afterWrite: async (hook, after, before) => {
      if (before === undefined) return;
      if (before.delete_time !== null && after.delete_time === null) {
        // A restored admin stays disabled until another admin enables it.
        if (after.status === 1) await hook.asSystem.update(admin, { id: after.id, status: 0 });
        return;
      }
      if (isDisabledOrDeleted(after) || after.group_arr !== before.group_arr) await assertSuperAdminLeft(hook, before);
      const mustSignOut = isDisabledOrDeleted(after) || after.password !== before.password;
      const endOptions = {
        reason: isDisabledOrDeleted(after) ? 'disabled' : 'password',
        exceptSessionId: currentSessionToKeep(hook, after),
      } as const;
      if (after.password !== before.password) await recordPasswordChange(hook, after);
      if (mustSignOut) await endSessions?.(hook.tx, 'admin', after.id, hook.services.clock.now(), endOptions);
    },
  });

/** Requires approval when an admin leaves the last of its role groups that require a second factor. */
async function requireApprovalToDropSecondFactor(
  hook: HookContext,
  { group_arr: next }: Partial<Admin>,
  before: Admin,
): Promise<void> {
  if (next === undefined) return;
  const strict = await groupsRequiringFactor(hook);
  const isDemanded = (ids: Admin['group_arr']) => parseIdArray(ids).some((id) => strict.has(id));
  if (!isDemanded(before.group_arr) || isDemanded(next)) return;
  const edit = { name: before.username, field: 'group_arr', before: before.group_arr, after: next };
  await assertProtectedEdit(hook, { ...edit, isLessStrict: true, targetAdminId: before.id });
}

const isDisabledOrDeleted = (row: Admin) => row.status !== 1 || row.delete_time !== null;
const isSelf = ({ actor }: HookContext, row: Admin) => actor.kind === 'staff' && actor.id === row.id;
/** The session that stays open: an admin who changes its own password is signed out everywhere else. */
const currentSessionToKeep = (hook: HookContext, row: Admin): string | undefined =>
  isSelf(hook, row) && !isDisabledOrDeleted(row) ? hook.sessionId : undefined;

/** Requires that the actor may manage the other account; the profile routes change the actor's own account. */
async function assertCanManageOther(hook: HookContext, row: Admin): Promise<void> {
  assertNotApiToken(hook);
  if (isSelf(hook, row)) throw fault('access.self');
  await assertCanWriteAdmin(hook, {}, row);
}

/** Records a security event, notifies the account's owner, and reloads the permissions of the account's open screens. */
async function reportToOwner(
  hook: HookContext,
  { id, username }: Admin,
  kind: 'sessions_ended' | 'factor_removed',
): Promise<void> {
  const event = hook.services.registry.get('security_event');
  const noted = { kind, name: username, admin_id: id, ip: hook.ip.slice(0, 45), useragent: hook.userAgent };
  if (event) await hook.asSystem.create(event, { ...noted, detail: { by: hook.actor.name, by_id: hook.actor.id } });
  const single = { text: kind, link: '/admin/profile' } as const;
  await notify(hook, { to: { realm: 'admin', id }, kind: 'security', single, group: `security:${kind}` });
  await hook.services.live.sessionsEnded?.(hook.tx, `admin:${id}`);
}

/** A password that another admin sets is a security event of the account. */
async function recordPasswordChange(hook: HookContext, { id, username }: Admin): Promise<void> {
  const event = hook.services.registry.get('security_event');
  if (event === undefined || hook.actor.kind !== 'staff' || hook.actor.id === id) return;
  const origin = { ip: hook.ip.slice(0, 45), useragent: truncate(hook.userAgent, 255) };
  const detail = { by: hook.actor.name, by_id: hook.actor.id };
  await hook.asSystem.create(event, { kind: 'password_changed', name: username, admin_id: id, ...origin, detail });
}

/** An admin manages only admins with fewer permissions, and grants only its own groups or groups below them. */
async function assertCanWriteAdmin(
  hook: HookContext,
  changes: Partial<Admin>,
  before: Admin | undefined,
): Promise<void> {
  const self = before !== undefined && isSelf(hook, before);
  if (self && changes.status === 0) throw fault('access.self');
  await hook.withLock('rights');
  const groups = await loadGroups(hook);
  const grantor = await loadGrantor(hook, groups);
  if (
    before &&
    !self &&
    !exceedsPermissions(grantor, mergeEffectivePermissions(groups, parseIdArray(before.group_arr)))
  )
    throw fault('access.beyond');
  if (changes.group_arr === undefined) return;
  if (!canAssignGroups(groups, grantor, changes.group_arr))
    throw fault('access.beyond', undefined, { fields: [{ path: 'group_arr', code: 'beyond_rights' }] });
  if (self) throw fault('access.self');
}

async function assertSuperAdminLeft(hook: HookContext, before: Admin): Promise<void> {
  const groups = await loadGroups(hook);
  const wasSuper = mergeEffectivePermissions(groups, parseIdArray(before.group_arr)).permissions.has(ALL_PERMISSIONS);
  if (wasSuper && (await countSuperAdmins(hook)) === 0) throw fault('access.last_super');
}
