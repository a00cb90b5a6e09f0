/**
 * Deleting members who hold money: the caller confirms each amount, enters the password again, and needs the approval of another admin from the limit on.
 */
import { readableColumns } from '../../../common/entity/access';
import { user } from '../../../common/entities/user';
import { PENDING_BOOKING_STATUS } from '../../../common/entities/pendingBooking';
import { fault } from '../../../common/protocol/faults';
import { formatCents } from '../../../common/text/cents';
import { assertStepUp } from '../../access/factors/stepUp';
import type { HookContext } from '../../engine/write/context/hookContext';
import { formatLedgerAmount } from './formatLedgerAmount';
import { isDeletionApprovalRequired } from './deletionApproval';

interface BalanceHolder {
  readonly id: number;
  readonly nickname: string;
  /** Cents. */
  readonly money: number;
  readonly delete_time: number | null;
}
const totalBalance = (holders: readonly BalanceHolder[]): number =>
  holders.reduce((sum, { money }) => sum + Math.abs(money), 0);

/** Refuses all rows unless the caller may delete each of these members who holds money. */
export async function assertDeletionAllowed(
  hook: HookContext,
  rows: readonly BalanceHolder[],
  verb: 'del' | 'purge',
): Promise<void> {
  if (hook.actor.kind !== 'staff') return;
  const holders = rows.filter(({ money }) => money !== 0);
  if (holders.length === 0) return;
  // An admin who cannot see the amount cannot confirm it.
  if (!readableColumns(hook.actor, user).some(({ name }) => name === 'money')) throw fault('access.denied');
  const isUnconfirmed = holders.some(({ id, money }) => hook.confirmed?.[id] !== formatCents(money));
  if (isUnconfirmed) throw holdsMoneyFault(hook, holders);
  await assertStepUp(hook.services, hook.sessionId);
  const unapprovedHolders = verb === 'purge' ? await findUnapprovedHolders(hook, holders) : holders;
  if (await isDeletionApprovalRequired(hook, new Map(unapprovedHolders.map(({ id, money }) => [id, money]))))
    throw fault('member.delete_second', undefined, {
      data: { secondPerson: true, holders: holderDetails(unapprovedHolders) },
    });
}

const holderDetails = (holders: readonly BalanceHolder[]) =>
  holders.map(({ id, nickname, money }) => ({ id, name: nickname, money: formatCents(money) }));
const holdsMoneyFault = (hook: HookContext, holders: readonly BalanceHolder[]) =>
  fault(
    'member.holds_money',
    { count: holders.length, amount: formatLedgerAmount(hook, 'money', totalBalance(holders)) },
    { data: { holders: holderDetails(holders) } },
  );

/** Members whose deletion has no approval since they were deleted. */
async function findUnapprovedHolders(
  hook: HookContext,
  holders: readonly BalanceHolder[],
): Promise<readonly BalanceHolder[]> {
  const approved = await hook.find('pending_booking', {
    all: [
      { field: 'user_id', op: 'IN', value: holders.map(({ id }) => id) },
      { field: 'act', op: '=', value: 'delete' },
      { field: 'status', op: '=', value: PENDING_BOOKING_STATUS.approved },
    ],
  });
  const isApproved = ({ id, money, delete_time: deletedAt }: BalanceHolder) =>
    approved.some(
      (row) =>
        row['user_id'] === id && row['money'] === -money && Number(row['decided_time']) >= Number(deletedAt ?? 0),
    );
  return holders.filter((holder) => !isApproved(holder));
}
