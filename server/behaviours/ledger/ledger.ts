/** The ledgers: a change of balance or points is an entry that is only ever added, and the member's figure follows from it. */
import { randomUUID } from 'node:crypto';
import { STAFF_TYPES } from '../../../common/entities/ledger';
import type { AnyEntity } from '../../../common/entity/entity';
import type { Issue } from '../../../common/entity/issue';
import type { StoredRow } from '../../../common/entity/meta';
import { LIMITS } from '../../../common/limits';
import { fault } from '../../../common/protocol/faults';
import { beginning, lengthOf, tidy } from '../../../common/text/clean';
import { moneyOf } from '../../../common/text/moneys';
import { actorKey, callerKey } from '../../engine/act';
import type { Behaviour } from '../../engine/behaviour';
import { rowsWhere } from '../../engine/rows';
import { whereSql } from '../../engine/where';
import type { Step } from '../../engine/writer';
import type { Db, Tx } from '../../kit';
import { inSets } from '../../platform/together';
import { lockAccount, moveAccount, type Account } from './account';
import { demandAmounts } from './booking';
import { accountId, sealsOf, type LedgerKind } from './chain';
import { clientOf } from './client';
import { goOn } from './lately';
import { judgeSize } from './limits';
import { newReceipt } from './receipt';
import { sayAmount } from './sayAmount';
import { tellMember } from './tell';

const LONGEST_MEMO = 255;
const LONGEST_NAME = 30;
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const refuse = (...fields: Issue[]) => fault('row.invalid', undefined, { fields });

/** An amount as people read it and as the write path takes it. */
export const amountText = (kind: LedgerKind, amount: number): string =>
  kind === 'money' ? moneyOf(amount) : String(amount);
const wireAmount = (kind: LedgerKind, amount: number): string | number => (kind === 'money' ? moneyOf(amount) : amount);

/** The behaviour of one ledger. */
export const ledgerBehaviour = (entity: AnyEntity, kind: LedgerKind): Behaviour => ({
  entity: entity.name,
  steps: {
    keepsRefusals: true,
    // of one member only one entry at a time is written, be it money or points
    locks: ({ user_id: id }) => (typeof id === 'number' || typeof id === 'string' ? [`member:${id}`] : undefined),
    already: (step, asked) => bookedBefore(step, entity, kind, asked),
    beforeWrite: async (step, changes, before) => {
      if (before) throw fault('row.append_only');
      await refuseRepeatedBatch(step, entity);
      return entryOf(step, kind, changes);
    },
    inside: (step, entry) => settle(step, kind, entry),
    actions: { reverse: (step, row, input) => reverse(step, entity, kind, { row, memo: input['memo'] }) },
  },
});

/** The whole entry from what was asked for, standing behind the last one of its account. */
async function entryOf(step: Step, kind: LedgerKind, asked: StoredRow): Promise<StoredRow> {
  if (asked[kind] === undefined) throw fault('access.denied');
  const [userId, amount] = [Number(asked['user_id']), Number(asked[kind])];
  if (amount === 0) throw refuse({ path: kind, code: 'zero' });
  judgeType(step, asked['type']);
  const account = await lockAccount(step, kind, userId);
  const after = checkFloor(step, kind, account, amount);
  await judgeSize(step, account, { kind, userId, amount });
  const n = account.n + 1;
  const entry: StoredRow = {
    ...asked,
    type: asked['type'] ?? 'adjust',
    actor: asked['actor'] ?? actorKey(step.actor),
    actor_name: asked['actor_name'] ?? beginning(step.actor.name, LONGEST_NAME),
    ref: asked['ref'] ?? null,
    idem: asked['idem'] ?? idemOf(step),
    reference: asked['reference'] ?? null,
    receipt: newReceipt(),
    approved_by: asked['approved_by'] ?? null,
    approved_name: asked['approved_name'] ?? null,
    client: asked['client'] ?? clientOf(step),
    n,
    before: account.balance,
    after,
    slot: `${userId}:${n}`,
  };
  const [hash = ''] = sealsOf(step.kit.env.appKeys, kind, account.hash, {
    ...entry,
    create_time: Math.floor(step.at / 1000),
  });
  goOn(step.kit, account, { actor: textOf(entry['actor']), side: Math.sign(amount), size: Math.abs(amount), hash });
  return { ...entry, hash };
}

/** Staff choose among their own types; the system sets the others. */
export function judgeType({ actor }: Pick<Step, 'actor'>, type: unknown): void {
  if (actor.realm !== 'staff' || type === undefined || type === null) return;
  if (!STAFF_TYPES.some((one) => one === type)) throw refuse({ path: 'type', code: 'choice' });
}

type Standing = Pick<Account, 'balance' | 'overdraft'>;
/** What the account comes to; refuses what it does not hold before anybody is asked to confirm it. */
export function checkFloor(
  ctx: Pick<Step, 'kit' | 'lang'>,
  kind: LedgerKind,
  { balance, overdraft }: Standing,
  amount: number,
): number {
  const after = balance + amount;
  if (amount < 0 && after < 0 && !overdraft) {
    const left = Math.max(balance, 0);
    const available = sayAmount(ctx, kind, left);
    throw fault('ledger.insufficient', { available }, { data: { available: amountText(kind, left) } });
  }
  // an older house may hold more: from there it only goes back
  if (Math.abs(after) > LIMITS.account && Math.sign(after) === Math.sign(amount)) throw fault('ledger.too_much');
  return after;
}

const booked = new WeakMap<Step['tx'], number>();
/** The idempotency key that an entry keeps for ever: of the caller, the request and the place of the entry in the request. */
function idemOf(step: Step): string {
  const { mid, tx } = step;
  if (mid === undefined) return `auto:${randomUUID()}`;
  const place = booked.get(tx) ?? 0;
  booked.set(tx, place + 1);
  return `${callerKey(step)}:${mid}${place === 0 ? '' : `:${place}`}`;
}

/**
 * Returns the entry that an earlier request with the same key created, also when the mutation log no longer holds that key. Error:
 * `mutation.reused` when the two requests differ.
 */
async function bookedBefore(step: Step, entity: AnyEntity, kind: LedgerKind, asked: StoredRow) {
  const { actor, mid, tx } = step;
  if (mid === undefined || actor.realm === 'system' || booked.has(tx)) return undefined;
  const entry =
    (await entryWithKey(step, entity, `${callerKey(step)}:${mid}`)) ?? (await entryWithAdminKey(step, entity));
  if (entry === undefined) return undefined;
  const wanted: StoredRow = { ...asked, type: asked['type'] ?? 'adjust', reference: asked['reference'] ?? null };
  const same = ['user_id', kind, 'memo', 'type', 'reference'].every((name) => entry[name] === wanted[name]);
  if (!same) throw fault('mutation.reused');
  return entry;
}

const entryWithKey = (step: Step, entity: AnyEntity, key: string): Promise<StoredRow | undefined> =>
  inSets(step.tx, `booked ${entity.name}`, key, (keys, shared) => entriesOf(shared, step.kit.db.dialect, entity, keys));

/** Earlier versions stored the entries of an API token under the key of its admin: the client of the entry names the token. */
async function entryWithAdminKey(step: Step, entity: AnyEntity): Promise<StoredRow | undefined> {
  const { actor, mid } = step;
  if (mid === undefined || actor.program === undefined) return undefined;
  const entry = await entryWithKey(step, entity, `${actorKey(actor)}:${mid}`);
  return entry?.['client'] === clientOf(step) ? entry : undefined;
}

/** Throws `mutation.reused` when an API token repeats a batch that an earlier version stored; the unique index refuses later ones. */
async function refuseRepeatedBatch(step: Step, entity: AnyEntity): Promise<void> {
  if (step.isBatch !== true || booked.has(step.tx)) return;
  if ((await entryWithAdminKey(step, entity)) !== undefined) throw fault('mutation.reused');
}

async function entriesOf(tx: Tx, dialect: Db['dialect'], entity: AnyEntity, keys: readonly string[]) {
  const found = await rowsWhere(tx, entity, whereSql(entity, { field: 'idem', op: 'IN', value: keys }, dialect));
  const byKey = new Map(found.map((entry) => [entry['idem'], entry]));
  return keys.map((key) => byKey.get(key));
}

/** The account goes on to the entry, and the member's row shows it. */
async function settle(step: Step, kind: LedgerKind, entry: StoredRow): Promise<void> {
  const user = step.kit.registry.get('user');
  const userId = Number(entry['user_id']);
  const after = Number(entry['after']);
  const moved = { n: Number(entry['n']), after, hash: textOf(entry['hash']) };
  await moveAccount(step, accountId(kind, userId), moved);
  if (user) await step.house.update(user, { id: userId, [kind]: wireAmount(kind, after) });
  await tellMember(step, kind, entry);
}

interface Reversal {
  readonly row: StoredRow;
  readonly memo: unknown;
}
/** An entry is never changed: what was wrong is taken back by another entry that says so. */
async function reverse(step: Step, entity: AnyEntity, kind: LedgerKind, { row, memo }: Reversal): Promise<StoredRow> {
  demandAmounts(step.actor, kind);
  const reason = typeof memo === 'string' ? tidy(memo) : '';
  if (reason === '') throw refuse({ path: 'memo', code: 'required' });
  if (lengthOf(reason) > LONGEST_MEMO) throw refuse({ path: 'memo', code: 'too_long', params: { max: LONGEST_MEMO } });
  if (row['type'] === 'reversal') throw fault('ledger.no_reversal');
  const amount = -Number(row[kind]);
  const userId = Number(row['user_id']);
  const ref = `reversal:${Number(row['id'])}`;
  const account = await lockAccount(step, kind, userId);
  const [earlier] = await step.find(entity.name, { field: 'ref', op: '=', value: ref });
  if (earlier) throw fault('ledger.reversed');
  checkFloor(step, kind, account, amount);
  await judgeSize(step, account, { kind, userId, amount });
  await step.house.create(entity, {
    user_id: userId,
    [kind]: wireAmount(kind, amount),
    memo: reason,
    type: 'reversal',
    ref,
    idem: ref,
    actor: actorKey(step.actor),
    actor_name: beginning(step.actor.name, LONGEST_NAME),
    client: clientOf(step),
  });
  return {};
}
