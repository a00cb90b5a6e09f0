/** Members: passwords are kept as hashes; who loses access or gets a new password is signed out everywhere. */
import { user } from '../../common/entities/user';
import { behave, type Behaviour } from '../engine/behaviour';
import type { AdminDeps } from './admin';
import { askSecond } from './ledger/pending';
import { noteSupport } from './noteSupport';
import { sendNotice } from './sendNotice';
import { judgePassword } from './passwords';

export const userBehaviour = ({ hashPassword, endSessions }: AdminDeps): Behaviour =>
  behave(user, {
    actions: {
      ask_second: (step, row, input) => askSecond(step, row, input),
      send_notice: (step, row, input) => sendNotice(step, row.id, input['text']),
      // The way in is opened by the route that asked for this.
      support: (step, row) => noteSupport(step, row),
    },
    beforeWrite: async (step, changes, before) => {
      judgePassword(step, 'member', changes, before);
      const { password } = changes;
      return typeof password === 'string' ? { ...changes, password: await hashPassword(password) } : changes;
    },
    inside: async (step, after, before) => {
      const shut = after.status !== 1 || after.delete_time !== null || after.password !== before?.password;
      const own = step.actor.realm === 'member' && step.actor.id === after.id && after.status === 1;
      const kept = own ? step.sessionId : undefined;
      if (before && shut) await endSessions?.(step.tx, 'member', after.id, step.kit.clock.now(), kept);
    },
  });
