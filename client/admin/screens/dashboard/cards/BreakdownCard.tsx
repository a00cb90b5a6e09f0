/** Breakdown of a metric by the values of a column: a ring chart and a legend whose entries link to their lists. */
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useId, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { AnyEntity } from '../../../../../common/entity/entity';
import { getCardMetrics, type DashboardCard } from '../../../../../common/live/dashboardCards';
import { useEngine } from '../../../../engine/engineContext';
import { useTitles } from '../../../../engine/data/useTitles';
import { Chart } from '../charts/Chart';
import { useChartColors } from '../charts/useChartColors';
import { categoryColors } from '../charts/categoryColors';
import { ringOption } from '../charts/chartOptions';
import { computeTotalsByValue } from '../metrics/timeSeries';
import { useMetric } from '../metrics/useMetric';
import { CardContainer, ChartSkeleton, Refused, EmptyCard } from './CardContainer';
import { useListLink } from './listLink';
import { AnimatedNumber } from './AnimatedNumber';
import { useCardTitle, useValueLabel, useFormatCardValue } from './useCardLabels';

const MAX_PARTS = 6;

export function BreakdownCard({ card }: { readonly card: DashboardCard }) {
  const { t } = useTranslation();
  const titleId = useId();
  const title = useCardTitle()(card);
  const { registry } = useEngine();
  const entity = registry.get(card.e ?? '');
  const state = useMetric(getCardMetrics(card).total);
  const parts = state.status === 'known' ? computeTotalsByValue(state.cells).filter(([, value]) => value > 0) : [];
  return (
    <CardContainer title={title} titleId={titleId} isPartial={state.status === 'known' && state.isPartial}>
      {state.status === 'waiting' && <ChartSkeleton />}
      {state.status === 'refused' && <Refused reason={state.reason} />}
      {state.status === 'known' && parts.length === 0 && <EmptyCard>{t('dashboard.nothing_yet')}</EmptyCard>}
      {parts.length > 0 && entity !== undefined && <Parts card={card} title={title} entity={entity} parts={parts} />}
    </CardContainer>
  );
}

interface PartsProps {
  readonly card: DashboardCard;
  readonly title: string;
  readonly entity: AnyEntity;
  readonly parts: ReturnType<typeof computeTotalsByValue>;
}
function Parts({ card, title, entity, parts }: PartsProps) {
  const { t } = useTranslation();
  const groupColumn = card.by ?? '';
  const labelOf = useValueLabel(entity, groupColumn);
  const listLink = useListLink();
  const to = entity.spec.fields[groupColumn]?.options.to;
  useTitles(to ?? '', to === undefined ? [] : parts.map(([group]) => Number(group)).filter((id) => id > 0));
  const formatValue = useFormatCardValue(card);
  const colors = useChartColors();
  const shown = parts.slice(0, MAX_PARTS);
  const colorOf = categoryColors(
    shown.map(([group]) => group),
    Object.values(entity.spec.fields[groupColumn]?.options.values ?? {}).map(String),
    colors.series,
  );
  const slices = shown.map(([group, value]) => ({ name: labelOf(group), value, color: colorOf.get(group) ?? '' }));
  const contentKey = JSON.stringify(slices);
  // eslint-disable-next-line react-hooks/exhaustive-deps -- the key changes with every label and number
  const option = useMemo(() => ringOption(slices, formatValue, colors), [contentKey, colors]);
  const total = parts.reduce((sum, [, value]) => sum + value, 0);
  const label = t('dashboard.parts_label', {
    title,
    parts: slices.map(({ name, value }) => `${name} ${formatValue(value)}`).join(', '),
  });
  return (
    <Stack direction="row" sx={{ flex: 1, minHeight: 0, gap: 4, alignItems: 'stretch' }}>
      <Box sx={{ flex: '1 1 50%', minWidth: 120, position: 'relative', display: 'flex' }}>
        <Chart option={option} label={label} />
        <Stack
          aria-hidden
          sx={{ position: 'absolute', inset: 0, alignItems: 'center', justifyContent: 'center', pointerEvents: 'none' }}
        >
          <Typography
            component="span"
            sx={{ fontSize: 'calc(1.25rem * var(--wall, 1))', lineHeight: 1.3, fontWeight: 600 }}
          >
            <AnimatedNumber value={total} formatValue={formatValue} />
          </Typography>
        </Stack>
      </Box>
      <Stack
        component="ul"
        sx={{ flex: '1 1 50%', m: 0, p: 0, listStyle: 'none', justifyContent: 'center', minWidth: 0, gap: 0.5 }}
      >
        {shown.map(([group, value]) => (
          <Part
            key={group}
            to={listLink(card, { group })}
            name={labelOf(group)}
            color={colorOf.get(group) ?? colors.textSecondary}
            value={value}
            formatValue={formatValue}
          />
        ))}
      </Stack>
    </Stack>
  );
}
interface PartProps {
  readonly to: string;
  readonly name: string;
  readonly color: string;
  readonly value: number;
  readonly formatValue: (value: number) => string;
}
/** Legend entry with its number; links to its list. */
function Part({ to, name, color, value, formatValue }: PartProps) {
  return (
    <Box component="li" sx={{ minWidth: 0 }}>
      <ButtonBase component={Link} to={to} sx={part}>
        <Box aria-hidden sx={{ width: 8, height: 8, borderRadius: '50%', flexShrink: 0, bgcolor: color }} />
        <Typography
          noWrap
          variant="body2"
          sx={{ flex: 1, textAlign: 'left', fontSize: 'calc(0.8125rem * var(--wall, 1))', lineHeight: 1.5 }}
        >
          {name}
        </Typography>
        <Typography
          variant="body2"
          sx={{ fontWeight: 500, fontSize: 'calc(0.8125rem * var(--wall, 1))', lineHeight: 1.5 }}
        >
          <AnimatedNumber value={value} formatValue={formatValue} />
        </Typography>
      </ButtonBase>
    </Box>
  );
}
const part = {
  width: '100%',
  gap: 2,
  px: 2,
  py: 0.75,
  borderRadius: '6px',
  '&:hover': { bgcolor: 'action.hover' },
} as const;
