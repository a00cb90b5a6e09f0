/** Four-eyes approval of bookings by a second admin: the requester cannot decide, and only the approval books the entry. */
import { PENDING_BOOKING_STATUS, pendingBooking } from '../../../common/entities/pendingBooking';
import { user } from '../../../common/entities/user';
import { canUse, type Actor } from '../../../common/entity/access';
import { MATCH_ALL } from '../../../common/entity/filter';
import type { StoredRow } from '../../../common/entity/columns';
import { fault } from '../../../common/protocol/faults';
import { truncate, codePointLength, normalizeForStorage } from '../../../common/text/normalize';
import { formatCents } from '../../../common/text/cents';
import { assertStepUp } from '../../access/factors/stepUp';
import { defineHooks, type StoredOf } from '../../engine/write/context/entityHooks';
import type { HookContext } from '../../engine/write/context/hookContext';
import { findApproversToNotify, assertIndependentApprover } from '../permissions/approvers';
import { lockRow } from '../rowLookup';
import { notify } from '../notifications/notify';
import { actorKey } from '../../engine/write/context/actorKey';
import { nameBookingChannel } from './bookingChannel';
import { loadLedgerAccount } from './account';
import {
  canApproveBooking,
  assertCanApprove,
  assertCanBook,
  assertCanReadPending,
} from '../permissions/bookingPermissions';
import { LEDGERS, type LedgerKind } from '../../../common/ledgerKind';
import { assertSufficientBalance, assertEntryType } from './ledgerHooks';
import { invalidFault } from '../../platform/invalidFault';

type PendingBookingRow = StoredOf<typeof pendingBooking>;
type Input = Readonly<Record<string, unknown>>;

const MAX_MEMO_LENGTH = 255;
const MAX_NAME_LENGTH = 30;
const REQUEST_TEXTS = { money: 'booking_asked_money', score: 'booking_asked_score' } as const;
const SCREEN = '/admin/pending_booking';
const KINDS: readonly LedgerKind[] = ['money', 'score'];
/** The ledger of a request; the default is money, like the default of the field. An unknown value is refused. */
export function parseLedgerKind(value: unknown = 'money'): LedgerKind {
  const kind = KINDS.find((known) => known === value);
  if (kind === undefined) throw invalidFault({ path: 'kind', code: 'choice' });
  return kind;
}

/** Action of a member's row that requests the approval of a booking by another admin. */
export async function requestBooking(hook: HookContext, member: StoredRow, input: Input): Promise<StoredRow> {
  const kind = parseLedgerKind(input['kind']);
  assertCanBook(hook.actor, kind);
  const toReverse =
    input['entry'] === undefined ? undefined : await findEntryToReverse(hook, kind, member, input['entry']);
  const amount = toReverse === undefined ? input[kind] : toReverse.amount;
  if (amount === undefined || amount === null || amount === '') throw invalidFault({ path: kind, code: 'required' });
  await hook.asSystem.create(pendingBooking, {
    user_id: Number(member['id']),
    kind,
    [kind]: amount,
    memo: input['memo'],
    ...(toReverse === undefined ? entryLabels(hook, input) : { type: 'reversal' }),
    entry: toReverse?.id ?? null,
    asked_by: hook.actor.id,
    asked_name: truncate(hook.actor.name, MAX_NAME_LENGTH),
    client: nameBookingChannel(hook),
  });
  return {};
}

/** Action of a member's row that requests the deletion of a member who holds money. */
export async function requestDeletion(hook: HookContext, member: StoredRow, { memo }: Input): Promise<StoredRow> {
  assertCanDelete(hook.actor);
  const balance = Number(member['money']);
  if (balance === 0) throw invalidFault({ path: 'money', code: 'zero' });
  const waiting = await hook.find(pendingBooking.name, {
    all: [
      { field: 'user_id', op: '=', value: Number(member['id']) },
      { field: 'act', op: '=', value: 'delete' },
      { field: 'status', op: '=', value: PENDING_BOOKING_STATUS.waiting },
    ],
  });
  if (waiting.length > 0) throw fault('ledger.asked');
  await hook.asSystem.create(pendingBooking, {
    user_id: Number(member['id']),
    act: 'delete',
    kind: 'money',
    money: formatCents(-balance),
    memo,
    asked_by: hook.actor.id,
    asked_name: truncate(hook.actor.name, MAX_NAME_LENGTH),
    client: nameBookingChannel(hook),
  });
  return {};
}

function assertCanDelete(actor: Actor): void {
  if (!canUse(actor, user, 'remove')) throw fault('access.denied');
}

/** The member must hold the amount of the request. The row stays locked, so no booking comes before the deletion. */
async function assertDeletionUnchanged(hook: HookContext, row: PendingBookingRow): Promise<void> {
  assertCanDelete(hook.actor);
  await lockRow(hook, user.name, row.user_id);
  const [member] = await hook.find(user.name, { field: 'id', op: '=', value: row.user_id });
  if (!member) throw fault('row.missing');
  if (Number(member['money']) !== -Number(row.money)) throw fault('member.money_moved');
}

/** Type and reference of the entry; the default type is `adjust`. */
function entryLabels(hook: HookContext, { type, reference }: Input) {
  assertEntryType(hook, type);
  return { type: type ?? 'adjust', reference: reference ?? null };
}

/** Runs under the lock of the member's row: the second of two concurrent requests finds the first. */
async function findEntryToReverse(hook: HookContext, kind: LedgerKind, member: StoredRow, entryId: unknown) {
  const id = Number(entryId);
  if (!Number.isSafeInteger(id)) throw fault('row.missing');
  const [entry] = await hook.find(LEDGERS[kind], { field: 'id', op: '=', value: id });
  if (!entry || entry['user_id'] !== member['id']) throw fault('row.missing');
  if (entry['type'] === 'reversal') throw fault('ledger.no_reversal');
  const [earlier] = await hook.find(LEDGERS[kind], { field: 'ref', op: '=', value: `reversal:${id}` });
  if (earlier) throw fault('ledger.reversed');
  const asked = { entry: id, kind, status: PENDING_BOOKING_STATUS.waiting };
  const conditions = Object.entries(asked).map(([field, value]) => ({ field, op: '=', value }) as const);
  const [waiting] = await hook.find(pendingBooking.name, { all: conditions });
  if (waiting) throw fault('ledger.asked');
  const amount = -Number(entry[kind]);
  return { id, amount: kind === 'money' ? formatCents(amount) : amount };
}

export const pendingBookingHooks = defineHooks(pendingBooking, {
  storesRefusals: true,
  beforeWrite: async (hook, changes, before) => {
    if (before) return changes;
    const kind = parseLedgerKind(changes.kind);
    const amount = Number(changes[kind] ?? 0);
    if (amount === 0) throw invalidFault({ path: kind, code: 'zero' });
    if (changes.act !== 'delete')
      assertSufficientBalance(hook, kind, await loadLedgerAccount(hook, kind, Number(changes.user_id)), amount);
    return { ...changes, money: null, score: null, [kind]: changes[kind] };
  },
  afterWrite: async (hook, after, before) => {
    if (before === undefined) {
      await notifyApprovers(hook, after);
      return;
    }
    if (after.status === before.status) return;
    await notifyDecided(hook, after);
    if (after.act === 'delete' && after.status === PENDING_BOOKING_STATUS.approved)
      await hook.asSystem.remove(user, [after.user_id]);
  },
  actions: {
    approve: async (hook, row) => {
      const kind = parseLedgerKind(row.kind);
      assertCanApprove(hook.actor, kind);
      assertPending(row);
      if (hook.actor.id === row.asked_by) throw fault('ledger.same_person');
      await assertIndependentApprover(hook, row.asked_by, canApproveBooking(kind));
      await assertStepUp(hook.services, hook.sessionId);
      if (row.act === 'delete') {
        await assertDeletionUnchanged(hook, row);
        return decisionFields(hook, PENDING_BOOKING_STATUS.approved);
      }
      return { ...decisionFields(hook, PENDING_BOOKING_STATUS.approved), n: await bookApproved(hook, kind, row) };
    },
    refuse: (hook, row, { memo }) => {
      assertCanReadPending(hook.actor, parseLedgerKind(row.kind));
      assertPending(row);
      const refusalReason = typeof memo === 'string' ? normalizeForStorage(memo) : '';
      if (refusalReason === '') throw invalidFault({ path: 'memo', code: 'required' });
      if (codePointLength(refusalReason) > MAX_MEMO_LENGTH)
        throw invalidFault({ path: 'memo', code: 'too_long', params: { max: MAX_MEMO_LENGTH } });
      if (hook.actor.id === row.asked_by) throw fault('ledger.same_person');
      return { ...decisionFields(hook, PENDING_BOOKING_STATUS.refused), answer: refusalReason };
    },
    withdraw: (hook, row) => {
      assertPending(row);
      if (hook.actor.id !== row.asked_by) throw fault('access.denied');
      return decisionFields(hook, PENDING_BOOKING_STATUS.withdrawn);
    },
  },
});

function assertPending({ status }: PendingBookingRow): void {
  if (status !== PENDING_BOOKING_STATUS.waiting) throw fault('ledger.decided');
}
const decisionFields = (
  hook: HookContext,
  status: (typeof PENDING_BOOKING_STATUS)[keyof typeof PENDING_BOOKING_STATUS],
) => ({
  status,
  decided_by: hook.actor.id,
  decided_name: truncate(hook.actor.name, MAX_NAME_LENGTH),
  decided_time: Math.floor(hook.at / 1000),
});

/** Returns the number of the entry; its unique `ref` prevents a second booking. */
async function bookApproved(hook: HookContext, kind: LedgerKind, row: PendingBookingRow): Promise<number> {
  const entity = hook.services.registry.get(LEDGERS[kind]);
  if (!entity) throw fault('server.not_implemented');
  const ref = row.entry === null ? `approval:${row.id}` : `reversal:${row.entry}`;
  const [earlier] = await hook.find(entity.name, { field: 'ref', op: '=', value: ref });
  if (earlier) throw fault('ledger.reversed');
  const amount = Number(row[kind]);
  const { id } = await hook.asSystem.create(entity, {
    user_id: row.user_id,
    [kind]: kind === 'money' ? formatCents(amount) : amount,
    memo: row.memo,
    type: row.entry === null ? row.type : 'reversal',
    reference: row.reference,
    ref,
    idem: ref,
    actor: `admin:${Number(row.asked_by)}`,
    actor_name: row.asked_name ?? '',
    approved_by: actorKey(hook.actor),
    approved_name: truncate(hook.actor.name, MAX_NAME_LENGTH),
    client: row.client ?? nameBookingChannel(hook),
  });
  const [entry] = await hook.find(entity.name, { field: 'id', op: '=', value: id });
  return Number(entry?.['n']);
}

async function memberName(hook: HookContext, id: number): Promise<string> {
  const [row] = await hook.find('user', { field: 'id', op: '=', value: id });
  return typeof row?.['nickname'] === 'string' ? row['nickname'] : `#${id}`;
}
const getLink = ({ id }: PendingBookingRow): string => `${SCREEN}/${id}`;

const getNoticeGroup = ({ id }: PendingBookingRow): string => `booking:${id}`;

/** Notifies approvers of a new request, with its amount, which each of them may see. */
async function notifyApprovers(hook: HookContext, row: PendingBookingRow): Promise<void> {
  const kind = parseLedgerKind(row.kind);
  const amount = Number(row[kind]);
  const size = Math.abs(amount);
  const params = {
    title: await memberName(hook, row.user_id),
    sign: amount < 0 ? '−' : '+',
    amount: kind === 'money' ? formatCents(size) : String(size),
  };
  const requester = { ...hook.actor, kind: 'staff', id: row.asked_by ?? 0, name: row.asked_name ?? '' } as const;
  const single = { text: REQUEST_TEXTS[kind], link: getLink(row) };
  for (const id of await findApproversToNotify(hook, canApproveBooking(kind), [row.asked_by ?? 0])) {
    const to = { realm: 'admin', id } as const;
    await notify({ ...hook, actor: requester }, { to, kind: 'system', single, params, group: getNoticeGroup(row) });
  }
}

/** Marks the notices of a decided request as read for all approvers. */
async function markRequestsRead(hook: HookContext, row: PendingBookingRow): Promise<void> {
  const entity = hook.services.registry.get('notice');
  if (entity === undefined) return;
  const admins = await hook.find('admin', MATCH_ALL);
  const asked = await hook.find(entity.name, {
    all: [
      { field: 'recipient_id', op: 'IN', value: admins.map(({ id }) => Number(id)) },
      { field: 'realm', op: '=', value: 'admin' },
      { field: 'group_key', op: '=', value: getNoticeGroup(row) },
      { field: 'read_time', op: 'NULL', value: null },
    ],
  });
  for (const { id } of asked)
    await hook.asSystem.update(entity, { id: Number(id), read_time: Math.floor(hook.at / 1000) });
}

async function notifyDecided(hook: HookContext, row: PendingBookingRow): Promise<void> {
  await markRequestsRead(hook, row);
  await notifyRequester(hook, row);
}

async function notifyRequester(hook: HookContext, row: PendingBookingRow): Promise<void> {
  if (row.asked_by === null || row.status === PENDING_BOOKING_STATUS.withdrawn) return;
  await notify(hook, {
    to: { realm: 'admin', id: row.asked_by },
    kind: 'system',
    single: {
      text: row.status === PENDING_BOOKING_STATUS.approved ? 'booking_approved' : 'booking_refused',
      link: getLink(row),
    },
    params: { title: await memberName(hook, row.user_id), memo: row.answer ?? '' },
  });
}
