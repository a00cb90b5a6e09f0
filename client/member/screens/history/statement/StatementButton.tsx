/** Opens the statement of a month; the month is in the address, as in `?statement=2026-11`. */
import Button from '@mui/material/Button';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { isCalendarMonth } from '../../../../../common/text/time/calendarMonth';
import { useAppSelector } from '../../../../shared/app/createStore';
import { formatTimeIn } from '../../../../shared/bookingReceipt/formatZonedTime';
import { selectTimeZone } from '../../../../shared/store/siteSettings';
import { lazyWithRetry } from '../../../../ui/lazyWithRetry';
import type { BalanceKind } from '../../../balance/amounts';
import { setSearch, useSearch } from '../../../router';

const StatementDialog = lazyWithRetry(async () => (await import('./StatementDialog')).StatementDialog);
const PARAM = 'statement';

const currentMonth = (zone: string): string => formatTimeIn(zone, Math.floor(Date.now() / 1000)).slice(0, 7);

export function StatementButton({ kind }: { readonly kind: BalanceKind }) {
  const { t } = useTranslation();
  const zone = useAppSelector(selectTimeZone);
  const params = new URLSearchParams(useSearch());
  const month = params.get(PARAM) ?? '';
  const show = (next: string | undefined, replace: boolean) => {
    const changed = new URLSearchParams(params);
    if (next === undefined) changed.delete(PARAM);
    else changed.set(PARAM, next);
    setSearch(changed, replace);
  };
  return (
    <>
      <Button variant="outlined" onClick={() => show(currentMonth(zone), false)}>
        {t('balance.statement.open')}
      </Button>
      <Suspense fallback={null}>
        {isCalendarMonth(month) && (
          <StatementDialog
            kind={kind}
            month={month}
            onMonth={(next) => show(next, true)}
            onClose={() => show(undefined, true)}
          />
        )}
      </Suspense>
    </>
  );
}
