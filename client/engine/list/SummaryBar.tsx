/** Sums of the numeric columns over all filtered rows, computed by the server and shown with their time. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLazyTranslations } from '../../shared/i18n/useLazyTranslations';
import { LIMITS } from '../../../common/limits';
import { findColumn, type Column } from '../../../common/entity/columns';
import type { ChangeFrame } from '../../../common/protocol/liveEvents';
import type { ColumnSummary } from '../../../common/protocol/summary';
import { useFormatters } from '../../shared/i18n/format';
import { useEntityLabels } from '../../shared/i18n/i18n';
import { useTopic } from '../../shared/app/useTopic';
import { queryParams } from '../data/listRequest';
import { EMPTY_LIST } from '../data/liveList';
import { bulkApi } from '../data/bulkApi';
import type { ListModel } from './useListModel';

const SUMMARY_PARTS = ['sum', 'avg', 'min', 'max'] as const;

function SummaryCell({
  column,
  columnSummary,
  label,
}: {
  readonly column: Column;
  readonly columnSummary: ColumnSummary;
  readonly label: string;
}) {
  useLazyTranslations();
  const { t } = useTranslation();
  const format = useFormatters();
  const formatValue = (value: ColumnSummary['sum']) => {
    if (value === null) return '–';
    if (column.kind === 'money') return format.money(String(value));
    // The server sends a sum as text when it exceeds the exact integers of a JavaScript number.
    if (typeof value === 'string') return `≈ ${format.number(Number(value))}`;
    return format.number(Math.round(value * 100) / 100);
  };
  return (
    <Box component="dl" aria-label={label} sx={{ display: 'flex', gap: 3, m: 0, whiteSpace: 'nowrap' }}>
      <Box component="span" sx={{ fontWeight: 600 }}>
        {label}
      </Box>
      {SUMMARY_PARTS.map((part) => (
        <Box key={part} sx={{ display: 'flex', gap: 1 }}>
          <Box component="dt" sx={{ color: 'text.secondary' }}>
            {t(`lists.summary.${part}`)}
          </Box>
          <Box component="dd" sx={{ m: 0, fontVariantNumeric: 'tabular-nums' }}>
            {formatValue(columnSummary[part])}
          </Box>
        </Box>
      ))}
    </Box>
  );
}

/** Whether a frame may change the sums: rows entered or left, or a summed value changed. */
const affectsSummary = ({ c, n }: ChangeFrame, columns: Readonly<Record<string, unknown>> | undefined): boolean =>
  n !== undefined ||
  c.some(
    ({ op, set }) => op !== 'u' || columns === undefined || Object.keys(set ?? {}).some((field) => field in columns),
  );

type SummaryListModel = Pick<ListModel, 'entity' | 'query' | 'permissions' | 'rows'>;

/** The sums, and whether later changes make them outdated. */
function useSummary({ entity, query, permissions, rows }: SummaryListModel) {
  const args = useMemo(
    () => ({ e: entity.name, params: queryParams(permissions.columns, { ...query, page: 1 }) }),
    [entity, query, permissions.columns],
  );
  const response = bulkApi.useSummaryQuery(args, { refetchOnMountOrArgChange: true });
  const { data, fulfilledTimeStamp, startedTimeStamp = 0 } = response;
  const [base, setBase] = useState({ fulfilledAt: 0, startedAt: 0, list: rows.list });
  if (fulfilledTimeStamp !== undefined && base.fulfilledAt !== fulfilledTimeStamp)
    setBase({ fulfilledAt: fulfilledTimeStamp, startedAt: startedTimeStamp, list: rows.list });
  const [lastChangeAt, setLastChangeAt] = useState(-1);
  const onReset = () => setLastChangeAt(Date.now());
  const onFrame = (frame: ChangeFrame) => {
    if (affectsSummary(frame, data?.columns)) onReset();
  };
  useTopic(rows.topic, undefined, { onFrame, onReset });
  const hasTotalChanged = base.list.key !== EMPTY_LIST.key && base.list.total !== rows.list.total;
  const isOutdated = lastChangeAt >= base.startedAt || hasTotalChanged || rows.list.isStale;
  return { ...response, isOutdated };
}

export function SummaryBar({ model }: { readonly model: SummaryListModel }) {
  const { t } = useTranslation();
  const format = useFormatters();
  const { entity } = model;
  const labels = useEntityLabels(entity);
  const { data, refetch, isFetching, isOutdated } = useSummary(model);
  if (data === undefined) return null;
  const columnSummary = Object.entries(data.columns).flatMap(([name, summary]) => {
    const column = findColumn(entity, name);
    return column ? [{ column, summary, label: labels.fields[name] ?? name }] : [];
  });
  return (
    <Stack
      component="section"
      direction="row"
      aria-label={t('lists.summary.label')}
      sx={{ gap: 6, px: { xs: 4, sm: 6 }, py: 2, borderTop: 1, borderColor: 'divider', overflow: 'auto', flex: 'none' }}
    >
      <Typography component="span" sx={{ color: 'text.secondary', whiteSpace: 'nowrap' }}>
        {data.capped && `${t('lists.summary.capped', { count: LIMITS.exactTotalRows })} · `}
        {isOutdated ? t('lists.summary.outdated') : t('lists.summary.as_of', { at: format.dateTime(data.at * 1000) })}
      </Typography>
      {columnSummary.length === 0 && (
        <Typography sx={{ color: 'text.secondary' }}>{t('lists.summary.none')}</Typography>
      )}
      <Stack direction="row" sx={{ gap: 6, ...(isOutdated ? { color: 'text.disabled' } : {}) }}>
        {columnSummary.map(({ column, summary, label }) => (
          <SummaryCell key={column.name} column={column} columnSummary={summary} label={label} />
        ))}
      </Stack>
      {isOutdated && (
        <Button size="small" disabled={isFetching} onClick={() => void refetch()}>
          {t('lists.summary.refresh')}
        </Button>
      )}
    </Stack>
  );
}
