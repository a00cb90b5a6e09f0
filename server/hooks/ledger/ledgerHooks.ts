/** Hooks of the ledgers, which adjust balance and points: entries are only added, and the member's balance or points follow from them. */
import { randomUUID } from 'node:crypto';
import { stringOrEmpty } from '../../../common/json';
import { STAFF_TYPES } from '../../../common/entities/ledger';
import type { AnyEntity } from '../../../common/entity/entity';
import type { StoredRow } from '../../../common/entity/columns';
import { LIMITS } from '../../../common/limits';
import { fault } from '../../../common/protocol/faults';
import { truncate, codePointLength, normalizeForStorage } from '../../../common/text/normalize';
import { formatCents } from '../../../common/text/cents';
import { actorKey } from '../../engine/write/context/actorKey';
import { getCallerKey } from '../../engine/write/commit/idempotency';
import type { EntityHookSet } from '../../engine/write/context/entityHooks';
import { selectRowsWhere } from '../../engine/read/selectRowsWhere';
import { filterToSql } from '../../engine/read/filterToSql';
import type { HookContext } from '../../engine/write/context/hookContext';
import type { Db, Tx } from '../../context';
import { runBatched } from '../../platform/database/txBatch';
import { lockAccount, advanceAccount, type Account } from './account';
import { assertCanWriteAmounts } from '../permissions/bookingPermissions';
import type { LedgerKind } from '../../../common/ledgerKind';
import { ledgerAccountId, entryHmacs } from './ledgerChain';
import { nameBookingChannel } from './bookingChannel';
import { advanceCachedTotal } from './recentTotalsCache';
import { assertWithinBookingLimits } from './bookingLimits';
import { createReceiptNumber } from './receiptNumber';
import { formatLedgerAmount } from './formatLedgerAmount';
import { notifyMemberOfEntry } from './entryNotification';
import { invalidFault } from '../../platform/invalidFault';

const MAX_MEMO_LENGTH = 255;
const MAX_NAME_LENGTH = 30;

/** An amount in the format of the write path: decimal money, whole points. */
export const formatPlainAmount = (kind: LedgerKind, amount: number): string =>
  kind === 'money' ? formatCents(amount) : String(amount);
const inputAmount = (kind: LedgerKind, amount: number): string | number =>
  kind === 'money' ? formatCents(amount) : amount;

/** The hooks of one ledger. */
export const ledgerHooks = (entity: AnyEntity, kind: LedgerKind): EntityHookSet => ({
  entity: entity.name,
  hooks: {
    storesRefusals: true,
    // Entries of one member, money or points, are written one after another.
    lockKeys: ({ user_id: id }) => (typeof id === 'number' || typeof id === 'string' ? [`member:${id}`] : undefined),
    findExisting: (hook, input) => findEarlierEntry(hook, entity, kind, input),
    beforeWrite: async (hook, changes, before) => {
      if (before) throw fault('row.append_only');
      await assertBatchNotRepeated(hook, entity);
      return buildEntry(hook, kind, changes);
    },
    afterWrite: (hook, entry) => updateBalance(hook, kind, entry),
    actions: { reverse: (hook, row, input) => reverseEntry(hook, entity, kind, { row, memo: input['memo'] }) },
  },
});

/** Builds the whole entry from the request and the last entry of the account. */
async function buildEntry(hook: HookContext, kind: LedgerKind, input: StoredRow): Promise<StoredRow> {
  if (input[kind] === undefined) throw fault('access.denied');
  const [userId, amount] = [Number(input['user_id']), Number(input[kind])];
  if (amount === 0) throw invalidFault({ path: kind, code: 'zero' });
  assertEntryType(hook, input['type']);
  const account = await lockAccount(hook, kind, userId);
  const after = assertSufficientBalance(hook, kind, account, amount);
  await assertWithinBookingLimits(hook, account, { kind, userId, amount });
  const n = account.n + 1;
  const entry: StoredRow = {
    ...input,
    type: input['type'] ?? 'adjust',
    actor: input['actor'] ?? actorKey(hook.actor),
    actor_name: input['actor_name'] ?? truncate(hook.actor.name, MAX_NAME_LENGTH),
    ref: input['ref'] ?? null,
    idem: input['idem'] ?? entryIdempotencyKey(hook),
    reference: input['reference'] ?? null,
    receipt: createReceiptNumber(),
    approved_by: input['approved_by'] ?? null,
    approved_name: input['approved_name'] ?? null,
    client: input['client'] ?? nameBookingChannel(hook),
    n,
    before: account.balance,
    after,
    slot: `${userId}:${n}`,
  };
  const [hash = ''] = entryHmacs(hook.services.env.appKeys, kind, account.hash, {
    ...entry,
    create_time: Math.floor(hook.at / 1000),
  });
  advanceCachedTotal(hook.services, account, {
    actor: stringOrEmpty(entry['actor']),
    side: Math.sign(amount),
    size: Math.abs(amount),
    hash,
  });
  return { ...entry, hash };
}

/** Staff may use their own types; the system sets the others. */
export function assertEntryType({ actor }: Pick<HookContext, 'actor'>, type: unknown): void {
  if (actor.kind !== 'staff' || type === undefined || type === null) return;
  if (!STAFF_TYPES.some((staffType) => staffType === type)) throw invalidFault({ path: 'type', code: 'choice' });
}

type BalanceState = Pick<Account, 'balance' | 'overdraft'>;
/** Throws when the balance is insufficient; called before a confirmation is required. Returns the balance after the booking. */
export function assertSufficientBalance(
  ctx: Pick<HookContext, 'services' | 'lang'>,
  kind: LedgerKind,
  { balance, overdraft }: BalanceState,
  amount: number,
): number {
  const after = balance + amount;
  if (amount < 0 && after < 0 && !overdraft) {
    const remainingBalance = Math.max(balance, 0);
    const available = formatLedgerAmount(ctx, kind, remainingBalance);
    throw fault(
      'ledger.insufficient',
      { available },
      { data: { available: formatPlainAmount(kind, remainingBalance) } },
    );
  }
  // An older installation may hold more: such an account may only decrease.
  if (Math.abs(after) > LIMITS.maxAccountAmount && Math.sign(after) === Math.sign(amount))
    throw fault('ledger.too_much');
  return after;
}

/** Number of entries that a transaction has created so far. */
const entryCountByTx = new WeakMap<HookContext['tx'], number>();
/** The idempotency key stored with the entry: caller, request key and index of the entry in the request. */
function entryIdempotencyKey(hook: HookContext): string {
  const { idempotencyKey, tx } = hook;
  if (idempotencyKey === undefined) return `auto:${randomUUID()}`;
  const index = entryCountByTx.get(tx) ?? 0;
  entryCountByTx.set(tx, index + 1);
  return `${getCallerKey(hook)}:${idempotencyKey}${index === 0 ? '' : `:${index}`}`;
}

/**
 * Prevents a duplicate (double) booking: returns the entry that an earlier request with the same key created, also when the mutation log
 * no longer holds that key. Error: `mutation.reused` when the two requests differ.
 */
async function findEarlierEntry(hook: HookContext, entity: AnyEntity, kind: LedgerKind, input: StoredRow) {
  const { actor, idempotencyKey, tx } = hook;
  if (idempotencyKey === undefined || actor.kind === 'system' || entryCountByTx.has(tx)) return undefined;
  const entry =
    (await entryWithKey(hook, entity, `${getCallerKey(hook)}:${idempotencyKey}`)) ??
    (await entryWithAdminKey(hook, entity));
  if (entry === undefined) return undefined;
  const expected: StoredRow = { ...input, type: input['type'] ?? 'adjust', reference: input['reference'] ?? null };
  const isSame = ['user_id', kind, 'memo', 'type', 'reference'].every((name) => entry[name] === expected[name]);
  if (!isSame) throw fault('mutation.reused');
  return entry;
}

const entryWithKey = (hook: HookContext, entity: AnyEntity, key: string): Promise<StoredRow | undefined> =>
  runBatched(hook.tx, `booked ${entity.name}`, key, (keys, shared) =>
    findEntriesByKey(shared, hook.services.db.dialect, entity, keys),
  );

/** Earlier versions stored the entries of an API token under the key of its admin: the entry's client names the token. */
async function entryWithAdminKey(hook: HookContext, entity: AnyEntity): Promise<StoredRow | undefined> {
  const { actor, idempotencyKey } = hook;
  if (idempotencyKey === undefined || actor.tokenId === undefined) return undefined;
  const entry = await entryWithKey(hook, entity, `${actorKey(actor)}:${idempotencyKey}`);
  return entry?.['client'] === nameBookingChannel(hook) ? entry : undefined;
}

/** Throws `mutation.reused` when an API token repeats a batch that an earlier version stored; the unique index refuses later ones. */
async function assertBatchNotRepeated(hook: HookContext, entity: AnyEntity): Promise<void> {
  if (hook.isBatch !== true || entryCountByTx.has(hook.tx)) return;
  if ((await entryWithAdminKey(hook, entity)) !== undefined) throw fault('mutation.reused');
}

async function findEntriesByKey(tx: Tx, dialect: Db['dialect'], entity: AnyEntity, keys: readonly string[]) {
  const found = await selectRowsWhere(
    tx,
    entity,
    filterToSql(entity, { field: 'idem', op: 'IN', value: keys }, dialect),
  );
  const byKey = new Map(found.map((entry) => [entry['idem'], entry]));
  return keys.map((key) => byKey.get(key));
}

/** Updates the account, and the balance in the member's row. */
async function updateBalance(hook: HookContext, kind: LedgerKind, entry: StoredRow): Promise<void> {
  const user = hook.services.registry.get('user');
  const userId = Number(entry['user_id']);
  const after = Number(entry['after']);
  const nextHead = { n: Number(entry['n']), after, hash: stringOrEmpty(entry['hash']) };
  await advanceAccount(hook, ledgerAccountId(kind, userId), nextHead);
  if (user) await hook.asSystem.update(user, { id: userId, [kind]: inputAmount(kind, after) });
  await notifyMemberOfEntry(hook, kind, entry);
}

interface ReversalInput {
  readonly row: StoredRow;
  readonly memo: unknown;
}
/** Entries are immutable: a wrong entry is corrected by a reversing entry. */
async function reverseEntry(
  hook: HookContext,
  entity: AnyEntity,
  kind: LedgerKind,
  { row, memo }: ReversalInput,
): Promise<StoredRow> {
  assertCanWriteAmounts(hook.actor, kind);
  const reason = typeof memo === 'string' ? normalizeForStorage(memo) : '';
  if (reason === '') throw invalidFault({ path: 'memo', code: 'required' });
  if (codePointLength(reason) > MAX_MEMO_LENGTH)
    throw invalidFault({ path: 'memo', code: 'too_long', params: { max: MAX_MEMO_LENGTH } });
  if (row['type'] === 'reversal') throw fault('ledger.no_reversal');
  const amount = -Number(row[kind]);
  const userId = Number(row['user_id']);
  const ref = `reversal:${Number(row['id'])}`;
  const account = await lockAccount(hook, kind, userId);
  const [earlier] = await hook.find(entity.name, { field: 'ref', op: '=', value: ref });
  if (earlier) throw fault('ledger.reversed');
  assertSufficientBalance(hook, kind, account, amount);
  await assertWithinBookingLimits(hook, account, { kind, userId, amount });
  await hook.asSystem.create(entity, {
    user_id: userId,
    [kind]: inputAmount(kind, amount),
    memo: reason,
    type: 'reversal',
    ref,
    idem: ref,
    actor: actorKey(hook.actor),
    actor_name: truncate(hook.actor.name, MAX_NAME_LENGTH),
    client: nameBookingChannel(hook),
  });
  return {};
}
