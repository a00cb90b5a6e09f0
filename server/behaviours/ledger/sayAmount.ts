/** Amounts of the ledgers in sentences: money in the currency of the site, points as they are. */
import { formatMoney } from '../../../common/text/moneyText';
import { moneyOf } from '../../../common/text/moneys';
import type { Ctx } from '../../kit';
import type { LedgerKind } from './chain';

/** `whole`: cents or points. */
export function sayAmount({ kit, lang }: Pick<Ctx, 'kit' | 'lang'>, kind: LedgerKind, whole: number): string {
  if (kind === 'score') return String(whole);
  return formatMoney(moneyOf(whole), { lang, currency: kit.settings.currency });
}
