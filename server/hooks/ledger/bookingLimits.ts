/** Limits on bookings without approval by another admin: bookings of one admin for one member in one direction add up, however they are split. */
import { PENDING_BOOKING_STATUS } from '../../../common/entities/pendingBooking';
import { getTimeZone } from '../../../common/text/time/timeZone';
import { fault } from '../../../common/protocol/faults';
import { assertStepUp, STEP_UP_REQUIRED } from '../../access/factors/stepUp';
import { actorKey } from '../../engine/write/context/actorKey';
import type { HookContext } from '../../engine/write/context/hookContext';
import { placeholders } from '../../platform/database/sql';
import { runBatched } from '../../platform/database/txBatch';
import type { Account } from './account';
import { LEDGERS, type LedgerKind } from '../../../common/ledgerKind';
import { findCachedTotal, cacheTotal, type BookingGroup } from './recentTotalsCache';
import { formatLedgerAmount } from './formatLedgerAmount';

/** Seconds within which bookings add up. */
const WINDOW_S = 3_600;

export interface BookingAmount {
  readonly kind: LedgerKind;
  readonly userId: number;
  readonly amount: number;
}
/**
 * Longer than the time between the start of a transaction and its entry: no entry of the last hour has a lower id than the first entry
 * found here.
 */
const CLOCK_SLACK_S = 60;
/**
 * Sums as floating point (`1e0`): it cannot overflow, and where it is inexact it exceeds every limit. The first entry of the hour is found
 * by time, the members' entries from there on by id, so the cost does not grow with the table.
 */
const hourlyTotalsSql = (kind: LedgerKind, members: number, actors: number): string => {
  const table = `\`${LEDGERS[kind]}\``;
  return `SELECT l.user_id, l.actor, SIGN(l.${kind}) AS side, SUM(ABS(l.${kind}) * 1e0) AS booked FROM ${table} l
    WHERE l.user_id IN (${placeholders(members)}) AND l.actor IN (${placeholders(actors)}) AND l.create_time > ?
      AND l.id >= (SELECT e.id FROM ${table} e WHERE e.create_time > ? ORDER BY e.create_time, e.id LIMIT 1)
      AND NOT EXISTS (SELECT 1 FROM \`pending_booking\` p
        WHERE p.user_id = l.user_id AND p.kind = '${kind}' AND p.n = l.n AND p.status = ${PENDING_BOOKING_STATUS.approved})
    GROUP BY l.user_id, l.actor, side`;
};

interface MemberBookingGroup extends BookingGroup {
  readonly user_id: number;
}
const groupKey = ({ user_id: id, actor, side }: MemberBookingGroup): string => `${Number(id)} ${actor} ${Number(side)}`;

/** The sum that the actor booked within the hour; entries that another admin approved do not count. */
function loadBookedTotal({ tx, at }: HookContext, kind: LedgerKind, group: MemberBookingGroup): Promise<number> {
  const since = Math.floor(at / 1000) - WINDOW_S;
  // A group whose hour starts at another second is read in another batch.
  return runBatched(tx, `booked before ${kind} since ${since}`, group, async (groups, shared) => {
    const members = [...new Set(groups.map(({ user_id: id }) => id))];
    const actors = [...new Set(groups.map((requested) => requested.actor))];
    const rows = await shared.rows<MemberBookingGroup & { readonly booked: number }>(
      hourlyTotalsSql(kind, members.length, actors.length),
      [...members, ...actors, since, since - CLOCK_SLACK_S],
    );
    const sums = new Map(rows.map((row) => [groupKey(row), Number(row.booked)]));
    return groups.map((requested) => sums.get(groupKey(requested)) ?? 0);
  });
}

/** Entries of one admin on one day; entries that another admin approved do not count. */
const dailyTotalSql = (kind: LedgerKind): string =>
  `SELECT COALESCE(SUM(ABS(l.${kind}) * 1e0), 0) AS booked FROM \`${LEDGERS[kind]}\` l
    WHERE l.create_time >= ? AND l.actor = ? AND NOT EXISTS (SELECT 1 FROM \`pending_booking\` p
      WHERE p.user_id = l.user_id AND p.kind = '${kind}' AND p.n = l.n AND p.status = ${PENDING_BOOKING_STATUS.approved})`;

/** Refuses more than the site's daily limit of one admin; reads nothing when there is no limit. */
async function assertDailyLimit(hook: HookContext, kind: LedgerKind, amount: number): Promise<void> {
  const { ledger, timeZone } = hook.services.settings;
  const limit = ledger.dailyLimit[kind];
  if (!Number.isFinite(limit)) return;
  const actor = actorKey(hook.actor);
  // Bookings of one admin, for two members or on two nodes, run one after another.
  await hook.withLock(`admin_daily_limit:${kind}:${actor}`);
  const start = getTimeZone(timeZone).getStart('day', Math.floor(hook.at / 1000));
  const [row] = await hook.tx.rows<{ readonly booked: number }>(dailyTotalSql(kind), [start, actor]);
  if (Number(row?.booked ?? 0) + Math.abs(amount) <= limit) return;
  throw fault('ledger.clerk_day', { limit: formatLedgerAmount(hook, kind, limit) }, { data: { secondPerson: true } });
}

/** Refuses a booking above the limits. The account is locked, so no concurrent booking changes the sums. */
export async function assertWithinBookingLimits(
  hook: HookContext,
  account: Account,
  { kind, userId, amount }: BookingAmount,
): Promise<void> {
  if (hook.actor.kind !== 'staff') return;
  await assertDailyLimit(hook, kind, amount);
  const { approvalLimit: approvalLimits, stepUp } = hook.services.settings.ledger;
  const [approvalLimit, stepUpLimit] = [approvalLimits[kind], stepUp[kind]];
  const group: MemberBookingGroup = { user_id: userId, actor: actorKey(hook.actor), side: Math.sign(amount) };
  const cached = findCachedTotal(hook.services, account, group);
  if (cached !== undefined && Math.abs(amount) + cached < Math.min(approvalLimit, stepUpLimit)) return;
  const sum = await loadBookedTotal(hook, kind, group);
  cacheTotal(hook.services, account, group, sum);
  const total = Math.abs(amount) + sum;
  const limitParams = (limit: number) => ({ limit: formatLedgerAmount(hook, kind, limit) });
  if (total >= approvalLimit)
    throw fault('ledger.second_person', limitParams(approvalLimit), { data: { secondPerson: true } });
  if (total < stepUpLimit) return;
  await assertStepUp(hook.services, hook.sessionId, () =>
    fault('ledger.step_up', limitParams(stepUpLimit), STEP_UP_REQUIRED),
  );
}
