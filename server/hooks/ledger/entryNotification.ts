/** Notifies a member, also live, that money or points were booked: the balance or the points changed. */
import type { StoredRow } from '../../../common/entity/columns';
import type { HookContext } from '../../engine/write/context/hookContext';
import { runBatched } from '../../platform/database/txBatch';
import { notify } from '../notifications/notify';
import type { LedgerKind } from '../../../common/ledgerKind';
import { BALANCE_NOTICE } from '../../../common/notices';
import { formatCents } from '../../../common/text/cents';
import { truncateWithEllipsis } from '../../../common/text/normalize';

const TEXTS = {
  money: { in: ['money_in', 'money_many'], out: ['money_out', 'money_many_out'] },
  score: { in: ['score_in', 'score_many'], out: ['score_out', 'score_many_out'] },
} as const;
const LEDGER_SCREENS: Readonly<Record<LedgerKind, string>> = { money: '/user/balance', score: '/user/integral' };
const MAX_MEMO_LENGTH = 80;

const getSign = (sum: number): string => (sum < 0 ? '−' : sum > 0 ? '+' : '');

interface SeenEntry {
  readonly userId: number;
  readonly kind: LedgerKind;
  readonly n: number;
}
/** Whether a device of the member displayed this entry. */
function isSeen({ tx }: HookContext, entry: SeenEntry): Promise<boolean> {
  return runBatched(tx, 'seen entries', entry, async (entries, shared) => {
    const where = entries.map(() => '(user_id = ? AND kind = ? AND n = ?)').join(' OR ');
    const found = await shared.rows<{ readonly user_id: number; readonly kind: string; readonly n: number }>(
      `SELECT user_id, kind, n FROM \`entry_seen\` WHERE seen_at > 0 AND (${where})`,
      entries.flatMap(({ userId, kind, n }) => [userId, kind, n]),
    );
    const seenKeys = new Set(found.map((row) => `${Number(row.user_id)} ${row.kind} ${Number(row.n)}`));
    return entries.map(({ userId, kind, n }) => seenKeys.has(`${userId} ${kind} ${n}`));
  });
}

/** Runs in the transaction of the booking. */
export async function notifyMemberOfEntry(hook: HookContext, kind: LedgerKind, entry: StoredRow): Promise<void> {
  const amount = Number(entry[kind]);
  const format = (value: number): string => (kind === 'money' ? formatCents(value) : String(value));
  const [single, plural] = TEXTS[kind][amount > 0 ? 'in' : 'out'];
  const link = LEDGER_SCREENS[kind];
  const receipt = typeof entry['receipt'] === 'string' ? entry['receipt'] : '';
  await notify(
    // Notices to members name no admin.
    { ...hook, actor: { ...hook.actor, kind: 'system', id: 0, name: '' } },
    {
      to: { realm: 'member', id: Number(entry['user_id']) },
      kind: BALANCE_NOTICE,
      single: { text: single, link: receipt === '' ? link : `${link}?receipt=${receipt}` },
      plural: { text: plural, link },
      // The member has seen the account as it was before this entry.
      hasSeenAll: () => isSeen(hook, { userId: Number(entry['user_id']), kind, n: Number(entry['n']) - 1 }),
      // The newest entry in full, and the total of the notice.
      params: ({ sum: before }) => {
        const sum = Number(before ?? 0) + amount;
        return {
          amount: format(Math.abs(amount)),
          after: format(Number(entry['after'])),
          memo: typeof entry['memo'] === 'string' ? truncateWithEllipsis(entry['memo'], MAX_MEMO_LENGTH) : '',
          sum,
          sign: getSign(sum),
          total: format(Math.abs(sum)),
        };
      },
      group: kind,
      items: [String(Number(entry['n']))],
      hasUniqueItems: true,
    },
  );
}
