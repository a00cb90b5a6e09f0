/** The bell's line for a member whose balance or points changed: it waits for whoever was away. */
import type { StoredRow } from '../../../common/entity/meta';
import type { Step } from '../../engine/writer';
import { notify } from '../notify';
import type { LedgerKind } from './chain';
import { moneyOf } from '../../../common/text/moneys';

const TEXTS = {
  money: { in: 'money_in', out: 'money_out', many: 'money_many' },
  score: { in: 'score_in', out: 'score_out', many: 'score_many' },
} as const;
const PLACES: Readonly<Record<LedgerKind, string>> = { money: '/user/balance', score: '/user/integral' };
const LONGEST_MEMO = 80;

/** Within the booking's own transaction. */
export async function tellMember(step: Step, kind: LedgerKind, entry: StoredRow): Promise<void> {
  const amount = Number(entry[kind]);
  const say = (value: number): string => (kind === 'money' ? moneyOf(value) : String(value));
  const texts = TEXTS[kind];
  const link = PLACES[kind];
  await notify(
    // nobody of the staff is named to members
    { ...step, actor: { ...step.actor, realm: 'system', id: 0, name: '' } },
    {
      to: { realm: 'member', id: Number(entry['user_id']) },
      kind: 'wealth',
      one: { text: amount > 0 ? texts.in : texts.out, link },
      many: { text: texts.many, link },
      params: {
        amount: say(Math.abs(amount)),
        after: say(Number(entry['after'])),
        memo: typeof entry['memo'] === 'string' ? entry['memo'].slice(0, LONGEST_MEMO) : '',
      },
      group: kind,
      items: [String(Number(entry['n']))],
    },
  );
}
