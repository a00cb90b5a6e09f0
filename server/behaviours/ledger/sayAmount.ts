/** Amounts of the ledgers in sentences: money in the currency of the site, points as they are. */
import { formatMoney } from '../../../common/text/moneyText';
import { moneyOf } from '../../../common/text/moneys';
import type { RequestContext } from '../../context';
import type { LedgerKind } from './chain';

/** `whole`: cents or points. */
export function sayAmount(
  { services, lang }: Pick<RequestContext, 'services' | 'lang'>,
  kind: LedgerKind,
  whole: number,
): string {
  if (kind === 'score') return String(whole);
  return formatMoney(moneyOf(whole), { lang, currency: services.settings.currency });
}
