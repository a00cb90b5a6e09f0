/** A chart along time in one sentence, for those who do not see it. */
import { useTranslation } from 'react-i18next';
import type { Card } from '../../../../../common/live/dashboardCards';
import { useSay } from './useCardWords';
import type { TimeWords } from './useTimeWords';

type Sentence = (starts: readonly number[], values: readonly number[]) => string;

export function useChartSentence(card: Card, title: string, { long: when }: TimeWords): Sentence {
  const { t } = useTranslation();
  const say = useSay(card);
  return (starts, values) => {
    const [first, last] = [when(starts[0] ?? 0), when(starts.at(-1) ?? 0)];
    if (card.kind === 'growth') {
      const ends = { from: say(values[0] ?? 0), to: say(values.at(-1) ?? 0) };
      return t('dashboard.growth_label', { title, first, last, ...ends });
    }
    const most = Math.max(0, ...values);
    const sum = values.reduce((all, value) => all + value, 0);
    const peak = { most: say(most), when: when(starts[values.indexOf(most)] ?? 0) };
    return t('dashboard.chart_label', { title, first, last, sum: say(sum), ...peak });
  };
}
