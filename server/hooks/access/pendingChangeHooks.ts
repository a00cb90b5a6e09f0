/** Hooks of pending changes of protected settings: the admin who asked cannot decide, and only the approval makes the change. */
import { admin } from '../../../common/entities/admin';
import { adminGroup } from '../../../common/entities/adminGroup';
import { config } from '../../../common/entities/config';
import { PENDING_CHANGE_STATUS, pendingChange } from '../../../common/entities/pendingChange';
import { hasPermission } from '../../../common/entity/access';
import { MATCH_ALL } from '../../../common/entity/filter';
import type { StoredRow } from '../../../common/entity/columns';
import { fault } from '../../../common/protocol/faults';
import { truncate, codePointLength, normalizeForStorage } from '../../../common/text/normalize';
import { assertStepUp } from '../../access/factors/stepUp';
import { defineHooks, ROW_ALREADY_WRITTEN, type StoredOf } from '../../engine/write/context/entityHooks';
import type { HookContext } from '../../engine/write/context/hookContext';
import { findApproversToNotify, assertIndependentApprover } from '../permissions/approvers';
import { lockRow, findRowById } from '../rowLookup';
import { notifyAffected } from '../notifications/notifyAffected';
import { notify } from '../notifications/notify';
import {
  APPROVE_PERMISSION,
  canApproveChange,
  recordLessStrictSetting,
  findPendingChange,
} from '../permissions/protectedSettings';

type PendingChangeRow = StoredOf<typeof pendingChange>;
const PROTECTED_ENTITIES = { config, admin_group: adminGroup, admin } as const;
type ProtectedEntity = keyof typeof PROTECTED_ENTITIES;
/** The protected fields of each entity. */
const FIELDS: Readonly<Record<ProtectedEntity, readonly string[]>> = {
  config: ['value'],
  admin_group: ['require_second_factor', 'pid'],
  admin: ['group_arr'],
};
const TITLES = { config: 'name', admin_group: 'name', admin: 'username' } as const satisfies Record<
  ProtectedEntity,
  string
>;
const MAX_MEMO_LENGTH = 255;
const MAX_NAME_LENGTH = 30;
const isSame = (one: unknown, other: unknown) => JSON.stringify(one ?? null) === JSON.stringify(other ?? null);
const getNoticeGroup = (id: number): string => `change:${id}`;
const getLink = (id: number): string => `/admin/pending_change/${id}`;

/**
 * Action of a protected row that requests approval of one field. An edit that needs no approval is made at once, and the action returns
 * `ROW_ALREADY_WRITTEN`.
 */
export async function requestChange(
  hook: HookContext,
  subject: ProtectedEntity,
  row: StoredRow,
  body: Readonly<Record<string, unknown>>,
): Promise<StoredRow | typeof ROW_ALREADY_WRITTEN> {
  const fields = FIELDS[subject].filter((name) => body[name] !== undefined);
  const [field] = fields;
  if (field === undefined || fields.length > 1) throw fault('request.malformed');
  const value = body[field];
  const id = Number(row['id']);
  const attempt = await hook.savepoint(() => hook.writer.update(PROTECTED_ENTITIES[subject], { id, [field]: value }));
  if ('value' in attempt) return ROW_ALREADY_WRITTEN;
  if (attempt.fault.code !== 'config.second_person') throw attempt.fault;
  if (await findPendingChange(hook, subject, id)) throw fault('config.asked');
  const title = row[TITLES[subject]];
  await hook.asSystem.create(pendingChange, {
    subject,
    subject_id: id,
    field,
    name: typeof title === 'string' ? title : `#${id}`,
    before: row[field] ?? null,
    after: value,
    asked_by: hook.actor.id,
    asked_name: truncate(hook.actor.name, MAX_NAME_LENGTH),
  });
  return {};
}

/** Action of a config item that approves its pending change. */
export async function approvePendingChange(
  hook: HookContext,
  subject: ProtectedEntity,
  id: number,
): Promise<StoredRow> {
  const found = await findPendingChange(hook, subject, id);
  if (found !== undefined) await lockRow(hook, pendingChange.name, Number(found['id']));
  // Reads it again under the lock: another request may have withdrawn it.
  const row = found && (await findPendingChange(hook, subject, id));
  if (row === undefined) throw fault('config.decided');
  const changes = await approve(hook, row as unknown as PendingChangeRow); // A stored row with a narrower type.
  await hook.asSystem.update(pendingChange, { id: Number(row['id']), ...changes });
  return {};
}

export const pendingChangeHooks = defineHooks(pendingChange, {
  afterWrite: async (hook, after, before) => {
    if (before === undefined) await notifyApprovers(hook, after);
    else if (after.status !== before.status) await notifyDecided(hook, after);
  },
  actions: {
    approve,
    refuse: (hook, row, { memo }) => {
      const refusalReason = typeof memo === 'string' ? normalizeForStorage(memo) : '';
      if (codePointLength(refusalReason) > MAX_MEMO_LENGTH)
        throw fault('row.invalid', undefined, {
          fields: [{ path: 'memo', code: 'too_long', params: { max: MAX_MEMO_LENGTH } }],
        });
      assertSecondPerson(hook, row);
      return { ...decisionFields(hook, PENDING_CHANGE_STATUS.refused), answer: refusalReason || null };
    },
    withdraw: (hook, row) => {
      assertPending(row);
      if (hook.actor.id !== row.asked_by) throw fault('access.denied');
      return decisionFields(hook, PENDING_CHANGE_STATUS.withdrawn);
    },
  },
});

function assertPending({ status }: PendingChangeRow): void {
  if (status !== PENDING_CHANGE_STATUS.waiting) throw fault('config.decided');
}
/** The admin who asked, and the admin whose account changes. */
const excludedApprovers = ({ asked_by, subject, subject_id }: PendingChangeRow): readonly number[] => [
  asked_by ?? 0,
  ...(subject === 'admin' ? [Number(subject_id)] : []),
];
function assertSecondPerson(hook: HookContext, row: PendingChangeRow): void {
  if (!hasPermission(hook.actor, APPROVE_PERMISSION)) throw fault('access.denied');
  assertPending(row);
  if (excludedApprovers(row).includes(hook.actor.id)) throw fault('config.same_person');
}
const decisionFields = (
  hook: HookContext,
  status: (typeof PENDING_CHANGE_STATUS)[keyof typeof PENDING_CHANGE_STATUS],
) => ({
  status,
  decided_by: hook.actor.id,
  decided_name: truncate(hook.actor.name, MAX_NAME_LENGTH),
  decided_time: Math.floor(hook.at / 1000),
});

/** Makes the change; refuses it when the setting has changed since the request. */
async function approve(hook: HookContext, row: PendingChangeRow) {
  assertSecondPerson(hook, row);
  await assertIndependentApprover(hook, row.asked_by, canApproveChange);
  await assertStepUp(hook.services, hook.sessionId);
  const [subject, id] = [row.subject, Number(row.subject_id)] as const;
  await lockRow(hook, subject, id);
  const now = await findRowById(hook, subject, id);
  if (now === undefined) throw fault('row.missing');
  if (!isSame(now[row.field], row.before)) throw fault('config.moved');
  const entity = PROTECTED_ENTITIES[subject];
  await hook.asSystem.update(entity, { id, [row.field]: row.after });
  // Observers do not receive the changes that the system makes.
  await notifyAffected(hook, [{ entity, before: now, after: (await findRowById(hook, subject, id)) ?? now }]);
  await recordLessStrictSetting(hook, row, 'approved');
  return decisionFields(hook, PENDING_CHANGE_STATUS.approved);
}

/** Notifies approvers of a new request. */
async function notifyApprovers(hook: HookContext, row: PendingChangeRow): Promise<void> {
  const requester = { ...hook.actor, kind: 'staff', id: row.asked_by ?? 0, name: row.asked_name ?? '' } as const;
  const single = { text: 'change_asked', link: getLink(row.id) } as const;
  for (const id of await findApproversToNotify(hook, canApproveChange, excludedApprovers(row))) {
    const to = { realm: 'admin', id } as const;
    await notify(
      { ...hook, actor: requester },
      { to, kind: 'system', single, params: { title: row.name }, group: getNoticeGroup(row.id) },
    );
  }
}

/** Marks the notices of a decided change as read and notifies the admin who asked. */
async function notifyDecided(hook: HookContext, row: PendingChangeRow): Promise<void> {
  const entity = hook.services.registry.get('notice');
  if (entity !== undefined) {
    const admins = await hook.find('admin', MATCH_ALL);
    const openNotices = await hook.find(entity.name, {
      all: [
        { field: 'recipient_id', op: 'IN', value: admins.map(({ id }) => Number(id)) },
        { field: 'realm', op: '=', value: 'admin' },
        { field: 'group_key', op: '=', value: getNoticeGroup(row.id) },
        { field: 'read_time', op: 'NULL', value: null },
      ],
    });
    for (const { id } of openNotices)
      await hook.asSystem.update(entity, { id: Number(id), read_time: Math.floor(hook.at / 1000) });
  }
  if (row.asked_by === null || row.status === PENDING_CHANGE_STATUS.withdrawn) return;
  const text = row.status === PENDING_CHANGE_STATUS.approved ? 'change_approved' : 'change_refused';
  await notify(asDecidingAdmin(hook, row), {
    to: { realm: 'admin', id: row.asked_by },
    kind: 'system',
    single: { text, link: getLink(row.id) },
    params: { title: row.name, memo: row.answer ?? '' },
  });
}
const asDecidingAdmin = (hook: HookContext, row: PendingChangeRow): HookContext => ({
  ...hook,
  actor: { ...hook.actor, kind: 'staff', id: row.decided_by ?? 0, name: row.decided_name ?? '' },
});
