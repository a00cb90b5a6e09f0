/** Admins: passwords are kept as hashes, nobody manages or makes an admin with rights beyond his own, one super always remains. */
import { admin } from '../../common/entities/admin';
import { fault } from '../../common/protocol/faults';
import { beginning } from '../../common/text/clean';
import { removeFactors } from '../access/factors';
import { ALL, exceeds, heldBy, mayAssign } from '../access/groupLaw';
import type { StoredRow } from '../../common/entity/meta';
import { behave, isReturning, type Behaviour, type Stored } from '../engine/behaviour';
import type { Step } from '../engine/writer';
import type { Tx } from '../kit';
import { countSupers, giverOf, idsIn, readGroups } from './groups';
import { notify } from './notify';
import { judgePassword } from './passwords';
import { askChange } from './pendingChange';
import { judgeProtected, strictGroups } from './protectedSettings';
import { refuseProgram } from './tokenRules';

export interface AdminDeps {
  readonly hashPassword: (plain: string) => Promise<string>;
  /** Ends the sessions of somebody, but for one, inside the transaction that takes the password or the access; answers how many. */
  readonly endSessions?: (
    tx: Tx,
    realm: 'admin' | 'member',
    id: number,
    now: number,
    parting: { readonly why: 'password' | 'address' | 'disabled' | 'staff'; readonly except?: string | undefined },
  ) => Promise<number>;
}
type Admin = Stored<typeof admin>;

export const adminBehaviour = ({ hashPassword, endSessions }: AdminDeps): Behaviour =>
  behave(admin, {
    beforeWrite: async (step, changes, before) => {
      refuseProgram(step);
      judgePassword(step, 'admin', changes, before);
      const { password } = changes;
      const kept = typeof password === 'string' ? { ...changes, password: await hashPassword(password) } : changes;
      await judge(step, changes, before);
      if (before && !isReturning(before)) await keepFactor(step, changes, before);
      return kept;
    },
    actions: {
      ask: (step, row, body) => askChange(step, 'admin', row as unknown as StoredRow, body), // its columns are the row
      revoke: async (step, row) => {
        await judgeOther(step, row);
        await endSessions?.(step.tx, 'admin', row.id, step.kit.clock.now(), { why: 'staff' });
        await tell(step, row, 'sessions_ended');
        return {};
      },
      remove_factor: async (step, row) => {
        await judgeOther(step, row);
        if ((await removeFactors(step.tx, row.id)) === 0) throw fault('row.no_factor');
        await endSessions?.(step.tx, 'admin', row.id, step.kit.clock.now(), { why: 'staff' });
        await tell(step, row, 'factor_removed');
        return {};
      },
    },
    beforeRemove: judgeOther,
    beforePurge: judgeOther,
    inside: async (step, after, before) => {
      if (before === undefined) return;
      if (before.delete_time !== null && after.delete_time === null) {
        // who was let go signs in again only when somebody decides so
        if (after.status === 1) await step.house.update(admin, { id: after.id, status: 0 });
        return;
      }
      if (isOut(after) || after.group_arr !== before.group_arr) await keepOneSuper(step, before);
      const shut = isOut(after) || after.password !== before.password;
      const parting = { why: isOut(after) ? 'disabled' : 'password', except: keptSession(step, after) } as const;
      if (after.password !== before.password) await notePassword(step, after);
      if (shut) await endSessions?.(step.tx, 'admin', after.id, step.kit.clock.now(), parting);
    },
  });

/** An admin that leaves the last of its role groups that demand a second factor signs in with less. */
async function keepFactor(step: Step, { group_arr: next }: Partial<Admin>, before: Admin): Promise<void> {
  if (next === undefined) return;
  const strict = await strictGroups(step);
  const isDemanded = (ids: Admin['group_arr']) => idsIn(ids).some((id) => strict.has(id));
  if (!isDemanded(before.group_arr) || isDemanded(next)) return;
  const edit = { name: before.username, field: 'group_arr', before: before.group_arr, after: next };
  await judgeProtected(step, { ...edit, isLooser: true, about: before.id });
}

const isOut = (row: Admin) => row.status !== 1 || row.delete_time !== null;
const isSelf = ({ actor }: Step, row: Admin) => actor.realm === 'staff' && actor.id === row.id;
/** Who changes its own password stays where it is and leaves everywhere else. */
const keptSession = (step: Step, row: Admin): string | undefined =>
  isSelf(step, row) && !isOut(row) ? step.sessionId : undefined;

/** What is done to the account of another, whom one must be able to manage; one's own is the profile's. */
async function judgeOther(step: Step, row: Admin): Promise<void> {
  refuseProgram(step);
  if (isSelf(step, row)) throw fault('access.self');
  await judge(step, {}, row);
}

/** Notes what was done, tells the person, and lets every open screen of the account look again what it may show. */
async function tell(step: Step, { id, username }: Admin, kind: 'sessions_ended' | 'factor_removed'): Promise<void> {
  const event = step.kit.registry.get('security_event');
  const noted = { kind, name: username, admin_id: id, ip: step.ip.slice(0, 45), useragent: step.userAgent };
  if (event) await step.house.create(event, { ...noted, detail: { by: step.actor.name, by_id: step.actor.id } });
  const one = { text: kind, link: '/admin/profile' } as const;
  await notify(step, { to: { realm: 'admin', id }, kind: 'security', one, group: `security:${kind}` });
  await step.kit.live.endedWithin?.(step.tx, `admin:${id}`);
}

/** A password that another admin sets is a security event of the account. */
async function notePassword(step: Step, { id, username }: Admin): Promise<void> {
  const event = step.kit.registry.get('security_event');
  if (event === undefined || step.actor.realm !== 'staff' || step.actor.id === id) return;
  const origin = { ip: step.ip.slice(0, 45), useragent: beginning(step.userAgent, 255) };
  const detail = { by: step.actor.name, by_id: step.actor.id };
  await step.house.create(event, { kind: 'password_changed', name: username, admin_id: id, ...origin, detail });
}

/** One manages only those who hold less than oneself, and gives only groups of one's own or below them. */
async function judge(step: Step, changes: Partial<Admin>, before: Admin | undefined): Promise<void> {
  const self = before !== undefined && isSelf(step, before);
  if (self && changes.status === 0) throw fault('access.self');
  await step.alone('rights');
  const groups = await readGroups(step);
  const giver = await giverOf(step, groups);
  if (before && !self && !exceeds(giver, heldBy(groups, idsIn(before.group_arr)))) throw fault('access.beyond');
  if (changes.group_arr === undefined) return;
  if (!mayAssign(groups, giver, changes.group_arr))
    throw fault('access.beyond', undefined, { fields: [{ path: 'group_arr', code: 'beyond_rights' }] });
  if (self) throw fault('access.self');
}

async function keepOneSuper(step: Step, before: Admin): Promise<void> {
  const groups = await readGroups(step);
  const wasSuper = heldBy(groups, idsIn(before.group_arr)).nodes.has(ALL);
  if (wasSuper && (await countSupers(step)) === 0) throw fault('access.last_super');
}
