/** Admins: passwords are kept as hashes, nobody manages or makes an admin with rights beyond his own, one super always remains. */
import { admin } from '../../common/entities/admin';
import { fault } from '../../common/protocol/faults';
import { beginning } from '../../common/text/clean';
import { removeFactors } from '../access/factors';
import { ALL, exceeds, heldBy, mayAssign } from '../access/groupLaw';
import type { StoredRow } from '../../common/entity/meta';
import { defineHooks, isRestored, type EntityHookSet, type StoredOf } from '../engine/write/entityHooks';
import type { HookContext } from '../engine/write/writer';
import type { Tx } from '../context';
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
type Admin = StoredOf<typeof admin>;

export const adminBehaviour = ({ hashPassword, endSessions }: AdminDeps): EntityHookSet =>
  defineHooks(admin, {
    beforeWrite: async (hook, changes, before) => {
      refuseProgram(hook);
      judgePassword(hook, 'admin', changes, before);
      const { password } = changes;
      const kept = typeof password === 'string' ? { ...changes, password: await hashPassword(password) } : changes;
      await judge(hook, changes, before);
      if (before && !isRestored(before)) await keepFactor(hook, changes, before);
      return kept;
    },
    actions: {
      ask: (hook, row, body) => askChange(hook, 'admin', row as unknown as StoredRow, body), // its columns are the row
      revoke: async (hook, row) => {
        await judgeOther(hook, row);
        await endSessions?.(hook.tx, 'admin', row.id, hook.services.clock.now(), { why: 'staff' });
        await tell(hook, row, 'sessions_ended');
        return {};
      },
      remove_factor: async (hook, row) => {
        await judgeOther(hook, row);
        if ((await removeFactors(hook.tx, row.id)) === 0) throw fault('row.no_factor');
        await endSessions?.(hook.tx, 'admin', row.id, hook.services.clock.now(), { why: 'staff' });
        await tell(hook, row, 'factor_removed');
        return {};
      },
    },
    beforeRemove: judgeOther,
    beforePurge: judgeOther,
    afterWrite: async (hook, after, before) => {
      if (before === undefined) return;
      if (before.delete_time !== null && after.delete_time === null) {
        // who was let go signs in again only when somebody decides so
        if (after.status === 1) await hook.asSystem.update(admin, { id: after.id, status: 0 });
        return;
      }
      if (isOut(after) || after.group_arr !== before.group_arr) await keepOneSuper(hook, before);
      const shut = isOut(after) || after.password !== before.password;
      const parting = { why: isOut(after) ? 'disabled' : 'password', except: keptSession(hook, after) } as const;
      if (after.password !== before.password) await notePassword(hook, after);
      if (shut) await endSessions?.(hook.tx, 'admin', after.id, hook.services.clock.now(), parting);
    },
  });

/** An admin that leaves the last of its role groups that demand a second factor signs in with less. */
async function keepFactor(hook: HookContext, { group_arr: next }: Partial<Admin>, before: Admin): Promise<void> {
  if (next === undefined) return;
  const strict = await strictGroups(hook);
  const isDemanded = (ids: Admin['group_arr']) => idsIn(ids).some((id) => strict.has(id));
  if (!isDemanded(before.group_arr) || isDemanded(next)) return;
  const edit = { name: before.username, field: 'group_arr', before: before.group_arr, after: next };
  await judgeProtected(hook, { ...edit, isLooser: true, about: before.id });
}

const isOut = (row: Admin) => row.status !== 1 || row.delete_time !== null;
const isSelf = ({ actor }: HookContext, row: Admin) => actor.realm === 'staff' && actor.id === row.id;
/** Who changes its own password stays where it is and leaves everywhere else. */
const keptSession = (hook: HookContext, row: Admin): string | undefined =>
  isSelf(hook, row) && !isOut(row) ? hook.sessionId : undefined;

/** What is done to the account of another, whom one must be able to manage; one's own is the profile's. */
async function judgeOther(hook: HookContext, row: Admin): Promise<void> {
  refuseProgram(hook);
  if (isSelf(hook, row)) throw fault('access.self');
  await judge(hook, {}, row);
}

/** Notes what was done, tells the person, and lets every open screen of the account look again what it may show. */
async function tell(
  hook: HookContext,
  { id, username }: Admin,
  kind: 'sessions_ended' | 'factor_removed',
): Promise<void> {
  const event = hook.services.registry.get('security_event');
  const noted = { kind, name: username, admin_id: id, ip: hook.ip.slice(0, 45), useragent: hook.userAgent };
  if (event) await hook.asSystem.create(event, { ...noted, detail: { by: hook.actor.name, by_id: hook.actor.id } });
  const one = { text: kind, link: '/admin/profile' } as const;
  await notify(hook, { to: { realm: 'admin', id }, kind: 'security', one, group: `security:${kind}` });
  await hook.services.live.endedWithin?.(hook.tx, `admin:${id}`);
}

/** A password that another admin sets is a security event of the account. */
async function notePassword(hook: HookContext, { id, username }: Admin): Promise<void> {
  const event = hook.services.registry.get('security_event');
  if (event === undefined || hook.actor.realm !== 'staff' || hook.actor.id === id) return;
  const origin = { ip: hook.ip.slice(0, 45), useragent: beginning(hook.userAgent, 255) };
  const detail = { by: hook.actor.name, by_id: hook.actor.id };
  await hook.asSystem.create(event, { kind: 'password_changed', name: username, admin_id: id, ...origin, detail });
}

/** One manages only those who hold less than oneself, and gives only groups of one's own or below them. */
async function judge(hook: HookContext, changes: Partial<Admin>, before: Admin | undefined): Promise<void> {
  const self = before !== undefined && isSelf(hook, before);
  if (self && changes.status === 0) throw fault('access.self');
  await hook.withLock('rights');
  const groups = await readGroups(hook);
  const giver = await giverOf(hook, groups);
  if (before && !self && !exceeds(giver, heldBy(groups, idsIn(before.group_arr)))) throw fault('access.beyond');
  if (changes.group_arr === undefined) return;
  if (!mayAssign(groups, giver, changes.group_arr))
    throw fault('access.beyond', undefined, { fields: [{ path: 'group_arr', code: 'beyond_rights' }] });
  if (self) throw fault('access.self');
}

async function keepOneSuper(hook: HookContext, before: Admin): Promise<void> {
  const groups = await readGroups(hook);
  const wasSuper = heldBy(groups, idsIn(before.group_arr)).nodes.has(ALL);
  if (wasSuper && (await countSupers(hook)) === 0) throw fault('access.last_super');
}
