/** Bookings that wait for a second person: nobody decides about his own, and an entry is booked only by the approval. */
import { PENDING, pendingBooking } from '../../../common/entities/pendingBooking';
import { user } from '../../../common/entities/user';
import { may, type Actor } from '../../../common/entity/access';
import { EVERYTHING } from '../../../common/entity/filter';
import type { Issue } from '../../../common/entity/issue';
import type { StoredRow } from '../../../common/entity/meta';
import { fault } from '../../../common/protocol/faults';
import { beginning, lengthOf, tidy } from '../../../common/text/clean';
import { moneyOf } from '../../../common/text/moneys';
import { requireStepUp } from '../../access/stepUp';
import { defineHooks, type StoredOf } from '../../engine/write/entityHooks';
import type { HookContext } from '../../engine/write/writer';
import { findNotified, requireIndependent } from '../approvers';
import { lockRow } from '../found';
import { notify } from '../notify';
import { actorKey } from '../../engine/write/unitOfWork';
import { clientOf } from './client';
import { viewAccount } from './account';
import { canApproveBooking, demandApproval, demandBooking, demandSight } from './booking';
import { LEDGERS, type LedgerKind } from './chain';
import { checkFloor, judgeType } from './ledger';

type Pending = StoredOf<typeof pendingBooking>;
type Input = Readonly<Record<string, unknown>>;

const LONGEST = 255;
const LONGEST_NAME = 30;
const ASKED = { money: 'booking_asked_money', score: 'booking_asked_score' } as const;
const SCREEN = '/admin/pending_booking';
const refuse = (...fields: Issue[]) => fault('row.invalid', undefined, { fields });
const KINDS: readonly LedgerKind[] = ['money', 'score'];
/** Money where nothing is said, as the field's default is; what is said wrongly is taken for neither. */
export function kindOf(value: unknown = 'money'): LedgerKind {
  const kind = KINDS.find((known) => known === value);
  if (kind === undefined) throw refuse({ path: 'kind', code: 'choice' });
  return kind;
}

/** The action of a member's row that asks a second person. */
export async function askSecond(hook: HookContext, member: StoredRow, input: Input): Promise<StoredRow> {
  const kind = kindOf(input['kind']);
  demandBooking(hook.actor, kind);
  const about = input['entry'] === undefined ? undefined : await entryToReverse(hook, kind, member, input['entry']);
  const amount = about === undefined ? input[kind] : about.amount;
  if (amount === undefined || amount === null || amount === '') throw refuse({ path: kind, code: 'required' });
  await hook.asSystem.create(pendingBooking, {
    user_id: Number(member['id']),
    kind,
    [kind]: amount,
    memo: input['memo'],
    ...(about === undefined ? wordsOf(hook, input) : { type: 'reversal' }),
    entry: about?.id ?? null,
    asked_by: hook.actor.id,
    asked_name: beginning(hook.actor.name, LONGEST_NAME),
    client: clientOf(hook),
  });
  return {};
}

/** The action of a member's row that asks a second person to delete a member who holds money. */
export async function askDelete(hook: HookContext, member: StoredRow, { memo }: Input): Promise<StoredRow> {
  demandDeletion(hook.actor);
  const held = Number(member['money']);
  if (held === 0) throw refuse({ path: 'money', code: 'zero' });
  const waiting = await hook.find(pendingBooking.name, {
    all: [
      { field: 'user_id', op: '=', value: Number(member['id']) },
      { field: 'act', op: '=', value: 'delete' },
      { field: 'status', op: '=', value: PENDING.waiting },
    ],
  });
  if (waiting.length > 0) throw fault('ledger.asked');
  await hook.asSystem.create(pendingBooking, {
    user_id: Number(member['id']),
    act: 'delete',
    kind: 'money',
    money: moneyOf(-held),
    memo,
    asked_by: hook.actor.id,
    asked_name: beginning(hook.actor.name, LONGEST_NAME),
    client: clientOf(hook),
  });
  return {};
}

function demandDeletion(actor: Actor): void {
  if (!may(actor, user, 'remove')) throw fault('access.denied');
}

/** The member must hold what it held when the deletion was asked for; it stays locked, so no booking comes before the deletion. */
async function judgeDeletion(hook: HookContext, row: Pending): Promise<void> {
  demandDeletion(hook.actor);
  await lockRow(hook, user.name, row.user_id);
  const [member] = await hook.find(user.name, { field: 'id', op: '=', value: row.user_id });
  if (!member) throw fault('row.missing');
  if (Number(member['money']) !== -Number(row.money)) throw fault('member.money_moved');
}

/** The type and reference an admin gives an entry; one that nothing says is an adjustment. */
function wordsOf(hook: HookContext, { type, reference }: Input) {
  judgeType(hook, type);
  return { type: type ?? 'adjust', reference: reference ?? null };
}

/** The member's row is locked: of two who ask at once the second one finds the first. */
async function entryToReverse(hook: HookContext, kind: LedgerKind, member: StoredRow, given: unknown) {
  const id = Number(given);
  if (!Number.isSafeInteger(id)) throw fault('row.missing');
  const [entry] = await hook.find(LEDGERS[kind], { field: 'id', op: '=', value: id });
  if (!entry || entry['user_id'] !== member['id']) throw fault('row.missing');
  if (entry['type'] === 'reversal') throw fault('ledger.no_reversal');
  const [earlier] = await hook.find(LEDGERS[kind], { field: 'ref', op: '=', value: `reversal:${id}` });
  if (earlier) throw fault('ledger.reversed');
  const asked = { entry: id, kind, status: PENDING.waiting };
  const same = Object.entries(asked).map(([field, value]) => ({ field, op: '=', value }) as const);
  const [waiting] = await hook.find(pendingBooking.name, { all: same });
  if (waiting) throw fault('ledger.asked');
  const amount = -Number(entry[kind]);
  return { id, amount: kind === 'money' ? moneyOf(amount) : amount };
}

export const pendingBookingBehaviour = defineHooks(pendingBooking, {
  remembersRefusals: true,
  beforeWrite: async (hook, changes, before) => {
    if (before) return changes;
    const kind = kindOf(changes.kind);
    const amount = Number(changes[kind] ?? 0);
    if (amount === 0) throw refuse({ path: kind, code: 'zero' });
    if (changes.act !== 'delete')
      checkFloor(hook, kind, await viewAccount(hook, kind, Number(changes.user_id)), amount);
    return { ...changes, money: null, score: null, [kind]: changes[kind] };
  },
  afterWrite: async (hook, after, before) => {
    if (before === undefined) {
      await tellApprovers(hook, after);
      return;
    }
    if (after.status === before.status) return;
    await tellDecided(hook, after);
    if (after.act === 'delete' && after.status === PENDING.approved) await hook.asSystem.remove(user, [after.user_id]);
  },
  actions: {
    approve: async (hook, row) => {
      const kind = kindOf(row.kind);
      demandApproval(hook.actor, kind);
      mustWait(row);
      if (hook.actor.id === row.asked_by) throw fault('ledger.same_person');
      await requireIndependent(hook, row.asked_by, canApproveBooking(kind));
      await requireStepUp(hook.services, hook.sessionId);
      if (row.act === 'delete') {
        await judgeDeletion(hook, row);
        return decided(hook, PENDING.approved);
      }
      return { ...decided(hook, PENDING.approved), n: await book(hook, kind, row) };
    },
    refuse: (hook, row, { memo }) => {
      demandSight(hook.actor, kindOf(row.kind));
      mustWait(row);
      const answer = typeof memo === 'string' ? tidy(memo) : '';
      if (answer === '') throw refuse({ path: 'memo', code: 'required' });
      if (lengthOf(answer) > LONGEST) throw refuse({ path: 'memo', code: 'too_long', params: { max: LONGEST } });
      if (hook.actor.id === row.asked_by) throw fault('ledger.same_person');
      return { ...decided(hook, PENDING.refused), answer };
    },
    withdraw: (hook, row) => {
      mustWait(row);
      if (hook.actor.id !== row.asked_by) throw fault('access.denied');
      return decided(hook, PENDING.withdrawn);
    },
  },
});

function mustWait({ status }: Pending): void {
  if (status !== PENDING.waiting) throw fault('ledger.decided');
}
const decided = (hook: HookContext, status: (typeof PENDING)[keyof typeof PENDING]) => ({
  status,
  decided_by: hook.actor.id,
  decided_name: beginning(hook.actor.name, LONGEST_NAME),
  decided_time: Math.floor(hook.at / 1000),
});

/** Answers the number of the entry; its reference makes sure that there is never a second one. */
async function book(hook: HookContext, kind: LedgerKind, row: Pending): Promise<number> {
  const entity = hook.services.registry.get(LEDGERS[kind]);
  if (!entity) throw fault('server.not_implemented');
  const ref = row.entry === null ? `approval:${row.id}` : `reversal:${row.entry}`;
  const [earlier] = await hook.find(entity.name, { field: 'ref', op: '=', value: ref });
  if (earlier) throw fault('ledger.reversed');
  const amount = Number(row[kind]);
  const { id } = await hook.asSystem.create(entity, {
    user_id: row.user_id,
    [kind]: kind === 'money' ? moneyOf(amount) : amount,
    memo: row.memo,
    type: row.entry === null ? row.type : 'reversal',
    reference: row.reference,
    ref,
    idem: ref,
    actor: `admin:${Number(row.asked_by)}`,
    actor_name: row.asked_name ?? '',
    approved_by: actorKey(hook.actor),
    approved_name: beginning(hook.actor.name, LONGEST_NAME),
    client: row.client ?? clientOf(hook),
  });
  const [entry] = await hook.find(entity.name, { field: 'id', op: '=', value: id });
  return Number(entry?.['n']);
}

async function memberName(hook: HookContext, id: number): Promise<string> {
  const [row] = await hook.find('user', { field: 'id', op: '=', value: id });
  return typeof row?.['nickname'] === 'string' ? row['nickname'] : `#${id}`;
}
const linkTo = ({ id }: Pending): string => `${SCREEN}/${id}`;

const groupOf = ({ id }: Pending): string => `booking:${id}`;

/** Notifies approvers of a new request, with its amount: each of them may see it. */
async function tellApprovers(hook: HookContext, row: Pending): Promise<void> {
  const kind = kindOf(row.kind);
  const amount = Number(row[kind]);
  const size = Math.abs(amount);
  const params = {
    title: await memberName(hook, row.user_id),
    sign: amount < 0 ? '−' : '+',
    amount: kind === 'money' ? moneyOf(size) : String(size),
  };
  const asker = { ...hook.actor, realm: 'staff', id: row.asked_by ?? 0, name: row.asked_name ?? '' } as const;
  const one = { text: ASKED[kind], link: linkTo(row) };
  for (const id of await findNotified(hook, canApproveBooking(kind), [row.asked_by ?? 0])) {
    const to = { realm: 'admin', id } as const;
    await notify({ ...hook, actor: asker }, { to, kind: 'system', one, params, group: groupOf(row) });
  }
}

/** Nobody is called to what somebody has decided: it is read for all who were asked. */
async function settleAsked(hook: HookContext, row: Pending): Promise<void> {
  const entity = hook.services.registry.get('notice');
  if (entity === undefined) return;
  const admins = await hook.find('admin', EVERYTHING);
  const asked = await hook.find(entity.name, {
    all: [
      { field: 'recipient_id', op: 'IN', value: admins.map(({ id }) => Number(id)) },
      { field: 'realm', op: '=', value: 'admin' },
      { field: 'group_key', op: '=', value: groupOf(row) },
      { field: 'read_time', op: 'NULL', value: null },
    ],
  });
  for (const { id } of asked)
    await hook.asSystem.update(entity, { id: Number(id), read_time: Math.floor(hook.at / 1000) });
}

async function tellDecided(hook: HookContext, row: Pending): Promise<void> {
  await settleAsked(hook, row);
  await tellAsker(hook, row);
}

async function tellAsker(hook: HookContext, row: Pending): Promise<void> {
  if (row.asked_by === null || row.status === PENDING.withdrawn) return;
  await notify(hook, {
    to: { realm: 'admin', id: row.asked_by },
    kind: 'system',
    one: { text: row.status === PENDING.approved ? 'booking_approved' : 'booking_refused', link: linkTo(row) },
    params: { title: await memberName(hook, row.user_id), memo: row.answer ?? '' },
  });
}
