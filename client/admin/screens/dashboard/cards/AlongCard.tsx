/** Numbers along time: how much each hour or day brought, or what there was in all. New points join; nothing is drawn anew. */
import TableRows from '@mui/icons-material/TableRowsOutlined';
import ShowChart from '@mui/icons-material/ShowChartOutlined';
import IconButton from '@mui/material/IconButton';
import Stack from '@mui/material/Stack';
import Tooltip from '@mui/material/Tooltip';
import { useId, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { cardMetrics, type Card } from '../../../../../common/live/dashboardCards';
import { Chart } from '../charts/Chart';
import { useChartColours } from '../charts/colours';
import { alongOption, type Series } from '../charts/options';
import { alongTime, growthOf, totalOf, type Along } from '../figures/series';
import { useFigure, useServerNow, useZone } from '../figures/useFigure';
import { CardFrame, ChartSkeleton, NoAccess, Quiet } from './CardFrame';
import { listLink } from './listLink';
import { SpanMenu } from './SpanMenu';
import { TimeTable } from './TimeTable';
import { useCardTitle, useSay } from './useCardWords';
import { useChartSentence } from './useChartSentence';
import { useTimeWords } from './useTimeWords';

type Span = { readonly grain: 'hour' | 'day'; readonly count: number };

/** A card's series: one, or two where visits and visitors belong together. */
function useAlong(
  card: Card,
  span: Span,
): { readonly state: 'waiting' | 'refused' | 'known'; readonly along: readonly Along[] } {
  const zone = useZone();
  const now = useServerNow(30_000);
  const ranged = useMemo(() => ({ ...card, ...span }), [card, span]);
  const { total, series: along } = cardMetrics(ranged);
  const whole = useFigure(total);
  const first = useFigure(along);
  const second = useFigure(card.also === undefined || along === undefined ? undefined : { ...along, add: card.also });
  if (first.is !== 'known') return { state: first.is, along: [] };
  const one = alongTime(first.cells, span, zone, now, card.pick);
  if (card.kind === 'growth') {
    if (whole.is !== 'known') return { state: whole.is, along: [] };
    return { state: 'known', along: [growthOf(one, totalOf(whole.cells, card.pick))] };
  }
  const two = second.is === 'known' ? [alongTime(second.cells, span, zone, now, card.pick)] : [];
  return { state: 'known', along: [one, ...two] };
}

interface AlongCardProps {
  readonly card: Card;
  readonly fixed?: boolean;
  /** How much larger letters are than at a desk. */
  readonly scale?: number;
}
export function AlongCard({ card, fixed = false, scale = 1 }: AlongCardProps) {
  const { t } = useTranslation();
  const titleId = useId();
  const title = useCardTitle()(card);
  const [span, setSpan] = useState<Span>({ grain: card.grain ?? 'day', count: card.count ?? 30 });
  const [table, setTable] = useState(false);
  const { state, along } = useAlong(card, span);
  const empty = state === 'known' && along.every(({ values }) => values.every((value) => value === 0));
  const label = t(table ? 'dashboard.show_chart' : 'dashboard.show_table');
  const side = (
    <Stack direction="row" sx={{ gap: 1, my: -1 }}>
      <SpanMenu span={span} onSpan={setSpan} />
      <Tooltip title={label}>
        <IconButton
          size="small"
          aria-label={`${title}: ${label}`}
          aria-pressed={table}
          onClick={() => setTable(!table)}
        >
          {table ? <ShowChart sx={{ fontSize: 18 }} /> : <TableRows sx={{ fontSize: 18 }} />}
        </IconButton>
      </Tooltip>
    </Stack>
  );
  return (
    <CardFrame {...{ title, titleId }} side={fixed ? undefined : side}>
      {state === 'waiting' && <ChartSkeleton />}
      {state === 'refused' && <NoAccess />}
      {empty && <Quiet>{t(card.kind === 'growth' ? 'dashboard.nothing_yet' : 'dashboard.nothing_along')}</Quiet>}
      {state === 'known' && !empty && <Drawn {...{ card, title, span, along, table, scale }} />}
    </CardFrame>
  );
}

interface DrawnProps {
  readonly card: Card;
  readonly title: string;
  readonly span: Span;
  readonly along: readonly Along[];
  readonly table: boolean;
  readonly scale: number;
}
function Drawn({ card, title, span, along, table, scale }: DrawnProps) {
  const { t } = useTranslation();
  const say = useSay(card);
  const times = useTimeWords(span.grain);
  const colours = useChartColours();
  const navigate = useNavigate();
  const sentence = useChartSentence(card, title, times);
  const starts = along[0]?.starts ?? [];
  const names = card.also === undefined ? [title] : [t('dashboard.series.pages'), t('dashboard.series.visitors')];
  const series: readonly Series[] = along.map(({ values }, at) => ({ name: names[at] ?? title, values }));
  const text = JSON.stringify([starts, series]);
  const option = useMemo(
    () =>
      alongOption(
        {
          ...{ shape: card.kind === 'bars' ? 'bars' : 'line', series, say, roomy: card.w > 6, scale },
          labels: starts.map(times.short),
          longLabels: starts.map(times.long),
          open: card.kind === 'growth',
        },
        colours,
      ),
    // The text says whether a number, a time or a word is another one.
    // eslint-disable-next-line react-hooks/exhaustive-deps
    [text, colours, times, card.kind, card.w, scale],
  );
  const onPoint = (index: number) => {
    const from = starts[index];
    if (from !== undefined)
      void navigate(listLink(card, { from, ...(starts[index + 1] === undefined ? {} : { until: starts[index + 1] }) }));
  };
  if (table) return <TimeTable {...{ starts, series, say }} caption={title} when={times.long} />;
  const label = sentence(starts, series[0]?.values ?? []);
  return <Chart option={option} label={label} onPoint={card.kind === 'growth' ? undefined : onPoint} />;
}
