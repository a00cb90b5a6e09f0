/** Total or today's value of a metric, with its recent change. Links to the list. */
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { CARD_KIND, getCardMetrics, type DashboardCard } from '../../../../../common/live/dashboardCards';
import { StaleMark } from '../../../../shared/controls/StaleMark';
import { useFormatters } from '../../../../shared/i18n/format';
import { AddThresholdButton } from '../alerts/AddThresholdButton';
import { buildTimeSeries, computeTotal, sparklineValues } from '../metrics/timeSeries';
import type { MetricState } from '../metrics/metricsState';
import { usePastDashboard } from '../metrics/pastDashboard';
import { useMetric, useMetricsState, useServerNow, useDashboardTimeZone } from '../metrics/useMetric';
import { CardContainer, Refused } from './CardContainer';
import { bigNumberStyle, fittedFontSize, captionStyle, cardLinkStyle } from './metricStyles';
import { useListLink } from './listLink';
import { AnimatedNumber } from './AnimatedNumber';
import { Sparkline } from './Sparkline';
import { useCardTitle, useFormatCardValue } from './useCardLabels';

const MINUTE = 60_000;

/** Daily values of the metric; the last one is today. */
function useDailySeries(card: DashboardCard, state: MetricState) {
  const zone = useDashboardTimeZone();
  const now = useServerNow(MINUTE);
  const { series } = getCardMetrics(card);
  if (series === undefined || state.status !== 'known') return undefined;
  return buildTimeSeries(state.cells, series.span, zone, now, card.pick);
}

export function MetricCard({
  card,
  isReadOnly = false,
}: {
  readonly card: DashboardCard;
  readonly isReadOnly?: boolean;
}) {
  const { t } = useTranslation();
  const titleId = useId();
  const formatValue = useFormatCardValue(card);
  const title = useCardTitle()(card);
  const { total, series } = getCardMetrics(card);
  const totalState = useMetric(total);
  const seriesState = useMetric(series);
  const days = useDailySeries(card, seriesState);
  const today = days?.values.at(-1) ?? 0;
  const isToday = card.kind === CARD_KIND.today;
  const mainState = isToday ? seriesState : totalState;
  const value = isToday ? today : totalState.status === 'known' ? computeTotal(totalState.cells, card.pick) : 0;
  // A filtered figure, such as the open leads, has no history of its own: its records leave it again.
  const isRunningTotal = card.kind === CARD_KIND.metric && !card.when && !card.pick && totalState.status === 'known';
  const from = days?.starts.at(-1);
  const listLink = useListLink();
  const isPast = usePastDashboard() !== undefined;
  const to = listLink(card, isToday && from !== undefined ? { from } : {});
  return (
    <CardContainer
      title={title}
      titleId={titleId}
      isPartial={mainState.status === 'known' && mainState.isPartial}
      actions={isReadOnly || isPast ? undefined : <AddThresholdButton card={card} title={title} />}
    >
      {mainState.status === 'refused' ? (
        <Refused reason={mainState.reason} />
      ) : (
        <Stack sx={{ flex: 1, minHeight: 0, justifyContent: 'space-between', containerType: 'inline-size' }}>
          {mainState.status === 'waiting' ? (
            <Skeleton width={72} height={36} />
          ) : (
            <MetricNumber
              value={value}
              formatValue={formatValue}
              to={to}
              label={`${title}: ${formatValue(value)}. ${t('dashboard.open_list')}`}
            />
          )}
          <RecentChange
            card={card}
            formatValue={formatValue}
            value={value}
            today={today}
            isRunningTotal={isRunningTotal}
            yesterday={days?.values.at(-2)}
            values={days && sparklineValues(days, isRunningTotal ? value : undefined)}
          />
        </Stack>
      )}
    </CardContainer>
  );
}

interface MetricNumberProps {
  readonly value: number;
  readonly formatValue: (value: number) => string;
  readonly to: string;
  readonly label: string;
}
function MetricNumber({ value, formatValue, to, label }: MetricNumberProps) {
  const { t } = useTranslation();
  const format = useFormatters();
  const { updatedAt } = useMetricsState();
  return (
    <ButtonBase
      component={Link}
      to={to}
      aria-label={label}
      title={updatedAt > 0 ? t('dashboard.as_of', { time: format.dateTime(updatedAt) }) : ''}
      sx={{
        alignSelf: 'flex-start',
        maxWidth: '100%',
        justifyContent: 'flex-start',
        ...bigNumberStyle,
        fontSize: fittedFontSize(formatValue(value)),
        ...cardLinkStyle,
      }}
    >
      <StaleMark updatedAt={updatedAt}>
        <AnimatedNumber value={value} formatValue={formatValue} />
      </StaleMark>
    </ButtonBase>
  );
}

const LIVE_TEXTS = {
  none: 'dashboard.none_today',
  more: 'dashboard.more_today',
  less: 'dashboard.less_today',
  before: 'dashboard.yesterday',
} as const;
const PAST_TEXTS = {
  none: 'dashboard.past.none_that_day',
  more: 'dashboard.past.more_that_day',
  less: 'dashboard.past.less_that_day',
  before: 'dashboard.past.day_before',
} as const;

interface RecentChangeProps {
  readonly card: DashboardCard;
  readonly formatValue: (value: number) => string;
  readonly value: number;
  readonly today: number;
  readonly yesterday: number | undefined;
  readonly values: readonly number[] | undefined;
  readonly isRunningTotal: boolean;
}
/** Change of today or value of yesterday, with a sparkline. */
function RecentChange(props: RecentChangeProps) {
  const { card, formatValue, value, today, yesterday, values, isRunningTotal } = props;
  const { t } = useTranslation();
  const texts = usePastDashboard() === undefined ? LIVE_TEXTS : PAST_TEXTS;
  if (getCardMetrics(card).series === undefined)
    return (
      <Stack direction="row" sx={{ alignItems: 'flex-end', minHeight: 28 }}>
        <Typography variant="caption" sx={{ ...captionStyle, color: 'text.secondary' }}>
          {card.id === 'modules' && value === 0 && t('dashboard.none_installed')}
        </Typography>
      </Stack>
    );
  const hasIncreased = card.kind === CARD_KIND.metric && today > 0;
  const changeText =
    today === 0 ? t(texts.none) : t(hasIncreased ? texts.more : texts.less, { value: formatValue(today) });
  const text = card.kind === CARD_KIND.today ? t(texts.before, { value: formatValue(yesterday ?? 0) }) : changeText;
  return (
    <Stack direction="row" sx={{ alignItems: 'flex-end', gap: 3, minHeight: 28 }}>
      <Typography
        variant="caption"
        sx={{
          ...captionStyle,
          whiteSpace: 'nowrap',
          color: hasIncreased ? 'success.main' : 'text.secondary',
          fontWeight: hasIncreased ? 500 : 400,
          fontVariantNumeric: 'tabular-nums',
        }}
      >
        {values === undefined ? <Skeleton width={56} height={14} /> : text}
      </Typography>
      <Box sx={{ flex: 1, minWidth: 24, maxWidth: 140, ml: 'auto' }}>
        {values !== undefined && <Sparkline values={values} isRunningTotal={isRunningTotal} />}
      </Box>
    </Stack>
  );
}
