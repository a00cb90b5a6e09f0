/** The history of balance or points: stable pages, filters, receipts and an export. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useEffect, useEffectEvent, type ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { StaleMark } from '../../../shared/controls/StaleMark';
import { useAppSelector } from '../../../shared/app/createStore';
import { selectSettings } from '../../../shared/store/settings';
import { useLazyTranslations } from '../../../shared/i18n/useLazyTranslations';
import { useSession } from '../../../shared/auth/useSession';
import { useDocumentTitle } from '../../../shared/app/useDocumentTitle';
import { EmptyState } from '../../../ui/EmptyState';
import { useOwnRecordUpdatedAt, useOwnRecord } from '../../ownRecord/useOwnRecord';
import { parseAmount, type BalanceKind } from '../../balance/amounts';
import { AmountsToggle } from '../../balance/AmountsToggle';
import { EntryList } from '../../balance/EntryList';
import { hasSameFilter, useEntriesQuery } from '../../balance/entriesApi';
import { LiveAmount } from '../../balance/LiveAmount';
import { useNewEntries } from '../../balance/useNewEntries';
import { StatementButton } from './statement/StatementButton';
import { Pagination } from '../../Pagination';
import { ExportButton } from './ExportButton';
import { HistoryFilters, hasFilters } from './HistoryFilters';
import { LinkedReceipt } from './LinkedReceipt';
import { useHistoryQuery } from './useHistoryQuery';
import { selectTimeZone, useSiteName } from '../../../shared/store/siteSettings';

const PAGE_SIZE = 10;

function HistoryHeader({ kind, children }: { readonly kind: BalanceKind; readonly children: React.ReactNode }) {
  const { t } = useTranslation();
  const { person } = useSession();
  const { discreet } = useAppSelector(selectSettings);
  const cachedRow = useOwnRecord(person?.id ?? 0);
  const updatedAt = useOwnRecordUpdatedAt(person?.id ?? 0);
  return (
    <Stack direction="row" sx={{ alignItems: 'flex-end', justifyContent: 'space-between', gap: 4, flexWrap: 'wrap' }}>
      <Box>
        <Stack direction="row" sx={{ alignItems: 'center', gap: 1 }}>
          <Typography variant="h1">{t(`balance.history.${kind}`)}</Typography>
          <AmountsToggle />
        </Stack>
        <Typography component="div" sx={{ fontSize: '2rem', lineHeight: '2.75rem', fontWeight: 600 }}>
          <StaleMark updatedAt={updatedAt} isBalance>
            <LiveAmount
              kind={kind}
              value={parseAmount(kind, cachedRow?.row[kind])}
              isHidden={discreet}
              isAnnounced={false}
            />
          </StaleMark>
        </Typography>
      </Box>
      {children}
    </Stack>
  );
}

function LoadFailedAlert({ onRetry }: { readonly onRetry: () => void }) {
  const { t } = useTranslation();
  const retry = (
    <Button variant="outlined" onClick={onRetry}>
      {t('shell.retry')}
    </Button>
  );
  return (
    <Box role="alert">
      <EmptyState title={t('balance.history.failed')} action={retry} />
    </Box>
  );
}

function NoEntries({ kind, isFiltered }: { readonly kind: BalanceKind; readonly isFiltered: boolean }) {
  const { t } = useTranslation();
  if (isFiltered) return <EmptyState title={t('balance.none_match')} />;
  return <EmptyState title={t('balance.none')} help={t(`balance.none_help.${kind}`)} />;
}

type HistoryPagesProps = Omit<ComponentProps<typeof Pagination>, 'labels'>;
function HistoryPages({ page, pages, onPage }: HistoryPagesProps) {
  const { t } = useTranslation();
  const labels = {
    newer: t('balance.history.previous'),
    older: t('balance.history.next'),
    position: t('balance.history.page', { page, pages }),
  };
  return <Pagination page={page} pages={pages} labels={labels} onPage={onPage} />;
}

export function History({ kind }: { readonly kind: BalanceKind }) {
  useLazyTranslations();
  const { t } = useTranslation();
  useDocumentTitle(t(`balance.history.${kind}`), useSiteName());
  const { discreet } = useAppSelector(selectSettings);
  const { page, filters, narrow, turn, land } = useHistoryQuery();
  const zone = useAppSelector(selectTimeZone);
  // The first page without filters shows new entries at once; elsewhere the member loads them with a button.
  const isNewestPage = page === 1 && !hasFilters(filters);
  const { newestId, isFailed, newCount, refresh } = useNewEntries({ kind, zone, ...filters }, isNewestPage);
  const query = { kind, page, limit: PAGE_SIZE, newestId, zone, ...filters };
  const { data, currentData, isError, refetch } = useEntriesQuery(query, { skip: newestId === undefined });
  // While a newer response for the same filter is loading, the previous one stays visible.
  const previous = data && hasSameFilter(data.query, query) ? data : undefined;
  const shownPage = currentData ?? (previous?.query.page === page ? previous : undefined);
  const showNew = () => {
    turn(1);
    refresh();
  };
  const total = currentData?.total ?? previous?.total;
  const pages = Math.ceil((total ?? 0) / PAGE_SIZE);
  const isBeyondLastPage = currentData !== undefined && page > 1 && page > pages;
  const goToLastPage = useEffectEvent(() => land(pages));
  useEffect(() => {
    if (isBeyondLastPage) goToLastPage();
  }, [isBeyondLastPage]);
  const isLost = isError || isFailed;
  const retry = () => (isFailed ? refresh() : void refetch());
  return (
    <Stack sx={{ gap: 5 }}>
      <HistoryHeader kind={kind}>
        <Stack direction="row" sx={{ gap: 2 }}>
          <StatementButton kind={kind} />
          <ExportButton baseQuery={query} total={total} />
        </Stack>
      </HistoryHeader>
      <Card component="section" sx={{ p: { xs: 4, sm: 6 } }} aria-label={t(`balance.history.${kind}`)}>
        <HistoryFilters kind={kind} value={filters} onChange={narrow} />
        <Stack direction="row" sx={{ alignItems: 'center', gap: 4, my: 3, minHeight: 32 }}>
          <Typography sx={{ color: 'text.secondary', flex: 1 }} data-total={total}>
            {total !== undefined && t('balance.history.total', { count: total })}
          </Typography>
          {!isNewestPage && newCount > 0 && (
            <Button size="small" variant="outlined" onClick={showNew}>
              {t('balance.history.new', { count: newCount })}
            </Button>
          )}
        </Stack>
        {(shownPage === undefined || isBeyondLastPage) && !isLost && <Skeleton height={420} />}
        {isLost && <LoadFailedAlert onRetry={retry} />}
        {shownPage && !isBeyondLastPage && <EntryList entries={shownPage.list} isHidden={discreet} />}
        {shownPage?.list.length === 0 && !isBeyondLastPage && (
          <NoEntries kind={kind} isFiltered={hasFilters(filters)} />
        )}
        <HistoryPages page={page} pages={pages} onPage={turn} />
      </Card>
      <LinkedReceipt kind={kind} />
    </Stack>
  );
}

export const BalanceHistory = () => <History key="money" kind="money" />;
export const PointsHistory = () => <History key="score" kind="score" />;
