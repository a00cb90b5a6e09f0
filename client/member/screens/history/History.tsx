/** Balance or points, entry by entry: pages that stay as they are while new entries come, filters, receipts and an export. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { AsOf } from '../../../shared/controls/AsOf';
import { useAppSelector } from '../../../shared/createStore';
import { selectSettings } from '../../../shared/settings';
import { useLaterWords } from '../../../shared/useLaterWords';
import { useSession } from '../../../shared/useSession';
import { useTitle } from '../../../shared/useTitle';
import { EmptyState } from '../../../ui/EmptyState';
import { useOwnAsOf, useOwnRow } from '../../useOwnRow';
import { wholeOf, type WealthKind } from '../../wealth/amounts';
import { Eye } from '../../wealth/Eye';
import { EntryLines } from '../../wealth/EntryLines';
import { isSameFilter, useEntriesQuery } from '../../wealth/entries';
import { LiveFigure } from '../../wealth/LiveFigure';
import { useNewest } from '../../wealth/useNewest';
import { ExportButton } from './ExportButton';
import { Filters, isFiltered } from './Filters';
import { useAsked } from './useAsked';
import { selectTimeZone, useSiteName } from '../../../shared/site';

const SIZE = 10;

interface PagesProps {
  readonly page: number;
  readonly pages: number;
  readonly onPage: (page: number) => void;
}
function Pages({ page, pages, onPage }: PagesProps) {
  const { t } = useTranslation();
  if (pages < 2) return null;
  return (
    <Stack direction="row" sx={{ alignItems: 'center', justifyContent: 'center', gap: 4, mt: 4 }}>
      <Button disabled={page <= 1} onClick={() => onPage(page - 1)}>
        {t('wealth.history.previous')}
      </Button>
      <Typography sx={{ color: 'text.secondary' }}>{t('wealth.history.page', { page, pages })}</Typography>
      <Button disabled={page >= pages} onClick={() => onPage(page + 1)}>
        {t('wealth.history.next')}
      </Button>
    </Stack>
  );
}

function Head({ kind, children }: { readonly kind: WealthKind; readonly children: React.ReactNode }) {
  const { t } = useTranslation();
  const { person } = useSession();
  const { discreet } = useAppSelector(selectSettings);
  const held = useOwnRow(person?.id ?? 0);
  const asOf = useOwnAsOf(person?.id ?? 0);
  return (
    <Stack direction="row" sx={{ alignItems: 'flex-end', justifyContent: 'space-between', gap: 4, flexWrap: 'wrap' }}>
      <Box>
        <Stack direction="row" sx={{ alignItems: 'center', gap: 1 }}>
          <Typography variant="h1">{t(`wealth.history.${kind}`)}</Typography>
          <Eye />
        </Stack>
        <Typography component="div" sx={{ fontSize: '2rem', lineHeight: '2.75rem', fontWeight: 600 }}>
          <AsOf at={asOf} owned>
            <LiveFigure kind={kind} value={wholeOf(kind, held?.row[kind])} hidden={discreet} speaks={false} />
          </AsOf>
        </Typography>
      </Box>
      {children}
    </Stack>
  );
}

function Lost({ onAgain }: { readonly onAgain: () => void }) {
  const { t } = useTranslation();
  const again = (
    <Button variant="outlined" onClick={onAgain}>
      {t('shell.retry')}
    </Button>
  );
  return (
    <Box role="alert">
      <EmptyState title={t('wealth.history.failed')} action={again} />
    </Box>
  );
}

export function History({ kind }: { readonly kind: WealthKind }) {
  useLaterWords();
  const { t } = useTranslation();
  useTitle(t(`wealth.history.${kind}`), useSiteName());
  const { discreet } = useAppSelector(selectSettings);
  const { page, filters, narrow, turn, land } = useAsked();
  const zone = useAppSelector(selectTimeZone);
  // New entries are shown at once at the top of an unfiltered first page; elsewhere they wait to be asked for.
  const plain = page === 1 && !isFiltered(filters);
  const { top, failed, waiting, renew } = useNewest({ kind, zone, ...filters }, plain);
  const asked = { kind, page, limit: SIZE, top, zone, ...filters };
  const { data, currentData, isError, refetch } = useEntriesQuery(asked, { skip: top === undefined });
  // What was answered before stands on only under the words it was asked with: a newer top of the same page may take its time.
  const before = data && isSameFilter(data.asked, asked) ? data : undefined;
  const shown = currentData ?? (before?.asked.page === page ? before : undefined);
  const showNew = () => {
    turn(1);
    renew();
  };
  const total = currentData?.total ?? before?.total;
  const pages = Math.ceil((total ?? 0) / SIZE);
  const isBeyond = currentData !== undefined && page > 1 && page > pages;
  const landOnLast = useEffectEvent(() => land(pages));
  useEffect(() => {
    if (isBeyond) landOnLast();
  }, [isBeyond]);
  const lost = isError || failed;
  const again = () => (failed ? renew() : void refetch());
  return (
    <Stack sx={{ gap: 5 }}>
      <Head kind={kind}>
        <ExportButton asked={asked} total={total} />
      </Head>
      <Card component="section" sx={{ p: { xs: 4, sm: 6 } }} aria-label={t(`wealth.history.${kind}`)}>
        <Filters kind={kind} value={filters} onChange={narrow} />
        <Stack direction="row" sx={{ alignItems: 'center', gap: 4, my: 3, minHeight: 32 }}>
          <Typography sx={{ color: 'text.secondary', flex: 1 }} data-total={total}>
            {total !== undefined && t('wealth.history.total', { count: total })}
          </Typography>
          {!plain && waiting > 0 && (
            <Button size="small" variant="outlined" onClick={showNew}>
              {t('wealth.history.new', { count: waiting })}
            </Button>
          )}
        </Stack>
        {(shown === undefined || isBeyond) && !lost && <Skeleton height={420} />}
        {lost && <Lost onAgain={again} />}
        {shown && !isBeyond && <EntryLines entries={shown.list} hidden={discreet} />}
        {shown?.list.length === 0 && !isBeyond && (
          <EmptyState
            title={t(isFiltered(filters) ? 'wealth.none_match' : 'wealth.none')}
            {...(isFiltered(filters) ? {} : { help: t(`wealth.none_help.${kind}`) })}
          />
        )}
        <Pages page={page} pages={pages} onPage={turn} />
      </Card>
    </Stack>
  );
}

export const BalanceHistory = () => <History key="money" kind="money" />;
export const PointsHistory = () => <History key="score" kind="score" />;
