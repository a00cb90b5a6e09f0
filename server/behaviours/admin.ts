/** Admins: passwords are kept as hashes, nobody touches or makes an admin with more rights than his own, one super always remains. */
import { admin } from '../../common/entities/admin';
import { fault } from '../../common/protocol/faults';
import { behave, type Behaviour, type Stored } from '../engine/behaviour';
import type { Step } from '../engine/writer';
import type { Tx } from '../kit';
import { judgePassword } from './passwords';
import { ALL, countSupers, covers, readGroups } from './groups';

export interface AdminDeps {
  readonly hashPassword: (plain: string) => Promise<string>;
  /** Ends the sessions of somebody, but for one, inside the transaction that takes the password or the access. */
  readonly endSessions?: (
    tx: Tx,
    realm: 'admin' | 'member',
    id: number,
    now: number,
    except?: string,
  ) => Promise<unknown>;
}
type Admin = Stored<typeof admin>;

export const adminBehaviour = ({ hashPassword, endSessions }: AdminDeps): Behaviour =>
  behave(admin, {
    beforeWrite: async (step, changes, before) => {
      refuseSelf(step, changes, before);
      judgePassword(step, 'admin', changes, before);
      await refuseBeyond(step, changes, before);
      const { password } = changes;
      return typeof password === 'string' ? { ...changes, password: await hashPassword(password) } : changes;
    },
    beforeRemove: async (step, row) => {
      if (isSelf(step, row)) throw fault('access.self');
      await refuseBeyond(step, {}, row);
    },
    inside: async (step, after, before) => {
      if (before === undefined) return;
      if (isOut(after) || after.group_arr !== before.group_arr) await keepOneSuper(step, before);
      const shut = isOut(after) || after.password !== before.password;
      if (shut) await endSessions?.(step.tx, 'admin', after.id, step.kit.clock.now(), keptSession(step, after));
    },
  });

const isOut = (row: Admin) => row.status !== 1 || row.delete_time !== null;
const isSelf = ({ actor }: Step, row: Admin) => actor.realm === 'staff' && actor.id === row.id;
/** Who changes its own password stays where it is and leaves everywhere else. */
const keptSession = (step: Step, row: Admin): string | undefined =>
  isSelf(step, row) && !isOut(row) ? step.sessionId : undefined;

function refuseSelf(step: Step, changes: Partial<Admin>, before: Admin | undefined): void {
  if (before && isSelf(step, before) && changes.status === 0) throw fault('access.self');
}

/** Both what the admin has and what it would get must lie within the actor's own rights. */
async function refuseBeyond(step: Step, changes: Partial<Admin>, before: Admin | undefined): Promise<void> {
  const groups = await readGroups(step);
  if (before && !isSelf(step, before) && !covers(step.actor, groups.of(before.group_arr))) throw fault('access.beyond');
  if (changes.group_arr === undefined || covers(step.actor, groups.of(changes.group_arr))) return;
  throw fault('access.beyond', undefined, { fields: [{ path: 'group_arr', code: 'beyond_rights' }] });
}

async function keepOneSuper(step: Step, before: Admin): Promise<void> {
  const groups = await readGroups(step);
  if (groups.of(before.group_arr).has(ALL) && (await countSupers(step)) === 0) throw fault('access.last_super');
}
