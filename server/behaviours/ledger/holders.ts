/** Deleting members who hold money: the caller confirms each amount, gives the password again, and asks a second person from the limit on. */
import { readableColumns } from '../../../common/entity/access';
import { user } from '../../../common/entities/user';
import { PENDING } from '../../../common/entities/pendingBooking';
import { fault } from '../../../common/protocol/faults';
import { moneyOf } from '../../../common/text/moneys';
import { requireStepUp } from '../../access/stepUp';
import type { HookContext } from '../../engine/write/writer';
import { sayAmount } from './sayAmount';
import { needsSecond } from './deletions';

interface Holder {
  readonly id: number;
  readonly nickname: string;
  /** Cents. */
  readonly money: number;
  readonly delete_time: number | null;
}
const sizeOf = (holders: readonly Holder[]): number => holders.reduce((sum, { money }) => sum + Math.abs(money), 0);

/** Refuses all rows unless the caller may delete every member of them who holds money. */
export async function judgeHolders(hook: HookContext, rows: readonly Holder[], verb: 'del' | 'purge'): Promise<void> {
  if (hook.actor.realm !== 'staff') return;
  const holders = rows.filter(({ money }) => money !== 0);
  if (holders.length === 0) return;
  // nobody confirms an amount without the right to see it
  if (!readableColumns(hook.actor, user).some(({ name }) => name === 'money')) throw fault('access.denied');
  const unread = holders.some(({ id, money }) => hook.confirmed?.[id] !== moneyOf(money));
  if (unread) throw holding(hook, holders);
  await requireStepUp(hook.services, hook.sessionId);
  const waiting = verb === 'purge' ? await unapproved(hook, holders) : holders;
  if (await needsSecond(hook, new Map(waiting.map(({ id, money }) => [id, money]))))
    throw fault('member.delete_second', undefined, { data: { secondPerson: true, holders: told(waiting) } });
}

const told = (holders: readonly Holder[]) =>
  holders.map(({ id, nickname, money }) => ({ id, name: nickname, money: moneyOf(money) }));
const holding = (hook: HookContext, holders: readonly Holder[]) =>
  fault(
    'member.holds_money',
    { count: holders.length, amount: sayAmount(hook, 'money', sizeOf(holders)) },
    { data: { holders: told(holders) } },
  );

/** Members whose deletion no second person approved since they were deleted. */
async function unapproved(hook: HookContext, holders: readonly Holder[]): Promise<readonly Holder[]> {
  const approved = await hook.find('pending_booking', {
    all: [
      { field: 'user_id', op: 'IN', value: holders.map(({ id }) => id) },
      { field: 'act', op: '=', value: 'delete' },
      { field: 'status', op: '=', value: PENDING.approved },
    ],
  });
  const isApproved = ({ id, money, delete_time: gone }: Holder) =>
    approved.some(
      (row) => row['user_id'] === id && row['money'] === -money && Number(row['decided_time']) >= Number(gone ?? 0),
    );
  return holders.filter((holder) => !isApproved(holder));
}
