/** Amounts of the ledgers in sentences: money in the currency of the site, points as they are. */
import { formatMoney } from '../../../common/text/formatMoney';
import { formatCents } from '../../../common/text/cents';
import type { RequestContext } from '../../context';
import type { LedgerKind } from '../../../common/ledgerKind';

/** `units`: cents or points. */
export function formatLedgerAmount(
  { services, lang }: Pick<RequestContext, 'services' | 'lang'>,
  kind: LedgerKind,
  units: number,
): string {
  if (kind === 'score') return String(units);
  return formatMoney(formatCents(units), { lang, currency: services.settings.currency });
}
