/** How much staff book alone: what one person books for one member in one direction counts together, however it is split. */
import { PENDING } from '../../../common/entities/pendingBooking';
import { fault } from '../../../common/protocol/faults';
import { requireStepUp } from '../../access/stepUp';
import { actorKey } from '../../engine/act';
import type { Step } from '../../engine/writer';
import type { SqlValue } from '../../kit';
import { inSets } from '../../platform/together';
import { LEDGERS, type LedgerKind } from './chain';

/** What was booked within this time counts. */
const TOGETHER_S = 3_600;

export interface Sizing {
  readonly kind: LedgerKind;
  readonly userId: number;
  readonly amount: number;
}
/** Longer than any act takes from its instant to its entry: among the entries of the last hour no number is lower than that of the first one here. */
const SLACK_S = 60;
/** Added up as fractions are (`1e0`): no sum is too long for that, and where it is no longer exact it is beyond every limit. The first entry of the hour is found by time, the member's own from there on by number: what it costs does not grow with the years. */
const bookedSql = (kind: LedgerKind): string => {
  const table = `\`${LEDGERS[kind]}\``;
  return `SELECT ? AS nr, SUM(ABS(l.${kind}) * 1e0) AS booked FROM ${table} l
    WHERE l.user_id = ? AND l.actor = ? AND SIGN(l.${kind}) = ? AND l.create_time > ?
      AND l.id >= (SELECT e.id FROM ${table} e WHERE e.create_time > ? ORDER BY e.create_time, e.id LIMIT 1)
      AND NOT EXISTS (SELECT 1 FROM \`pending_booking\` p
        WHERE p.user_id = l.user_id AND p.kind = '${kind}' AND p.n = l.n AND p.status = ${PENDING.approved})`;
};

/** What the actor booked before within the hour; what a second person approved is settled. */
function before({ tx, at, actor }: Step, { kind, userId, amount }: Sizing): Promise<number> {
  const since = Math.floor(at / 1000) - TOGETHER_S;
  const values: readonly SqlValue[] = [userId, actorKey(actor), Math.sign(amount), since, since - SLACK_S];
  return inSets(tx, `booked before ${kind}`, values, async (all, shared) => {
    const rows = await shared.rows<{ readonly nr: number; readonly booked: number | null }>(
      all.map(() => bookedSql(kind)).join(' UNION ALL '),
      all.flatMap((wish, nr) => [nr, ...wish]),
    );
    const sums = new Map(rows.map(({ nr, booked }) => [Number(nr), Number(booked ?? 0)]));
    return all.map((_, nr) => sums.get(nr) ?? 0);
  });
}

/** Whether a booking is too large for who books alone. The account is locked: nobody books beside it. */
export async function judgeSize(step: Step, sizing: Sizing): Promise<void> {
  if (step.actor.realm !== 'staff') return;
  const { secondPerson, stepUp } = step.kit.settings.ledger;
  const [second, again] = [secondPerson[sizing.kind], stepUp[sizing.kind]];
  const size = Math.abs(sizing.amount) + (await before(step, sizing));
  if (size >= second) throw fault('ledger.second_person', undefined, { data: { secondPerson: true } });
  if (size >= again) await requireStepUp(step.kit, step.sessionId);
}
