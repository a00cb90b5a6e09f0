/** Balance or points, entry by entry: pages that stay as they are while new entries come, filters, receipts and an export. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppSelector } from '../../../shared/createStore';
import { selectSettings } from '../../../shared/settings';
import { useLaterWords } from '../../../shared/useLaterWords';
import { useSession } from '../../../shared/useSession';
import { useTitle } from '../../../shared/useTitle';
import { EmptyState } from '../../../ui/EmptyState';
import { useOwnRow } from '../../useOwnRow';
import { wholeOf, type WealthKind } from '../../wealth/amounts';
import { EntryLines } from '../../wealth/EntryLines';
import { useEntriesQuery } from '../../wealth/entries';
import { LiveFigure } from '../../wealth/LiveFigure';
import { useNewest } from '../../wealth/useNewest';
import { ExportButton } from './ExportButton';
import { Filters, isFiltered, NO_FILTERS, type FilterState } from './Filters';
import { useSiteName } from '../../../shared/site';

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
  return (
    <Stack direction="row" sx={{ alignItems: 'flex-end', justifyContent: 'space-between', gap: 4, flexWrap: 'wrap' }}>
      <Box>
        <Typography variant="h1">{t(`wealth.history.${kind}`)}</Typography>
        <Typography component="div" sx={{ fontSize: '2rem', lineHeight: '2.75rem', fontWeight: 600 }}>
          <LiveFigure kind={kind} value={wholeOf(kind, held?.row[kind])} hidden={discreet} speaks={false} />
        </Typography>
      </Box>
      {children}
    </Stack>
  );
}

export function History({ kind }: { readonly kind: WealthKind }) {
  useLaterWords();
  const { t } = useTranslation();
  useTitle(t(`wealth.history.${kind}`), useSiteName());
  const { discreet } = useAppSelector(selectSettings);
  const [filters, setFilters] = useState<FilterState>(NO_FILTERS);
  const [page, setPage] = useState(1);
  // New entries are shown at once at the top of an unfiltered first page; elsewhere they wait to be asked for.
  const plain = page === 1 && !isFiltered(filters);
  const { top, failed, waiting, renew } = useNewest({ kind, ...filters }, plain);
  const asked = { kind, page, limit: SIZE, top, ...filters };
  const { data, currentData, isError, refetch } = useEntriesQuery(asked, { skip: top === undefined });
  const shown = currentData ?? data;
  const change = (next: FilterState) => {
    setFilters(next);
    setPage(1);
  };
  const showNew = () => {
    setPage(1);
    renew();
  };
  const total = shown?.total ?? 0;
  return (
    <Stack sx={{ gap: 5 }}>
      <Head kind={kind}>
        <ExportButton asked={asked} total={total} />
      </Head>
      <Card component="section" sx={{ p: { xs: 4, sm: 6 } }} aria-label={t(`wealth.history.${kind}`)}>
        <Filters value={filters} onChange={change} />
        <Stack direction="row" sx={{ alignItems: 'center', gap: 4, my: 3, minHeight: 32 }}>
          <Typography sx={{ color: 'text.secondary', flex: 1 }} data-total={total}>
            {shown && t('wealth.history.total', { count: total })}
          </Typography>
          {!plain && waiting > 0 && (
            <Button size="small" variant="outlined" onClick={showNew}>
              {t('wealth.history.new', { count: waiting })}
            </Button>
          )}
        </Stack>
        {shown === undefined && !isError && !failed && <Skeleton height={420} />}
        {(isError || failed) && <Button onClick={() => (failed ? renew() : void refetch())}>{t('shell.retry')}</Button>}
        {shown && <EntryLines entries={shown.list} hidden={discreet} />}
        {shown?.list.length === 0 && (
          <EmptyState
            title={t(isFiltered(filters) ? 'wealth.none_match' : 'wealth.none')}
            {...(isFiltered(filters) ? {} : { help: t(`wealth.none_help.${kind}`) })}
          />
        )}
        <Pages page={page} pages={Math.ceil(total / SIZE)} onPage={setPage} />
      </Card>
    </Stack>
  );
}

export const BalanceHistory = () => <History key="money" kind="money" />;
export const PointsHistory = () => <History key="score" kind="score" />;
