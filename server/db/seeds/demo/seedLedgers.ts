/** Balances and points of the demo members, booked as ordinary entries. */
import { formatCents } from '../../../../common/text/cents';
import { itemAt, type DemoContext, type SeedRow } from './demoContext';

const CREDITS = ['Refund for order', '订单退款', 'Spring survey prize', '活动奖励', 'Deposit'] as const;
const DEBITS = ['Order', '订单支付', 'Workshop fee', '课程费用'] as const;
const POINTS = ['Welcome gift', '新人礼', 'Survey answered', '完成问卷', 'Review written', '发表评价'] as const;
/** Days ago with bookings. */
const DAYS = [30, 21, 14, 9, 6, 5, 4, 3, 2, 1] as const;

interface Holder {
  readonly id: number;
  readonly joined: number;
  money: number;
}

export async function seedLedgers(demo: DemoContext): Promise<void> {
  const rows = await demo.services.db.rows<{ id: number; joined: number }>(
    'SELECT id, create_time AS joined FROM `user` ORDER BY id',
  );
  const holders: readonly Holder[] = rows.map(({ id, joined }) => ({
    id: Number(id),
    joined: Number(joined),
    money: 0,
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
        now.map(([{ id }, index]) => ({
          user_id: id,
          score: 10 + ((index * 53 + dayIndex * 17) % 190),
          memo: itemAt(POINTS, index + dayIndex) ?? '',
        })),
      );
    });
}

function moneyEntry(holder: Holder, index: number, dayIndex: number): SeedRow {
  const size = 500 + ((index * 1237 + dayIndex * 911) % 24_000);
  const debit = dayIndex % 3 === 2 && holder.money > size;
  const cents = debit ? -size : size;
  holder.money += cents;
  const reason = debit ? itemAt(DEBITS, index) : itemAt(CREDITS, index + dayIndex);
  return { user_id: holder.id, money: formatCents(cents), memo: `${reason ?? ''} ${1000 + index * 7 + dayIndex}` };
}
