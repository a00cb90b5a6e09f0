/** Members: passwords are kept as hashes; who loses access or gets a new password is signed out everywhere. */
import { user } from '../../common/entities/user';
import { behave, type Behaviour } from '../engine/behaviour';
import type { AdminDeps } from './admin';

export const userBehaviour = ({ hashPassword, endSessions }: AdminDeps): Behaviour =>
  behave(user, {
    beforeWrite: async (_step, changes) =>
      typeof changes.password === 'string' ? { ...changes, password: await hashPassword(changes.password) } : changes,
    inside: async (step, after, before) => {
      const shut = after.status !== 1 || after.delete_time !== null || after.password !== before?.password;
      if (before && shut) await endSessions?.(step.tx, 'member', after.id, step.kit.clock.now());
    },
  });
