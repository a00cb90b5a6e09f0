/** The bell's line for a member whose balance or points changed: it waits for whoever was away. */
import type { StoredRow } from '../../../common/entity/meta';
import type { HookContext } from '../../engine/write/writer';
import { inSets } from '../../platform/together';
import { notify } from '../notify';
import type { LedgerKind } from './chain';
import { moneyOf } from '../../../common/text/moneys';
import { shortened } from '../../../common/text/clean';

const TEXTS = {
  money: { in: ['money_in', 'money_many'], out: ['money_out', 'money_many_out'] },
  score: { in: ['score_in', 'score_many'], out: ['score_out', 'score_many_out'] },
} as const;
const PLACES: Readonly<Record<LedgerKind, string>> = { money: '/user/balance', score: '/user/integral' };
const LONGEST_MEMO = 80;

const signOf = (sum: number): string => (sum < 0 ? '−' : sum > 0 ? '+' : '');

interface Seen {
  readonly userId: number;
  readonly kind: LedgerKind;
  readonly n: number;
}
/** Whether a device of the member showed this entry. */
function isSeen({ tx }: HookContext, entry: Seen): Promise<boolean> {
  return inSets(tx, 'entries in sight', entry, async (entries, shared) => {
    const where = entries.map(() => '(user_id = ? AND kind = ? AND n = ?)').join(' OR ');
    const found = await shared.rows<{ readonly user_id: number; readonly kind: string; readonly n: number }>(
      `SELECT user_id, kind, n FROM \`entry_seen\` WHERE seen_at > 0 AND (${where})`,
      entries.flatMap(({ userId, kind, n }) => [userId, kind, n]),
    );
    const seen = new Set(found.map((row) => `${Number(row.user_id)} ${row.kind} ${Number(row.n)}`));
    return entries.map(({ userId, kind, n }) => seen.has(`${userId} ${kind} ${n}`));
  });
}

/** Within the booking's own transaction. */
export async function tellMember(hook: HookContext, kind: LedgerKind, entry: StoredRow): Promise<void> {
  const amount = Number(entry[kind]);
  const say = (value: number): string => (kind === 'money' ? moneyOf(value) : String(value));
  const [one, many] = TEXTS[kind][amount > 0 ? 'in' : 'out'];
  const link = PLACES[kind];
  await notify(
    // nobody of the staff is named to members
    { ...hook, actor: { ...hook.actor, realm: 'system', id: 0, name: '' } },
    {
      to: { realm: 'member', id: Number(entry['user_id']) },
      kind: 'wealth',
      one: { text: one, link },
      many: { text: many, link },
      // The member has seen the account as it was before this entry.
      startsOver: () => isSeen(hook, { userId: Number(entry['user_id']), kind, n: Number(entry['n']) - 1 }),
      // The newest entry in full, and what all of the line come to.
      params: ({ sum: before }) => {
        const sum = Number(before ?? 0) + amount;
        return {
          amount: say(Math.abs(amount)),
          after: say(Number(entry['after'])),
          memo: typeof entry['memo'] === 'string' ? shortened(entry['memo'], LONGEST_MEMO) : '',
          ...{ sum, sign: signOf(sum), total: say(Math.abs(sum)) },
        };
      },
      group: kind,
      items: [String(Number(entry['n']))],
      eachOnce: true,
    },
  );
}
