/** How much staff book alone: what one person books for one member in one direction counts together, however it is split. */
import { PENDING } from '../../../common/entities/pendingBooking';
import { fault } from '../../../common/protocol/faults';
import { requireStepUp } from '../../access/stepUp';
import { actorKey } from '../../engine/act';
import type { Step } from '../../engine/writer';
import { LEDGERS, type LedgerKind } from './chain';

/** What was booked within this time counts. */
const TOGETHER_S = 3_600;
/** Acts that book less than this part of the limit are judged without a look at what came before. */
const FAR_BELOW = 100;

export interface Sizing {
  readonly kind: LedgerKind;
  readonly userId: number;
  readonly amount: number;
}
const acts = new WeakMap<Step['tx'], Map<string, number>>();
/** What this act has booked so far, with this amount. */
function withinAct({ tx }: Step, { kind, userId, amount }: Sizing): number {
  const sums = acts.get(tx) ?? new Map<string, number>();
  acts.set(tx, sums);
  const key = `${kind}:${userId}:${Math.sign(amount)}`;
  const sum = (sums.get(key) ?? 0) + Math.abs(amount);
  sums.set(key, sum);
  return sum;
}

/** What the actor booked before, this act included; what a second person approved is settled. */
async function before(step: Step, { kind, userId, amount }: Sizing): Promise<number> {
  const [row] = await step.tx.rows<{ readonly booked: number | null }>(
    `SELECT SUM(ABS(l.${kind})) AS booked FROM \`${LEDGERS[kind]}\` l
     WHERE l.user_id = ? AND l.actor = ? AND l.create_time > ? AND l.${kind} ${amount < 0 ? '<' : '>'} 0
       AND NOT EXISTS (SELECT 1 FROM \`pending_booking\` p
         WHERE p.user_id = l.user_id AND p.kind = ? AND p.n = l.n AND p.status = ?)`,
    [userId, actorKey(step.actor), Math.floor(step.at / 1000) - TOGETHER_S, kind, PENDING.approved],
  );
  return Number(row?.booked ?? 0);
}

/** Whether a booking is too large for who books alone. The account is locked: nobody books beside it. */
export async function judgeSize(step: Step, sizing: Sizing): Promise<void> {
  if (step.actor.realm !== 'staff') return;
  const { secondPerson, stepUp } = step.kit.settings.ledger;
  const [second, again] = [secondPerson[sizing.kind], stepUp[sizing.kind]];
  const lowest = Math.min(second, again);
  const act = withinAct(step, sizing);
  if (act * FAR_BELOW < lowest) return;
  const size = Math.abs(sizing.amount) + (await before(step, sizing));
  if (size >= second) throw fault('ledger.second_person', undefined, { data: { secondPerson: true } });
  if (size >= again) await requireStepUp(step.kit, step.sessionId);
}
