/** How much staff book alone: what one person books for one member in one direction counts together, however it is split. */
import { PENDING } from '../../../common/entities/pendingBooking';
import { zoneOf } from '../../../common/text/zone';
import { fault } from '../../../common/protocol/faults';
import { requireStepUp, STEP_UP } from '../../access/stepUp';
import { actorKey } from '../../engine/write/unitOfWork';
import type { HookContext } from '../../engine/write/writer';
import { marks } from '../../platform/sql';
import { inSets } from '../../platform/together';
import type { Account } from './account';
import { LEDGERS, type LedgerKind } from './chain';
import { atMost, learn, type Heap } from './lately';
import { sayAmount } from './sayAmount';

/** What was booked within this time counts. */
const TOGETHER_S = 3_600;

export interface Sizing {
  readonly kind: LedgerKind;
  readonly userId: number;
  readonly amount: number;
}
/** Longer than any act takes from its instant to its entry: among the entries of the last hour no number is lower than that of the first one here. */
const SLACK_S = 60;
/**
 * Added up as fractions are (`1e0`): no sum is too long for that, and where it is no longer exact it is beyond every limit. The first
 * entry of the hour is found by time, those of members from there on by number: what it costs does not grow with the years.
 */
const bookedSql = (kind: LedgerKind, members: number, actors: number): string => {
  const table = `\`${LEDGERS[kind]}\``;
  return `SELECT l.user_id, l.actor, SIGN(l.${kind}) AS side, SUM(ABS(l.${kind}) * 1e0) AS booked FROM ${table} l
    WHERE l.user_id IN (${marks(members)}) AND l.actor IN (${marks(actors)}) AND l.create_time > ?
      AND l.id >= (SELECT e.id FROM ${table} e WHERE e.create_time > ? ORDER BY e.create_time, e.id LIMIT 1)
      AND NOT EXISTS (SELECT 1 FROM \`pending_booking\` p
        WHERE p.user_id = l.user_id AND p.kind = '${kind}' AND p.n = l.n AND p.status = ${PENDING.approved})
    GROUP BY l.user_id, l.actor, side`;
};

interface HeapOf extends Heap {
  readonly user_id: number;
}
const nameOf = ({ user_id: id, actor, side }: HeapOf): string => `${Number(id)} ${actor} ${Number(side)}`;

/** What the actor booked before within the hour; what a second person approved is settled. */
function before({ tx, at }: HookContext, kind: LedgerKind, heap: HeapOf): Promise<number> {
  const since = Math.floor(at / 1000) - TOGETHER_S;
  // whose hour began at another second asks for himself
  return inSets(tx, `booked before ${kind} since ${since}`, heap, async (heaps, shared) => {
    const members = [...new Set(heaps.map((one) => one.user_id))];
    const actors = [...new Set(heaps.map((one) => one.actor))];
    const rows = await shared.rows<HeapOf & { readonly booked: number }>(
      bookedSql(kind, members.length, actors.length),
      [...members, ...actors, since, since - SLACK_S],
    );
    const sums = new Map(rows.map((row) => [nameOf(row), Number(row.booked)]));
    return heaps.map((one) => sums.get(nameOf(one)) ?? 0);
  });
}

/** Entries of one admin in one day; those a second person approved do not count. */
const daySql = (kind: LedgerKind): string =>
  `SELECT COALESCE(SUM(ABS(l.${kind}) * 1e0), 0) AS booked FROM \`${LEDGERS[kind]}\` l
    WHERE l.create_time >= ? AND l.actor = ? AND NOT EXISTS (SELECT 1 FROM \`pending_booking\` p
      WHERE p.user_id = l.user_id AND p.kind = '${kind}' AND p.n = l.n AND p.status = ${PENDING.approved})`;

/** Whether the admin books more alone than one day of the site allows; costs nothing while there is no limit. */
async function judgeDay(hook: HookContext, kind: LedgerKind, amount: number): Promise<void> {
  const { ledger, timeZone } = hook.services.settings;
  const limit = ledger.clerkDay[kind];
  if (!Number.isFinite(limit)) return;
  const actor = actorKey(hook.actor);
  // two bookings of one admin, for two members or on two nodes, come one after the other
  await hook.withLock(`clerk_day:${kind}:${actor}`);
  const start = zoneOf(timeZone).startOf('day', Math.floor(hook.at / 1000));
  const [row] = await hook.tx.rows<{ readonly booked: number }>(daySql(kind), [start, actor]);
  if (Number(row?.booked ?? 0) + Math.abs(amount) <= limit) return;
  throw fault('ledger.clerk_day', { limit: sayAmount(hook, kind, limit) }, { data: { secondPerson: true } });
}

/** Whether a booking is too large for who books alone. The account is locked: nobody books beside it. */
export async function judgeSize(hook: HookContext, account: Account, { kind, userId, amount }: Sizing): Promise<void> {
  if (hook.actor.realm !== 'staff') return;
  await judgeDay(hook, kind, amount);
  const { secondPerson, stepUp } = hook.services.settings.ledger;
  const [second, again] = [secondPerson[kind], stepUp[kind]];
  const heap: HeapOf = { user_id: userId, actor: actorKey(hook.actor), side: Math.sign(amount) };
  const known = atMost(hook.services, account, heap);
  if (known !== undefined && Math.abs(amount) + known < Math.min(second, again)) return;
  const sum = await before(hook, kind, heap);
  learn(hook.services, account, heap, sum);
  const size = Math.abs(amount) + sum;
  const named = (limit: number) => ({ limit: sayAmount(hook, kind, limit) });
  if (size >= second) throw fault('ledger.second_person', named(second), { data: { secondPerson: true } });
  if (size < again) return;
  await requireStepUp(hook.services, hook.sessionId, () => fault('ledger.step_up', named(again), STEP_UP));
}
