/** The bell's line for a member whose balance or points changed: it waits for whoever was away. */
import type { StoredRow } from '../../../common/entity/meta';
import type { Step } from '../../engine/writer';
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

/** Within the booking's own transaction. */
export async function tellMember(step: Step, kind: LedgerKind, entry: StoredRow): Promise<void> {
  const amount = Number(entry[kind]);
  const say = (value: number): string => (kind === 'money' ? moneyOf(value) : String(value));
  const [one, many] = TEXTS[kind][amount > 0 ? 'in' : 'out'];
  const link = PLACES[kind];
  await notify(
    // nobody of the staff is named to members
    { ...step, actor: { ...step.actor, realm: 'system', id: 0, name: '' } },
    {
      to: { realm: 'member', id: Number(entry['user_id']) },
      kind: 'wealth',
      one: { text: one, link },
      many: { text: many, link },
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
