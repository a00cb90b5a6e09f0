/** Time series of a metric per hour or day, or its cumulative value. Updates move the existing drawing. */
import TableRows from '@mui/icons-material/TableRowsOutlined';
import ShowChart from '@mui/icons-material/ShowChartOutlined';
import IconButton from '@mui/material/IconButton';
import Stack from '@mui/material/Stack';
import Tooltip from '@mui/material/Tooltip';
import { useId, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { CARD_KIND, getCardMetrics, type DashboardCard } from '../../../../../common/live/dashboardCards';
import { Chart } from '../charts/Chart';
import { useChartColors } from '../charts/useChartColors';
import { timeSeriesOption, type Series } from '../charts/chartOptions';
import { buildTimeSeries, cumulativeSeries, computeTotal, type TimeSeries } from '../metrics/timeSeries';
import type { MetricState } from '../metrics/metricsState';
import { useMetric, useServerNow, useDashboardTimeZone } from '../metrics/useMetric';
import { CardContainer, ChartSkeleton, Refused, EmptyCard } from './CardContainer';
import { useListLink } from './listLink';
import { SpanMenu } from './SpanMenu';
import { TimeSeriesTable } from './TimeSeriesTable';
import { useCardTitle, useFormatCardValue } from './useCardLabels';
import { useChartDescription } from './useChartDescription';
import { useTimeLabels } from './useTimeLabels';

type TimeSpan = { readonly grain: 'hour' | 'day'; readonly count: number };

/** Series of a card: one, or two with `also` (visits and visitors). */
function useTimeSeries(
  card: DashboardCard,
  span: TimeSpan,
): { readonly state: MetricState; readonly timeSeries: readonly TimeSeries[] } {
  const zone = useDashboardTimeZone();
  const now = useServerNow(30_000);
  const cardWithSpan = useMemo(() => ({ ...card, ...span }), [card, span]);
  const { total, series: seriesMetric } = getCardMetrics(cardWithSpan);
  const totalState = useMetric(total);
  const firstState = useMetric(seriesMetric);
  const secondState = useMetric(
    card.also === undefined || seriesMetric === undefined ? undefined : { ...seriesMetric, add: card.also },
  );
  if (firstState.status !== 'known') return { state: firstState, timeSeries: [] };
  const firstSeries = buildTimeSeries(firstState.cells, span, zone, now, card.pick);
  if (card.kind === CARD_KIND.cumulative) {
    if (totalState.status !== 'known') return { state: totalState, timeSeries: [] };
    return {
      state: totalState,
      timeSeries: [cumulativeSeries(firstSeries, computeTotal(totalState.cells, card.pick))],
    };
  }
  const secondSeries =
    secondState.status === 'known' ? [buildTimeSeries(secondState.cells, span, zone, now, card.pick)] : [];
  return { state: firstState, timeSeries: [firstSeries, ...secondSeries] };
}

interface TimeSeriesCardProps {
  readonly card: DashboardCard;
  readonly isReadOnly?: boolean;
  /** Scale of the font sizes; above 1 on kiosk displays. */
  readonly scale?: number;
}
export function TimeSeriesCard({ card, isReadOnly = false, scale = 1 }: TimeSeriesCardProps) {
  const { t } = useTranslation();
  const titleId = useId();
  const title = useCardTitle()(card);
  const [span, setSpan] = useState<TimeSpan>({ grain: card.grain ?? 'day', count: card.count ?? 30 });
  const [showsTable, setShowsTable] = useState(false);
  const { state, timeSeries } = useTimeSeries(card, span);
  const isKnown = state.status === 'known';
  const isEmpty = isKnown && timeSeries.every(({ values }) => values.every((value) => value === 0));
  const label = t(showsTable ? 'dashboard.show_chart' : 'dashboard.show_table');
  const actions = (
    <Stack direction="row" sx={{ gap: 1, my: -1 }}>
      <SpanMenu span={span} onSpan={setSpan} />
      <Tooltip title={label}>
        <IconButton
          size="small"
          aria-label={`${title}: ${label}`}
          aria-pressed={showsTable}
          onClick={() => setShowsTable(!showsTable)}
        >
          {showsTable ? <ShowChart sx={{ fontSize: 18 }} /> : <TableRows sx={{ fontSize: 18 }} />}
        </IconButton>
      </Tooltip>
    </Stack>
  );
  return (
    <CardContainer
      title={title}
      titleId={titleId}
      isPartial={isKnown && state.isPartial}
      actions={isReadOnly ? undefined : actions}
    >
      {state.status === 'waiting' && <ChartSkeleton />}
      {state.status === 'refused' && <Refused reason={state.reason} />}
      {isEmpty && (
        <EmptyCard>
          {t(card.kind === CARD_KIND.cumulative ? 'dashboard.nothing_yet' : 'dashboard.no_data_in_period')}
        </EmptyCard>
      )}
      {isKnown && !isEmpty && (
        <TimeSeriesChart
          card={card}
          title={title}
          span={span}
          timeSeries={timeSeries}
          showsTable={showsTable}
          scale={scale}
        />
      )}
    </CardContainer>
  );
}

interface TimeSeriesChartProps {
  readonly card: DashboardCard;
  readonly title: string;
  readonly span: TimeSpan;
  readonly timeSeries: readonly TimeSeries[];
  readonly showsTable: boolean;
  readonly scale: number;
}
function TimeSeriesChart({ card, title, span, timeSeries, showsTable, scale }: TimeSeriesChartProps) {
  const { t } = useTranslation();
  const formatValue = useFormatCardValue(card);
  const timeLabels = useTimeLabels(span.grain);
  const colors = useChartColors();
  const navigate = useNavigate();
  const listLink = useListLink();
  const describe = useChartDescription(card, title, timeLabels);
  const starts = timeSeries[0]?.starts ?? [];
  const names = card.also === undefined ? [title] : [t('dashboard.series.pages'), t('dashboard.series.visitors')];
  const series: readonly Series[] = timeSeries.map(({ values }, index) => ({ name: names[index] ?? title, values }));
  const contentKey = JSON.stringify([starts, series]);
  const option = useMemo(
    () =>
      timeSeriesOption(
        {
          shape: card.kind === CARD_KIND.barChart ? 'bars' : 'line',
          series,
          formatValue,
          isWide: card.w > 6,
          scale,
          labels: starts.map(timeLabels.short),
          longLabels: starts.map(timeLabels.long),
        },
        colors,
      ),
    // `contentKey` changes when a value, a time or a name of the chart changes.
    // eslint-disable-next-line react-hooks/exhaustive-deps
    [contentKey, colors, timeLabels, card.kind, card.w, scale],
  );
  const onPoint = (index: number) => {
    const from = starts[index];
    if (from !== undefined)
      void navigate(listLink(card, { from, ...(starts[index + 1] === undefined ? {} : { until: starts[index + 1] }) }));
  };
  if (showsTable)
    return (
      <TimeSeriesTable
        starts={starts}
        series={series}
        formatValue={formatValue}
        caption={title}
        formatTime={timeLabels.long}
      />
    );
  const label = describe(starts, series[0]?.values ?? []);
  return <Chart option={option} label={label} onPoint={card.kind === CARD_KIND.cumulative ? undefined : onPoint} />;
}
