/**
 * Hooks of role groups: no actor grants more than it holds, a group holds at most what its parent holds, and one super admin always
 * remains. A role group that admins belong to cannot be deleted: see `assertNotReferenced`.
 */
import { adminGroup } from '../../../common/entities/adminGroup';
import type { StoredRow } from '../../../common/entity/columns';
import { LANGUAGES } from '../../../common/lang';
import { translate } from '../../../common/locales/translate';
import { fault, type Fault } from '../../../common/protocol/faults';
import {
  ALL_PERMISSIONS,
  fitsWithinParent,
  canSaveGroup,
  isDescendantOf,
  type RoleGroups,
} from '../../access/rbac/rbac';
import { defineHooks, isRestored, type StoredOf } from '../../engine/write/context/entityHooks';
import type { HookContext } from '../../engine/write/context/hookContext';
import { countSuperAdmins, loadGrantor, toRoleGroup, loadGroups } from '../permissions/roleGroups';
import { requestChange } from './pendingChangeHooks';
import { assertProtectedEdit, groupsRequiringFactor } from '../permissions/protectedSettings';
import { assertNotApiToken } from '../permissions/tokenRules';

type Group = StoredOf<typeof adminGroup>;

export const adminGroupHooks = defineHooks(adminGroup, {
  beforeWrite: async (hook, changes, before) => {
    assertNotApiToken(hook);
    const normalized = changes.rules ? { ...changes, rules: distinctRules(changes.rules) } : changes;
    await hook.withLock('rights');
    // A restored group is checked in `afterWrite`, when the transaction has confirmed that its parent exists.
    if (!isRestored(before)) await assertCanSaveGroup(hook, normalized, before);
    if (before && !isRestored(before)) await requireApprovalToDropSecondFactor(hook, normalized, before);
    return normalized;
  },
  actions: {
    ask: (hook, row, body) => requestChange(hook, 'admin_group', row as unknown as StoredRow, body), // The columns of the row.
  },
  beforeRemove: assertCanRemove,
  beforePurge: assertCanRemove,
  afterWrite: async (hook, after, before) => {
    if (isRestored(before) && after.delete_time === null) {
      await hook.withLock('rights');
      await assertCanSaveGroup(hook, { rules: after.rules }, after);
    }
    if (before?.rules.includes(ALL_PERMISSIONS) && before.status === 1 && (await countSuperAdmins(hook)) === 0) {
      throw fault('access.last_super');
    }
  },
});

async function assertCanRemove(hook: HookContext, row: Group): Promise<void> {
  assertNotApiToken(hook);
  await hook.withLock('rights');
  await assertCanSaveGroup(hook, {}, row);
}

/** Requires approval when the group or a group below it no longer requires a second factor, through its own switch or another parent. */
async function requireApprovalToDropSecondFactor(
  hook: HookContext,
  changes: Partial<Group>,
  before: Group,
): Promise<void> {
  if (changes.require_second_factor === undefined && changes.pid === undefined) return;
  const stored = before as unknown as StoredRow; // The columns of the row.
  const after = { ...stored, ...changes } as unknown as StoredRow;
  const isLessStrict =
    (await groupsRequiringFactor(hook)).has(before.id) && !(await groupsRequiringFactor(hook, after)).has(before.id);
  const isOwnSwitch = changes.require_second_factor !== undefined;
  if (!isOwnSwitch && !isLessStrict) return;
  const field = isOwnSwitch ? 'require_second_factor' : 'pid';
  const values = { before: before[field], after: changes[field] ?? null };
  await assertProtectedEdit(hook, { name: before.name, field, ...values, isLessStrict });
}

const distinctRules = (rules: readonly string[]) => [...new Set(rules.map((rule) => rule.toLowerCase()))];
const beyondFault = (path: string): Fault =>
  fault('access.beyond', undefined, { fields: [{ path, code: 'beyond_rights' }] });
const beyondParentFault = (): Fault => {
  const [en = '', zh = ''] = LANGUAGES.map((lang) => translate(lang, 'faults.access.beyond_parent'));
  const message = { en, 'zh-cn': zh };
  return fault('access.beyond_parent', undefined, { fields: [{ path: 'rules', code: 'beyond_rights', message }] });
};

async function assertCanSaveGroup(
  hook: HookContext,
  changes: Partial<Group>,
  before: Group | undefined,
): Promise<void> {
  const stored = before && toRoleGroup(before); // A stored row with a narrower type.
  const after = toRoleGroup({ status: 1, ...before, ...changes });
  const groups = await loadGroups(hook, stored);
  const grantor = await loadGrantor(hook, groups);
  if (!canSaveGroup(groups, grantor, after, stored)) throw beyondFault(offendingField(changes));
  if (before !== undefined) assertNotBelowItself(groups, changes.pid, before.id);
  // Checks the permissions only when they or the parent change: the parent may have lost some since.
  const mayWiden = changes.rules !== undefined || changes.pid !== undefined;
  if (mayWiden && !fitsWithinParent(groups, after)) throw beyondParentFault();
}
/** A group below itself has no parent to compare it with. */
function assertNotBelowItself(groups: RoleGroups, pid: number | null | undefined, id: number): void {
  if (pid === undefined || pid === null) return;
  const code = pid === id ? 'self_parent' : isDescendantOf(groups, pid, [id]) ? 'child_parent' : undefined;
  if (code !== undefined) throw fault('row.invalid', undefined, { fields: [{ path: 'pid', code }] });
}
function offendingField({ rules, pid, data_scope }: Partial<Group>): string {
  if (rules !== undefined) return 'rules';
  return pid !== undefined ? 'pid' : data_scope !== undefined ? 'data_scope' : 'rules';
}
