/** Who is told of what: the producers of notices, heard once by the end of every act, whatever the nouns. */
import { admin } from '../../common/entities/admin';
import { adminGroup } from '../../common/entities/adminGroup';
import type { AnyEntity } from '../../common/entity/entity';
import { EVERYTHING, type Filter } from '../../common/entity/filter';
import { columnNamed, type StoredRow } from '../../common/entity/meta';
import { nodeOf } from '../../common/entity/nodes';
import type { NoticeText } from '../../common/notices';
import { isBroken, isOver } from '../../common/terminal';
import { beginning } from '../../common/text/clean';
import type { ChangeObserver, AppliedChange } from '../engine/write/unitOfWork';
import { ALL, effectiveOf, heldBy, NOTHING, type Held, type RoleGroups } from '../access/groupLaw';
import { actorKey } from '../engine/write/unitOfWork';
import { sameValue } from '../engine/write/merge';
import type { HookContext } from '../engine/write/writer';
import { approversNow } from './approvers';
import { groupOf, idsIn, readGroups } from './groups';
import { canApproveBooking } from './ledger/booking';
import { gathered, notify, type Telling } from './notify';
import { canApproveChange } from './protectedSettings';

type Producer = (
  hook: HookContext,
  settled: readonly AppliedChange[],
) => Promise<readonly Telling[]> | readonly Telling[];

/** Tells everybody concerned by an act. */
export const tellConcerned: ChangeObserver = async (hook, settled) => {
  if (hook.services.registry.get('notice') === undefined) return;
  const tellings: Telling[] = [];
  for (const produce of PRODUCERS) tellings.push(...(await produce(hook, settled)));
  for (const telling of gathered(tellings)) await notify(hook, telling);
};

const LONGEST_TITLE = 60;
const isPerson = ({ actor }: HookContext): boolean => actor.realm === 'staff' || actor.realm === 'member';
const isStaff = ({ actor }: HookContext, id: unknown): boolean => actor.realm === 'staff' && actor.id === id;
const differ = (before: StoredRow, after: StoredRow, names: readonly string[]): boolean =>
  names.some((name) => !sameValue(before[name], after[name]));
const isOut = (row: StoredRow | undefined): boolean => (row?.['delete_time'] ?? null) !== null;

/** What a row is called to everybody who may list it. */
function titleOf(entity: AnyEntity, row: StoredRow): string {
  const { title } = entity.spec;
  const open = ['public', 'internal'].includes(columnNamed(entity, title)?.sensitivity ?? '');
  const value = open ? row[title] : undefined;
  return typeof value === 'string' && value !== '' ? beginning(value, LONGEST_TITLE) : `#${Number(row['id'])}`;
}

const PAIRS = {
  record_given: 'records_given',
  record_changed: 'records_changed',
  record_removed: 'records_removed',
  record_restored: 'records_restored',
} as const satisfies Partial<Record<NoticeText, NoticeText>>;

function whatHappened({ entity, after, before }: AppliedChange): keyof typeof PAIRS {
  const owner = entity.spec.owner ?? '';
  if (before === undefined || before[owner] !== after[owner]) return 'record_given';
  if (isOut(after) === isOut(before)) return 'record_changed';
  return isOut(after) ? 'record_removed' : 'record_restored';
}

/** A row with an owner was touched by somebody else: its owner hears of it, if he may still list such rows. */
const ownedRecords: Producer = async (hook, settled) => {
  if (!isPerson(hook)) return [];
  const touched = settled.filter(({ entity: { spec }, after }) => {
    const owner = spec.owner !== undefined && spec.base !== 'log' ? after[spec.owner] : undefined;
    return typeof owner === 'number' && !isStaff(hook, owner);
  });
  if (touched.length === 0) return [];
  const ownerOf = ({ entity, after }: AppliedChange) => Number(after[entity.spec.owner ?? '']);
  const reads = await readersAmong(hook, touched.map(ownerOf));
  return touched.filter((one) => reads(ownerOf(one), one.entity)).map((one) => ownedTelling(hook, one, ownerOf(one)));
};

function ownedTelling(hook: HookContext, settled: AppliedChange, owner: number): Telling {
  const { entity, after } = settled;
  const text = whatHappened(settled);
  const id = String(Number(after['id']));
  const list = `/admin/${entity.name}`;
  return {
    to: { realm: 'admin', id: owner },
    kind: 'record_changed',
    one: { text, link: isOut(after) ? list : `${list}/${id}` },
    many: { text: PAIRS[text], link: list },
    params: { entity: entity.name, title: titleOf(entity, after) },
    group: `${text}:${entity.name}:${actorKey(hook.actor)}`,
    items: [id],
  };
}

/** Which of some admins may list which rows now, as this transaction sees it. */
async function readersAmong(hook: HookContext, ids: readonly number[]) {
  const admins = await hook.find('admin', enabled({ field: 'id', op: 'IN', value: [...new Set(ids)] }));
  const groups = await readGroups(hook);
  const nodes = new Map(admins.map((row) => [Number(row['id']), heldBy(groups, idsIn(row['group_arr'])).nodes]));
  return (id: number, entity: AnyEntity): boolean =>
    nodes.get(id)?.has(ALL) === true || nodes.get(id)?.has(nodeOf(entity, 'index')) === true;
}
const enabled = (filter: Filter): Filter => ({ all: [filter, { field: 'status', op: '=', value: 1 }] });

const RIGHTS = ['rules', 'status', 'data_scope', 'pid', 'delete_time'];

/** A role group gives other rights than before: its admins hear of it. */
const roleGroups: Producer = async (hook, settled) => {
  const changed = settled.filter(
    ({ entity, after, before }) =>
      entity.name === 'admin_group' && before !== undefined && differ(before, after, RIGHTS),
  );
  if (changed.length === 0 || !isPerson(hook)) return [];
  const perGroup = await Promise.all(changed.map((one) => groupTellings(hook, one)));
  return perGroup.flat();
};

async function groupTellings(hook: HookContext, { entity, after }: AppliedChange): Promise<readonly Telling[]> {
  const id = Number(after['id']);
  const admins = await hook.find('admin', enabled({ field: 'group_arr', op: 'FIND_IN_SET', value: id }));
  return admins
    .filter((row) => !isStaff(hook, row['id']))
    .map((row) => ({
      to: { realm: 'admin', id: Number(row['id']) },
      kind: 'role_changed',
      one: { text: 'role_changed' },
      params: { title: titleOf(entity, after) },
      group: `role:${id}`,
      items: [String(id)],
    }));
}

/** The rights to approve requests, with the texts about an admin and about a role group that gains one. */
const APPROVALS = [
  { can: canApproveChange, admin: 'approver_added', admin_group: 'approvers_added' },
  { can: canApproveBooking('money'), admin: 'booking_approver_added', admin_group: 'booking_approvers_added' },
  { can: canApproveBooking('score'), admin: 'booking_approver_added', admin_group: 'booking_approvers_added' },
] as const;

/** The effective rights of an admin or a role group before and after an act. */
interface RightsChange {
  readonly entity: typeof admin | typeof adminGroup;
  readonly row: StoredRow;
  readonly before: Held;
  readonly after: Held;
}

/** Other approvers get a notice about each admin and each role group that gains a right to approve, also through a parent group. */
const newApprovers: Producer = async (hook, settled) => {
  const changed = settled.filter(({ entity }) => entity.name === admin.name || entity.name === adminGroup.name);
  if (changed.length === 0 || hook.actor.realm !== 'staff') return [];
  const rows = await hook.find(adminGroup.name, EVERYTHING);
  const now = new Map(rows.map((row) => [Number(row['id']), groupOf(row)]));
  const changes = [...adminChanges(changed, now), ...groupChanges(changed, now, rows)];
  const perRight = await Promise.all(
    APPROVALS.map(async ({ can, ...texts }) => {
      const added = changes.filter(({ before, after }) => can(after) && !can(before));
      if (added.length === 0) return [];
      const approvers = (await approversNow(hook, can)).filter((id) => !isStaff(hook, id));
      return added.flatMap((one) => approvers.flatMap((id) => newApproverTelling(one, texts[one.entity.name], id)));
    }),
  );
  return perRight.flat();
};

function adminChanges(changed: readonly AppliedChange[], groups: RoleGroups): readonly RightsChange[] {
  const heldIn = (row: StoredRow | undefined): Held =>
    row === undefined || isOut(row) || row['status'] !== 1 ? NOTHING : heldBy(groups, idsIn(row['group_arr']));
  return changed
    .filter(({ entity }) => entity.name === admin.name)
    .map(({ after, before }) => ({ entity: admin, row: after, before: heldIn(before), after: heldIn(after) }));
}

/** All role groups: a changed one also changes what the groups below it give. */
function groupChanges(
  changed: readonly AppliedChange[],
  now: RoleGroups,
  rows: readonly StoredRow[],
): readonly RightsChange[] {
  const earlier = new Map(now);
  for (const { entity, after, before } of changed.toReversed()) {
    if (entity.name !== adminGroup.name) continue;
    if (before === undefined || isOut(before)) earlier.delete(Number(after['id']));
    else earlier.set(Number(after['id']), groupOf(before));
  }
  return rows.map((row) => {
    const id = Number(row['id']);
    return { entity: adminGroup, row, before: effectiveOf(earlier, id), after: effectiveOf(now, id) };
  });
}

function newApproverTelling({ entity, row }: RightsChange, text: NoticeText, to: number): readonly Telling[] {
  const id = Number(row['id']);
  if (entity.name === admin.name && id === to) return [];
  return [
    {
      to: { realm: 'admin', id: to },
      kind: 'security',
      one: { text, link: `/admin/${entity.name}/${id}` },
      params: { title: titleOf(entity, row) },
      group: `${text}:${id}`,
    },
  ];
}

/** Where a person sees to its own account. */
const OWN_PROFILE = { admin: '/admin/profile', member: '/user/profile' } as const;
const OWN_DATA = ['username', 'nickname', 'avatar', 'email', 'mobile', 'motto', 'password', 'gender', 'birthday'];
const ACCOUNTS = { admin: 'admin', user: 'member' } as const;
const isAccount = (name: string): name is keyof typeof ACCOUNTS => Object.hasOwn(ACCOUNTS, name);

/** Somebody else changed a person's own account. Who can no longer sign in is not told. */
const accounts: Producer = (hook, settled) =>
  isPerson(hook) ? settled.flatMap((one) => accountTelling(hook, one) ?? []) : [];

function accountTelling(hook: HookContext, { entity, after, before }: AppliedChange): Telling | undefined {
  if (!isAccount(entity.name) || before === undefined || isOut(after) || after['status'] !== 1) return undefined;
  const realm = ACCOUNTS[entity.name];
  const id = Number(after['id']);
  if (hook.actor.id === id && (hook.actor.realm === 'staff') === (realm === 'admin')) return undefined;
  const by = actorKey(hook.actor);
  if (differ(before, after, ['group_arr']))
    return {
      to: { realm, id },
      kind: 'role_changed',
      one: { text: 'role_given', link: OWN_PROFILE[realm] },
      group: `role_given:${by}`,
    };
  if (!differ(before, after, OWN_DATA)) return undefined;
  return {
    to: { realm, id },
    kind: 'account',
    one: { text: 'account_changed', link: OWN_PROFILE[realm] },
    group: `account:${by}`,
  };
}

const SECURITY = [
  ...(['new_device', 'many_failures', 'refresh_reuse', 'password_changed'] as const),
  ...(['factor_enrolled', 'factor_removed', 'recovery_used', 'factor_failures'] as const),
  ...(['address_changed', 'support_sign_in'] as const),
] as const satisfies NoticeText[];

/** What endangers an account is told to its person. */
const security: Producer = (_step, settled) =>
  settled
    .filter(({ entity, before }) => entity.name === 'security_event' && before === undefined)
    .flatMap(({ after }) => securityTelling(after) ?? []);

function securityTelling(event: StoredRow): Telling | undefined {
  const text = SECURITY.find((known) => known === event['kind']);
  const [admin, member] = [Number(event['admin_id'] ?? 0), Number(event['user_id'] ?? 0)];
  if (text === undefined || (admin === 0 && member === 0)) return undefined;
  const to = admin > 0 ? ({ realm: 'admin', id: admin } as const) : ({ realm: 'member', id: member } as const);
  return { to, kind: 'security', one: { text, link: OWN_PROFILE[to.realm] }, group: `security:${text}` };
}

/** A terminal task ended: whoever started it hears how, wherever on the console he is. */
const tasks: Producer = (_step, settled) =>
  settled.filter(({ entity }) => entity.name === 'terminal_task').flatMap((one) => taskTelling(one) ?? []);

function taskTelling({ after, before }: AppliedChange): Telling | undefined {
  const status = Number(after['status']);
  const { admin_id: starter, uuid, command } = after;
  const id = Number(starter ?? 0);
  if (typeof uuid !== 'string' || typeof command !== 'string') return undefined;
  if (before === undefined || before['status'] === status || !isOver(status) || id === 0) return undefined;
  return {
    to: { realm: 'admin', id },
    kind: 'task_ended',
    one: { text: isBroken(status) ? 'task_failed' : 'task_done', link: `/admin/terminal?task=${uuid}` },
    params: { title: command },
    group: `task:${uuid}`,
    items: [`${uuid}:${Number(after['attempt'])}`],
  };
}

const PRODUCERS: readonly Producer[] = [ownedRecords, roleGroups, accounts, newApprovers, security, tasks];
