/**
 * Hooks of members: passwords are stored as hashes; a member who is disabled, deleted or gets another password, email or mobile number is
 * signed out everywhere.
 */
import { securityEvent } from '../../../common/entities/securityEvent';
import { user } from '../../../common/entities/user';
import { truncate } from '../../../common/text/normalize';
import { removeFactors } from '../../access/factors/factorStore';
import { fault } from '../../../common/protocol/faults';
import { defineHooks, type EntityHookSet, type StoredOf } from '../../engine/write/context/entityHooks';
import type { HookContext } from '../../engine/write/context/hookContext';
import type { AccountHookOptions } from './adminHooks';
import { assertDeletionAllowed } from '../ledger/deletionGuard';
import { requestDeletion, requestBooking } from '../ledger/pendingBookingHooks';
import { notify } from '../notifications/notify';
import { recordSupportAccess } from '../notifications/supportAccess';
import { sendDirectNotice } from '../notifications/sendDirectNotice';
import { assertPassword } from './assertPassword';
import { findCredentialChange, sendContactChangeMail } from '../notifications/contactChangeMail';

type Member = StoredOf<typeof user>;

export const userHooks = ({ hashPassword, endSessions }: AccountHookOptions): EntityHookSet =>
  defineHooks(user, {
    actions: {
      ask_second: (hook, row, input) => requestBooking(hook, row, input),
      ask_delete: (hook, row, input) => requestDeletion(hook, row, input),
      send_notice: (hook, row, input) => sendDirectNotice(hook, row.id, input['text']),
      // The route that runs this action opens the support session.
      support: (hook, row, { reason }) => recordSupportAccess(hook, row, reason),
      remove_factor: async (hook, row) => {
        if ((await removeFactors(hook.tx, { realm: 'member', id: row.id })) === 0) throw fault('row.no_factor');
        await recordFactorRemoval(hook, row);
        await endSessions?.(hook.tx, 'member', row.id, hook.services.clock.now(), { reason: 'staff' });
        await hook.services.live.sessionsEnded?.(hook.tx, `member:${row.id}`);
        return {};
      },
    },
    auditedInputs: { support: ['reason'] },
    beforeBulkRemove: assertDeletionAllowed,
    beforeWrite: async (hook, changes, before) => {
      assertPassword(hook, 'member', changes, before);
      assertBirthday(hook, changes.birthday);
      const { password } = changes;
      return typeof password === 'string' ? { ...changes, password: await hashPassword(password) } : changes;
    },
    afterWrite: async (hook, after, before) => {
      if (before === undefined) return;
      const changed = findCredentialChange(after, before);
      if (changed) await sendContactChangeMail(hook, changed, before);
      const isDisabledOrDeleted = after.status !== 1 || after.delete_time !== null;
      const reason = isDisabledOrDeleted ? 'disabled' : changed === 'password_changed' ? 'password' : 'address';
      if (changed || isDisabledOrDeleted) await endMemberSessions(hook, after, reason, endSessions);
    },
  });

/** Records the removal, and notifies the member. */
async function recordFactorRemoval(hook: HookContext, { id, username }: Member): Promise<void> {
  await hook.asSystem.create(securityEvent, {
    kind: 'factor_removed',
    name: username,
    user_id: id,
    ip: hook.ip.slice(0, 45),
    useragent: truncate(hook.userAgent, 255),
    detail: { by: hook.actor.name, by_id: hook.actor.id },
  });
  const single = { text: 'factor_removed', link: '/user/changePassword' } as const;
  await notify(hook, { to: { realm: 'member', id }, kind: 'security', single, group: 'security:factor_removed' });
}

/** UTC+14, the earliest time zone: a birthday cannot be after today's date there. */
const EARLIEST_ZONE_MS = 14 * 3_600_000;
const EARLIEST_BIRTHDAY = '1900-01-01';
function assertBirthday({ services }: HookContext, birthday: string | null | undefined): void {
  const latest = new Date(services.clock.now() + EARLIEST_ZONE_MS).toISOString().slice(0, 10);
  if (typeof birthday === 'string' && birthday < EARLIEST_BIRTHDAY)
    throw fault('row.invalid', undefined, {
      fields: [{ path: 'birthday', code: 'too_early', params: { min: EARLIEST_BIRTHDAY } }],
    });
  if (typeof birthday === 'string' && birthday > latest)
    throw fault('row.invalid', undefined, { fields: [{ path: 'birthday', code: 'to_come' }] });
}

/** Ends the sessions and closes their sockets. The hook does this because no column of the row shows a changed password to the live hub. */
async function endMemberSessions(
  hook: HookContext,
  { id, status }: Member,
  reason: 'password' | 'address' | 'disabled',
  endSessions: AccountHookOptions['endSessions'],
): Promise<void> {
  const own = hook.actor.kind === 'member' && hook.actor.id === id && status === 1;
  const currentSessionToKeep = own ? hook.sessionId : undefined;
  const ended =
    (await endSessions?.(hook.tx, 'member', id, hook.services.clock.now(), {
      reason,
      exceptSessionId: currentSessionToKeep,
    })) ?? 0;
  if (ended > 0) await hook.services.live.sessionsEnded?.(hook.tx, `member:${id}`);
}
