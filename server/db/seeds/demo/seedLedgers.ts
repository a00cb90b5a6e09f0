/** Balances and points of the demo members, booked as ordinary entries. */
import { formatCents } from '../../../../common/text/cents';
import type { STAFF_TYPES } from '../../../../common/entities/ledger';
import { itemAt, type DemoContext, type SeedRow } from './demoContext';

/** Reason and type of an entry. */
type Reason = readonly [memo: string, type: (typeof STAFF_TYPES)[number]];
const CREDITS: readonly Reason[] = [
  ['Deposit', 'top_up'],
  ['订单退款', 'refund'],
  ['Spring survey prize', 'adjust'],
  ['柜台充值', 'top_up'],
  ['Refund for order', 'refund'],
];
const DEBITS: readonly Reason[] = [
  ['Order', 'payment'],
  ['订单支付', 'payment'],
  ['Workshop fee', 'fee'],
  ['课程费用', 'fee'],
];
const POINTS: readonly Reason[] = [
  ['Points for a purchase', 'top_up'],
  ['消费积分', 'top_up'],
  ['Survey answered', 'adjust'],
  ['完成问卷', 'adjust'],
];
const SPENT_POINTS: readonly Reason[] = [
  ['Gift voucher', 'payment'],
  ['兑换礼品券', 'payment'],
];
/** Days ago with bookings. */
const DAYS = [30, 21, 14, 9, 6, 5, 4, 3, 2, 1] as const;

interface Holder {
  readonly id: number;
  readonly joined: number;
  money: number;
  score: number;
}

export async function seedLedgers(demo: DemoContext): Promise<void> {
  const rows = await demo.services.db.rows<{ id: number; joined: number }>(
    'SELECT id, create_time AS joined FROM `user` ORDER BY id',
  );
  const holders: readonly Holder[] = rows.map(({ id, joined }) => ({
    id: Number(id),
    joined: Number(joined),
    money: 0,
    score: 0,
  }));
  for (const [dayIndex, day] of DAYS.entries())
    await demo.runDaysAgo(day, async ({ insertRows }) => {
      const now = holders
        .map((holder, index) => [holder, index] as const)
        .filter(([{ joined }, index]) => (index + dayIndex) % 4 === 0 && joined <= demo.secondsAgo(day));
      await insertRows(
        'user_money_log',
        now.map(([holder, index]) => moneyEntry(holder, index, dayIndex)),
      );
      await insertRows(
        'user_score_log',
        now.map(([holder, index]) => pointsEntry(holder, index, dayIndex)),
      );
    });
}

function moneyEntry(holder: Holder, index: number, dayIndex: number): SeedRow {
  const size = 500 + ((index * 1237 + dayIndex * 911) % 24_000);
  const debit = dayIndex % 3 === 2 && holder.money > size;
  const cents = debit ? -size : size;
  holder.money += cents;
  const [memo, type] = chooseReason(debit ? DEBITS : CREDITS, index, dayIndex);
  return { user_id: holder.id, money: formatCents(cents), memo: `${memo} ${1000 + index * 7 + dayIndex}`, type };
}

function pointsEntry(holder: Holder, index: number, dayIndex: number): SeedRow {
  const size = 10 + ((index * 53 + dayIndex * 17) % 190);
  const isSpent = dayIndex % 3 === 2 && holder.score > size;
  const score = isSpent ? -size : size;
  holder.score += score;
  const [memo, type] = chooseReason(isSpent ? SPENT_POINTS : POINTS, index, dayIndex);
  return { user_id: holder.id, score, memo, type };
}

/** `index + dayIndex` grows by four from one booking of a person to the next. */
const chooseReason = (reasons: readonly Reason[], index: number, dayIndex: number): Reason =>
  itemAt(reasons, Math.floor((index + dayIndex) / 4)) ?? ['', 'adjust'];
