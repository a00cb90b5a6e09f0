/** Describes a time series chart in one sentence for screen readers. */
import { useTranslation } from 'react-i18next';
import { CARD_KIND, type DashboardCard } from '../../../../../common/live/dashboardCards';
import { useFormatCardValue } from './useCardLabels';
import type { TimeLabels } from './useTimeLabels';

type DescribeChart = (starts: readonly number[], values: readonly number[]) => string;

export function useChartDescription(
  card: DashboardCard,
  title: string,
  { long: formatTime }: TimeLabels,
): DescribeChart {
  const { t } = useTranslation();
  const formatValue = useFormatCardValue(card);
  return (starts, values) => {
    const [first, last] = [formatTime(starts[0] ?? 0), formatTime(starts.at(-1) ?? 0)];
    if (card.kind === CARD_KIND.cumulative) {
      const ends = { from: formatValue(values[0] ?? 0), to: formatValue(values.at(-1) ?? 0) };
      return t('dashboard.growth_label', { title, first, last, ...ends });
    }
    const highest = Math.max(0, ...values);
    const sum = values.reduce((all, value) => all + value, 0);
    const peak = { most: formatValue(highest), when: formatTime(starts[values.indexOf(highest)] ?? 0) };
    return t('dashboard.chart_label', { title, first, last, sum: formatValue(sum), ...peak });
  };
}
