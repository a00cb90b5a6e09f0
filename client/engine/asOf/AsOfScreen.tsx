/** The list screen of an entity as of a moment: read only, without live updates, with the filters and the order of every list. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import LinearProgress from '@mui/material/LinearProgress';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import type { AnyEntity } from '../../../common/entity/entity';
import { useFormatters } from '../../shared/i18n/format';
import { useEntityLabels } from '../../shared/i18n/i18n';
import { useLazyTranslations } from '../../shared/i18n/useLazyTranslations';
import { PHONE_QUERY } from '../../shared/theme/designTokens';
import { singleFieldError } from '../../shared/api/faults';
import { EmptyState } from '../../ui/EmptyState';
import { NamedIcon } from '../../ui/NamedIcon';
import { FilterBar } from '../list/filter/FilterBar';
import { PartialSearchNotice } from '../list/filter/PartialSearchNotice';
import { useQuickSearch } from '../list/filter/useQuickSearch';
import { SortMenu } from '../list/cards/SortMenu';
import { Pager } from '../list/Pager';
import { QuickSearch } from '../list/tools/ListToolbar';
import { RecordSurface } from '../RecordSurface';
import { useListShortcuts } from '../list/useListShortcuts';
import { AsOfBanner } from './AsOfBanner';
import { AsOfCards } from './AsOfCards';
import { withAsOf } from '../list/asOf/asOfParam';
import { AsOfRecord } from './AsOfRecord';
import { AsOfTable, type PastRowsProps } from './AsOfTable';
import { useAsOfList, type AsOfList } from './useAsOfList';

function Head({ list }: { readonly list: AsOfList }) {
  const { t } = useTranslation();
  const format = useFormatters();
  const labels = useEntityLabels(list.entity);
  const { response } = list;
  return (
    <Stack direction="row" sx={{ alignItems: 'center', gap: 3, px: { xs: 4, sm: 6 }, py: 3, flex: 'none' }}>
      <Typography variant="h2" component="h1" noWrap sx={{ minWidth: 0 }}>
        {labels.many}
      </Typography>
      {list.state.showsDeleted && <Chip size="small" label={t('recycleBin.badge')} />}
      {response && (
        <Typography component="span" sx={{ color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}>
          {response.total_capped
            ? t('engine.list.count_capped', { total: format.number(response.total) })
            : t('engine.list.count', { total: format.number(response.total) })}
        </Typography>
      )}
    </Stack>
  );
}

const ignore = () => undefined;
/** A past list has no selection, nothing arrives, and its rows are not reached by keys. */
const NOTHING_PENDING = {
  items: [],
  canCreate: false,
  rows: { hasPending: false, applyPending: () => () => undefined },
  selected: [],
  select: ignore,
} as const;
const NO_ROWS = { currentId: null, handlers: { onFocus: ignore, onOpen: ignore, onToggle: ignore }, onAdd: ignore };

function Toolbar({ list }: { readonly list: AsOfList }) {
  const quickSearch = useQuickSearch(list);
  const isPhone = useMediaQuery(PHONE_QUERY);
  const searchRef = useRef<HTMLInputElement>(null);
  useListShortcuts(NOTHING_PENDING, { ...NO_ROWS, search: searchRef });
  return (
    <Stack
      direction="row"
      sx={{ alignItems: 'center', gap: 2, flexWrap: 'wrap', minHeight: 52, px: { xs: 4, sm: 6 }, py: 2, flex: 'none' }}
    >
      <QuickSearch value={list.state.quickSearch} onChange={quickSearch} inputRef={searchRef} />
      <FilterBar model={list} />
      {isPhone && <SortMenu model={list} />}
    </Stack>
  );
}

function Rows(props: PastRowsProps) {
  const { t } = useTranslation();
  const isPhone = useMediaQuery(PHONE_QUERY);
  const { entity, fault, isFetching, pastRows, refetch } = props.list;
  const icon = <NamedIcon name={entity.spec.icon} />;
  if (fault) {
    const retry = (
      <Button variant="outlined" onClick={refetch}>
        {t('engine.list.retry')}
      </Button>
    );
    return <EmptyState icon={icon} title={t('asOf.failed')} help={singleFieldError(fault, 'asOf')} action={retry} />;
  }
  if (!isFetching && pastRows.length === 0)
    return <EmptyState icon={icon} title={t('asOf.empty')} help={t('asOf.empty_text')} />;
  return isPhone ? <AsOfCards {...props} /> : <AsOfTable {...props} />;
}

interface AsOfScreenProps {
  readonly entity: AnyEntity;
  /** Unix seconds. */
  readonly moment: number;
}
export function AsOfScreen({ entity, moment }: AsOfScreenProps) {
  useLazyTranslations();
  const list = useAsOfList(entity, moment);
  const [, setParams] = useSearchParams();
  const labels = useEntityLabels(entity);
  const { state, change, response, isFetching } = list;
  const openId = /^[1-9]\d{0,14}$/.test(state.record ?? '') ? Number(state.record) : null;
  const close = () => change({ record: null });
  const pages = { total: response?.total ?? 0, isTotalCapped: response?.total_capped === true };
  /** A conflict is resolved in the current form. */
  const openNow = (id: number) =>
    setParams((before) => {
      const params = withAsOf(before, null);
      params.set('record', String(id));
      return params;
    });
  return (
    <Box sx={{ display: 'flex', flex: 1, minHeight: 0, height: '100%' }}>
      <Box sx={{ display: 'flex', flexDirection: 'column', flex: 1, minWidth: 0, minHeight: 0 }}>
        <Head list={list} />
        <AsOfBanner
          moment={moment}
          purged={response?.purged}
          onChange={(next) => setParams((before) => withAsOf(before, next))}
        />
        <Toolbar list={list} />
        {response?.searched && <PartialSearchNotice model={list} partialSearch={response.searched} />}
        <Box sx={{ height: 2, flex: 'none' }}>{isFetching && <LinearProgress aria-hidden sx={{ height: 2 }} />}</Box>
        <Box
          sx={{
            flex: 1,
            minHeight: 0,
            display: 'flex',
            flexDirection: 'column',
            borderTop: 1,
            borderColor: 'divider',
            bgcolor: { sm: 'background.paper' },
          }}
        >
          <Rows list={list} openId={openId} onOpen={(id) => change({ record: String(id) })} />
          <Pager
            model={{ state, change, isTree: list.isTree, rows: { isLoading: response === undefined, list: pages } }}
          />
        </Box>
      </Box>
      {openId !== null && (
        <RecordSurface label={labels.one} onClose={close}>
          <AsOfRecord
            key={`${openId}/${moment}`}
            entity={entity}
            moment={moment}
            id={openId}
            onClose={close}
            onOpenNow={() => openNow(openId)}
          />
        </RecordSurface>
      )}
    </Box>
  );
}
