/** Members: passwords are kept as hashes; who loses access, or is opened by something else than before, is signed out everywhere. */
import { user } from '../../common/entities/user';
import { fault } from '../../common/protocol/faults';
import { defineHooks, type EntityHookSet, type StoredOf } from '../engine/write/entityHooks';
import type { HookContext } from '../engine/write/writer';
import type { AdminDeps } from './admin';
import { judgeHolders } from './ledger/holders';
import { askDelete, askSecond } from './ledger/pending';
import { noteSupport } from './noteSupport';
import { sendNotice } from './sendNotice';
import { judgePassword } from './passwords';
import { openerChanged, warnOwner } from './warnOwner';

type Member = StoredOf<typeof user>;

export const userBehaviour = ({ hashPassword, endSessions }: AdminDeps): EntityHookSet =>
  defineHooks(user, {
    actions: {
      ask_second: (hook, row, input) => askSecond(hook, row, input),
      ask_delete: (hook, row, input) => askDelete(hook, row, input),
      send_notice: (hook, row, input) => sendNotice(hook, row.id, input['text']),
      // The way in is opened by the route that asked for this.
      support: (hook, row, { reason }) => noteSupport(hook, row, reason),
    },
    auditedInputs: { support: ['reason'] },
    beforeDelete: judgeHolders,
    beforeWrite: async (hook, changes, before) => {
      judgePassword(hook, 'member', changes, before);
      judgeBirthday(hook, changes.birthday);
      const { password } = changes;
      return typeof password === 'string' ? { ...changes, password: await hashPassword(password) } : changes;
    },
    afterWrite: async (hook, after, before) => {
      if (before === undefined) return;
      const changed = openerChanged(after, before);
      if (changed) await warnOwner(hook, changed, before);
      const isOut = after.status !== 1 || after.delete_time !== null;
      const why = isOut ? 'disabled' : changed === 'password_changed' ? 'password' : 'address';
      if (changed || isOut) await endAll(hook, after, why, endSessions);
    },
  });

/** Ahead of every clock on Earth: where the new day begins first. */
const EARLIEST_MS = 14 * 3_600_000;
const EARLIEST_BIRTHDAY = '1900-01-01';
function judgeBirthday({ services }: HookContext, birthday: string | null | undefined): void {
  const latest = new Date(services.clock.now() + EARLIEST_MS).toISOString().slice(0, 10);
  if (typeof birthday === 'string' && birthday < EARLIEST_BIRTHDAY)
    throw fault('row.invalid', undefined, {
      fields: [{ path: 'birthday', code: 'too_early', params: { min: EARLIEST_BIRTHDAY } }],
    });
  if (typeof birthday === 'string' && birthday > latest)
    throw fault('row.invalid', undefined, { fields: [{ path: 'birthday', code: 'to_come' }] });
}

/** With the rows of the sessions go their open sockets: nothing else of the row tells that the password changed. */
async function endAll(
  hook: HookContext,
  { id, status }: Member,
  why: 'password' | 'address' | 'disabled',
  end: AdminDeps['endSessions'],
): Promise<void> {
  const own = hook.actor.realm === 'member' && hook.actor.id === id && status === 1;
  const kept = own ? hook.sessionId : undefined;
  const ended = (await end?.(hook.tx, 'member', id, hook.services.clock.now(), { why, except: kept })) ?? 0;
  if (ended > 0) await hook.services.live.endedWithin?.(hook.tx, `member:${id}`);
}
