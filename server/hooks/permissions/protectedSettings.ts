/** Four-eyes approval of protected settings by a second admin: which changes make the installation less safe, and which approval they need. */
import { pendingChange } from '../../../common/entities/pendingChange';
import { securityEvent } from '../../../common/entities/securityEvent';
import { MATCH_ALL } from '../../../common/entity/filter';
import type { Json } from '../../../common/entity/field';
import type { StoredRow } from '../../../common/entity/columns';
import { fault } from '../../../common/protocol/faults';
import { truncate } from '../../../common/text/normalize';
import { ALL_PERMISSIONS } from '../../access/rbac/rbac';
import { assertStepUp } from '../../access/factors/stepUp';
import type { HookContext } from '../../engine/write/context/hookContext';
import { APPROVAL_WAIT_HOURS, findAdminsWhoCan, findApprovers, type CanApprove } from './approvers';
import { assertNotApiToken } from './tokenRules';

/** Permission key of the approving admin. */
export const APPROVE_PERMISSION = 'config/approve';

type IsLessStrict = (before: Json, after: Json) => boolean;
const getNumber = (value: Json): number => (typeof value === 'number' ? value : Number.POSITIVE_INFINITY);
/** From this amount on a confirmation is required; empty means never. */
const isHigherLimit: IsLessStrict = (before, after) => getNumber(after) > getNumber(before);
const isLowerFloor: IsLessStrict = (before, after) => Number(after ?? 0) < Number(before ?? 0);
const STRICTNESS_ORDER: readonly Json[] = ['never', 'adaptive', 'always'];
const isLowerStrictness: IsLessStrict = (before, after) =>
  STRICTNESS_ORDER.indexOf(after) < STRICTNESS_ORDER.indexOf(before);

/** A fresh password suffices for any new value. */
const never: IsLessStrict = () => false;

const PROTECTED_ITEMS: ReadonlyMap<string, IsLessStrict> = new Map([
  ['captcha', isLowerStrictness],
  // A change shows every amount of the site in another currency.
  ['currency', never],
  ['password_min_admin', isLowerFloor],
  ['password_min_member', isLowerFloor],
]);
/** Every numeric setting of the ledger is a limit or a threshold. */
const LEDGER_SETTING = /^ledger_[a-z_]+$/;

/** Tells whether a new value of a config item is less safe; `undefined` for items that are not protected. */
export const findProtectionRule = ({
  name,
  type,
}: {
  readonly name: string;
  readonly type: string;
}): IsLessStrict | undefined =>
  PROTECTED_ITEMS.get(name) ?? (LEDGER_SETTING.test(name) && type === 'integer' ? isHigherLimit : undefined);

/** Whether permissions include `config/approve` or all permissions. */
export const canApproveChange: CanApprove = ({ permissions }) =>
  permissions.has(ALL_PERMISSIONS) || permissions.has(APPROVE_PERMISSION);

export interface ProtectedEdit {
  readonly name: string;
  /** The field that an error refers to. */
  readonly field: string;
  readonly before: Json;
  readonly after: Json;
  readonly isLessStrict: boolean;
  /** The admin whose account changes: it cannot approve the change. */
  readonly targetAdminId?: number;
}
/**
 * Checks an edit of a protected setting: an admin with a fresh password may make it stricter; a less strict value needs the approval of another admin and
 * throws `config.second_person`. When no other admin could have approved for the whole waiting time, the edit is made and recorded as a
 * security event. An admin disabled within the waiting time still counts, with `config.no_approver`; otherwise the requester could disable the
 * second person first.
 */
export async function assertProtectedEdit(hook: HookContext, edit: ProtectedEdit): Promise<void> {
  if (hook.actor.kind !== 'staff') return;
  assertNotApiToken(hook);
  await assertStepUp(hook.services, hook.sessionId);
  if (!edit.isLessStrict) return;
  // Prevents that an admin is disabled or loses the permission while this check finds that no other admin can approve.
  await hook.withLock('rights');
  const excluded = [hook.actor.id, ...(edit.targetAdminId === undefined ? [] : [edit.targetAdminId])];
  if ((await findApprovers(hook, canApproveChange, excluded)).established.length > 0) {
    const fields = [{ path: edit.field, code: 'second_person' }] as const;
    const presentApprovers = (await findAdminsWhoCan(hook, canApproveChange)).filter((id) => !excluded.includes(id));
    if (presentApprovers.length === 0) throw fault('config.no_approver', { hours: APPROVAL_WAIT_HOURS }, { fields });
    throw fault('config.second_person', undefined, { fields, data: { secondPerson: true } });
  }
  await recordLessStrictSetting(hook, edit, 'alone');
}

/** Records a less strict setting as a security event, for direct and approved edits. */
export async function recordLessStrictSetting(
  hook: HookContext,
  { name, before, after }: Pick<ProtectedEdit, 'name' | 'before' | 'after'>,
  way: 'alone' | 'approved',
): Promise<void> {
  await hook.asSystem.create(securityEvent, {
    kind: 'protected_setting',
    admin_id: hook.actor.id,
    name: truncate(hook.actor.name, 30),
    ip: hook.ip.slice(0, 45),
    useragent: truncate(hook.userAgent, 255),
    detail: { name, before, after, way },
  });
}

/** The ids of the role groups that require a second factor, by themselves or through a parent; `changed` replaces its stored row. */
export async function groupsRequiringFactor(hook: HookContext, changed?: StoredRow): Promise<ReadonlySet<number>> {
  const rows = new Map((await hook.find('admin_group', MATCH_ALL)).map((row) => [Number(row['id']), row]));
  if (changed) rows.set(Number(changed['id']), changed);
  const requiresFactor = (id: number): boolean => {
    const visitedIds = new Set<number>();
    for (
      let group = rows.get(id);
      group !== undefined && !visitedIds.has(Number(group['id']));
      group = rows.get(Number(group['pid'] ?? 0))
    ) {
      if (group['require_second_factor'] === 1) return true;
      visitedIds.add(Number(group['id']));
    }
    return false;
  };
  return new Set([...rows.keys()].filter(requiresFactor));
}

/** The pending change of a row; undefined when there is none. */
export async function findPendingChange(
  hook: HookContext,
  subject: string,
  id: number,
): Promise<StoredRow | undefined> {
  const same = { subject, subject_id: id, status: 0 };
  const all = Object.entries(same).map(([field, value]) => ({ field, op: '=', value }) as const);
  return (await hook.find(pendingChange.name, { all }))[0];
}
