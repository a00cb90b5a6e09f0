/** What the numbers of the list come to, for everything the filter finds: added up by the server, marked with its time. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LIMITS } from '../../../common/limits';
import { columnNamed, type Column } from '../../../common/entity/meta';
import type { ChangeFrame } from '../../../common/protocol/live';
import type { ColumnSummary } from '../../../common/protocol/summary';
import { useFormat } from '../../shared/format';
import { useWords } from '../../shared/i18n';
import { useTopic } from '../../shared/live';
import { paramsOf } from '../listState';
import { emptyList } from '../liveList';
import { bulkApi } from '../bulkApi';
import type { ListModel } from './useListModel';

const PARTS = ['sum', 'avg', 'min', 'max'] as const;

function Figures({
  column,
  told,
  label,
}: {
  readonly column: Column;
  readonly told: ColumnSummary;
  readonly label: string;
}) {
  const { t } = useTranslation();
  const format = useFormat();
  const shown = (value: ColumnSummary['sum']) => {
    if (value === null) return '–';
    if (column.kind === 'money') return format.money(String(value));
    // digits stand for a sum no number holds exactly
    if (typeof value === 'string') return `≈ ${format.number(Number(value))}`;
    return format.number(Math.round(value * 100) / 100);
  };
  return (
    <Box component="dl" aria-label={label} sx={{ display: 'flex', gap: 3, m: 0, whiteSpace: 'nowrap' }}>
      <Box component="span" sx={{ fontWeight: 600 }}>
        {label}
      </Box>
      {PARTS.map((part) => (
        <Box key={part} sx={{ display: 'flex', gap: 1 }}>
          <Box component="dt" sx={{ color: 'text.secondary' }}>
            {t(`lists.summary.${part}`)}
          </Box>
          <Box component="dd" sx={{ m: 0, fontVariantNumeric: 'tabular-nums' }}>
            {shown(told[part])}
          </Box>
        </Box>
      ))}
    </Box>
  );
}

/** Whether a change may have moved the sums: rows that came or went, or a value of a column that is added up. */
const concerns = ({ c, n }: ChangeFrame, columns: Readonly<Record<string, unknown>> | undefined): boolean =>
  n !== undefined ||
  c.some(
    ({ op, set }) => op !== 'u' || columns === undefined || Object.keys(set ?? {}).some((field) => field in columns),
  );

type SummaryModel = Pick<ListModel, 'entity' | 'query' | 'rights' | 'rows'>;

/** The sums as they were told, and whether anything came since that is not in them. */
function useSums({ entity, query, rights, rows }: SummaryModel) {
  const args = useMemo(
    () => ({ e: entity.name, params: paramsOf(rights.columns, { ...query, page: 1 }) }),
    [entity, query, rights.columns],
  );
  const answer = bulkApi.useSummaryQuery(args, { refetchOnMountOrArgChange: true });
  const { data, fulfilledTimeStamp, startedTimeStamp = 0 } = answer;
  const [base, setBase] = useState({ stamp: 0, asked: 0, list: rows.list });
  if (fulfilledTimeStamp !== undefined && base.stamp !== fulfilledTimeStamp)
    setBase({ stamp: fulfilledTimeStamp, asked: startedTimeStamp, list: rows.list });
  const [heard, setHeard] = useState(-1);
  const onReset = () => setHeard(Date.now());
  const onFrame = (frame: ChangeFrame) => {
    if (concerns(frame, data?.columns)) onReset();
  };
  useTopic(rows.followed, undefined, { onFrame, onReset });
  const recounted = base.list.key !== emptyList.key && base.list.total !== rows.list.total;
  const outdated = heard >= base.asked || recounted || rows.list.stale;
  return { ...answer, outdated };
}

export function SummaryBar({ model }: { readonly model: SummaryModel }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { entity } = model;
  const words = useWords(entity);
  const { data, refetch, isFetching, outdated } = useSums(model);
  if (data === undefined) return null;
  const told = Object.entries(data.columns).flatMap(([name, one]) => {
    const column = columnNamed(entity, name);
    return column ? [{ column, one, label: words.fields[name] ?? name }] : [];
  });
  return (
    <Stack
      component="section"
      direction="row"
      aria-label={t('lists.summary.label')}
      sx={{ gap: 6, px: { xs: 4, sm: 6 }, py: 2, borderTop: 1, borderColor: 'divider', overflow: 'auto', flex: 'none' }}
    >
      <Typography component="span" sx={{ color: 'text.secondary', whiteSpace: 'nowrap' }}>
        {data.capped && `${t('lists.summary.capped', { count: LIMITS.countCap })} · `}
        {outdated ? t('lists.summary.outdated') : t('lists.summary.as_of', { at: format.dateTime(data.at * 1000) })}
      </Typography>
      {told.length === 0 && <Typography sx={{ color: 'text.secondary' }}>{t('lists.summary.none')}</Typography>}
      <Stack direction="row" sx={{ gap: 6, ...(outdated ? { color: 'text.disabled' } : {}) }}>
        {told.map(({ column, one, label }) => (
          <Figures key={column.name} column={column} told={one} label={label} />
        ))}
      </Stack>
      {outdated && (
        <Button size="small" disabled={isFetching} onClick={() => void refetch()}>
          {t('lists.summary.refresh')}
        </Button>
      )}
    </Stack>
  );
}
