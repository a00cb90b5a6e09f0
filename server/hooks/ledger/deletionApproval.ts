/**
 * Four-eyes approval of deletions by a second admin: limits the total balance of the members that one admin deletes without approval,
 * within an hour and within a day of the site.
 */
import { PENDING_BOOKING_STATUS } from '../../../common/entities/pendingBooking';
import { getTimeZone } from '../../../common/text/time/timeZone';
import { actorKey } from '../../engine/write/context/actorKey';
import type { HookContext } from '../../engine/write/context/hookContext';

const HOUR_MS = 3_600_000;

/** Cents by member. */
type CentsByMember = ReadonlyMap<number, number>;

/** Accounts stay when members are purged. Restored members do not count, nor a purge that follows an approved deletion. */
const DELETED_SQL = `SELECT DISTINCT h.eid AS id, a.balance AS money FROM \`record_history\` h
  JOIN \`account\` a ON a.user_id = h.eid AND a.kind = 'money' AND a.balance <> 0
  WHERE h.\`at\` > ? AND h.ent = 'user' AND h.actor = ?
    AND (h.op = 'd' OR (h.op = 'x' AND NOT EXISTS (SELECT 1 FROM \`pending_booking\` p
      WHERE p.user_id = h.eid AND p.act = 'delete' AND p.status = ${PENDING_BOOKING_STATUS.approved} AND p.money = -a.balance)))
    AND NOT EXISTS (SELECT 1 FROM \`user\` u WHERE u.id = h.eid AND u.delete_time IS NULL)`;

async function loadDeletedSince({ tx, actor }: HookContext, since: number): Promise<CentsByMember> {
  const rows = await tx.rows<{ readonly id: number; readonly money: number }>(DELETED_SQL, [since, actorKey(actor)]);
  return new Map(rows.map(({ id, money }) => [Number(id), Number(money)]));
}

/** A member who is deleted and then purged counts once. */
const sumAmounts = (deleted: CentsByMember, leaving: CentsByMember): number =>
  [...new Map([...deleted, ...leaving]).values()].reduce((sum, money) => sum + Math.abs(money), 0);

/** Whether these members and those that the admin deleted earlier hold more than one person may delete. */
export async function isDeletionApprovalRequired(hook: HookContext, leaving: CentsByMember): Promise<boolean> {
  const { ledger, timeZone } = hook.services.settings;
  const [hourly, daily] = [ledger.approvalLimit.money, ledger.dailyLimit.money];
  if (leaving.size === 0 || (!Number.isFinite(hourly) && !Number.isFinite(daily))) return false;
  // Concurrent deletions of one admin add up too.
  await hook.withLock(`member_deletions:${actorKey(hook.actor)}`);
  if (sumAmounts(await loadDeletedSince(hook, hook.at - HOUR_MS), leaving) >= hourly) return true;
  if (!Number.isFinite(daily)) return false;
  const midnight = getTimeZone(timeZone).getStart('day', Math.floor(hook.at / 1000)) * 1000;
  return sumAmounts(await loadDeletedSince(hook, midnight - 1), leaving) > daily;
}
