/** Members: passwords are kept as hashes; who loses access, or is opened by something else than before, is signed out everywhere. */
import { user } from '../../common/entities/user';
import { fault } from '../../common/protocol/faults';
import { behave, type Behaviour, type Stored } from '../engine/behaviour';
import type { Step } from '../engine/writer';
import type { AdminDeps } from './admin';
import { judgeHolders } from './ledger/holders';
import { askDelete, askSecond } from './ledger/pending';
import { noteSupport } from './noteSupport';
import { sendNotice } from './sendNotice';
import { judgePassword } from './passwords';
import { openerChanged, warnOwner } from './warnOwner';

type Member = Stored<typeof user>;

export const userBehaviour = ({ hashPassword, endSessions }: AdminDeps): Behaviour =>
  behave(user, {
    actions: {
      ask_second: (step, row, input) => askSecond(step, row, input),
      ask_delete: (step, row, input) => askDelete(step, row, input),
      send_notice: (step, row, input) => sendNotice(step, row.id, input['text']),
      // The way in is opened by the route that asked for this.
      support: (step, row, { reason }) => noteSupport(step, row, reason),
    },
    logged: { support: ['reason'] },
    beforeLeaving: judgeHolders,
    beforeWrite: async (step, changes, before) => {
      judgePassword(step, 'member', changes, before);
      judgeBirthday(step, changes.birthday);
      const { password } = changes;
      return typeof password === 'string' ? { ...changes, password: await hashPassword(password) } : changes;
    },
    inside: async (step, after, before) => {
      if (before === undefined) return;
      const changed = openerChanged(after, before);
      if (changed) await warnOwner(step, changed, before);
      const isOut = after.status !== 1 || after.delete_time !== null;
      const why = isOut ? 'disabled' : changed === 'password_changed' ? 'password' : 'address';
      if (changed || isOut) await endAll(step, after, why, endSessions);
    },
  });

/** Ahead of every clock on Earth: where the new day begins first. */
const EARLIEST_MS = 14 * 3_600_000;
const EARLIEST_BIRTHDAY = '1900-01-01';
function judgeBirthday({ kit }: Step, birthday: string | null | undefined): void {
  const latest = new Date(kit.clock.now() + EARLIEST_MS).toISOString().slice(0, 10);
  if (typeof birthday === 'string' && birthday < EARLIEST_BIRTHDAY)
    throw fault('row.invalid', undefined, {
      fields: [{ path: 'birthday', code: 'too_early', params: { min: EARLIEST_BIRTHDAY } }],
    });
  if (typeof birthday === 'string' && birthday > latest)
    throw fault('row.invalid', undefined, { fields: [{ path: 'birthday', code: 'to_come' }] });
}

/** With the rows of the sessions go their open sockets: nothing else of the row tells that the password changed. */
async function endAll(
  step: Step,
  { id, status }: Member,
  why: 'password' | 'address' | 'disabled',
  end: AdminDeps['endSessions'],
): Promise<void> {
  const own = step.actor.realm === 'member' && step.actor.id === id && status === 1;
  const kept = own ? step.sessionId : undefined;
  const ended = (await end?.(step.tx, 'member', id, step.kit.clock.now(), { why, except: kept })) ?? 0;
  if (ended > 0) await step.kit.live.endedWithin?.(step.tx, `member:${id}`);
}
