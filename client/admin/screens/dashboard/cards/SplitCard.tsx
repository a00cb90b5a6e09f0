/** Parts of a whole: a ring, and beside it every value with its number, each a way to its list. */
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useId, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { AnyEntity } from '../../../../../common/entity/entity';
import { cardMetrics, type Card } from '../../../../../common/live/dashboardCards';
import { useEngine } from '../../../../engine/engineContext';
import { useTitles } from '../../../../engine/data/useTitles';
import { Chart } from '../charts/Chart';
import { useChartColours } from '../charts/colours';
import { ringOption } from '../charts/options';
import { byValue } from '../figures/series';
import { useFigure } from '../figures/useFigure';
import { CardFrame, ChartSkeleton, NoAccess, Quiet } from './CardFrame';
import { listLink } from './listLink';
import { Rolling } from './Rolling';
import { useCardTitle, useDimWords, useSay } from './useCardWords';

const MOST_PARTS = 6;

export function SplitCard({ card }: { readonly card: Card }) {
  const { t } = useTranslation();
  const titleId = useId();
  const title = useCardTitle()(card);
  const { registry } = useEngine();
  const entity = registry.get(card.e ?? '');
  const state = useFigure(cardMetrics(card).total);
  const parts = state.is === 'known' ? byValue(state.cells).filter(([, value]) => value > 0) : [];
  return (
    <CardFrame {...{ title, titleId }}>
      {state.is === 'waiting' && <ChartSkeleton />}
      {state.is === 'refused' && <NoAccess />}
      {state.is === 'known' && parts.length === 0 && <Quiet>{t('dashboard.nothing_yet')}</Quiet>}
      {parts.length > 0 && entity !== undefined && <Parts {...{ card, title, entity, parts }} />}
    </CardFrame>
  );
}

interface PartsProps {
  readonly card: Card;
  readonly title: string;
  readonly entity: AnyEntity;
  readonly parts: ReturnType<typeof byValue>;
}
function Parts({ card, title, entity, parts }: PartsProps) {
  const { t } = useTranslation();
  const by = card.by ?? '';
  const words = useDimWords(entity, by);
  const to = entity.spec.fields[by]?.options.to;
  useTitles(to ?? '', to === undefined ? [] : parts.map(([dim]) => Number(dim)).filter((id) => id > 0));
  const say = useSay(card);
  const colours = useChartColours();
  const shown = parts.slice(0, MOST_PARTS);
  const slices = shown.map(([dim, value]) => ({ name: words(dim), value }));
  const text = JSON.stringify(slices);
  // eslint-disable-next-line react-hooks/exhaustive-deps -- the text says whether a word or a number is another one
  const option = useMemo(() => ringOption(slices, say, colours), [text, colours]);
  const total = parts.reduce((sum, [, value]) => sum + value, 0);
  const label = t('dashboard.parts_label', {
    title,
    parts: slices.map(({ name, value }) => `${name} ${say(value)}`).join(', '),
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
            <Rolling value={total} say={say} />
          </Typography>
        </Stack>
      </Box>
      <Stack
        component="ul"
        sx={{ flex: '1 1 50%', m: 0, p: 0, listStyle: 'none', justifyContent: 'center', minWidth: 0, gap: 0.5 }}
      >
        {shown.map(([dim, value], at) => (
          <Part
            key={dim}
            to={listLink(card, { dim })}
            name={words(dim)}
            colour={colours.series[at % colours.series.length] ?? colours.soft}
            {...{ value, say }}
          />
        ))}
      </Stack>
    </Stack>
  );
}
interface PartProps {
  readonly to: string;
  readonly name: string;
  readonly colour: string;
  readonly value: number;
  readonly say: (value: number) => string;
}
/** One value with its number: a way to its list. */
function Part({ to, name, colour, value, say }: PartProps) {
  return (
    <Box component="li" sx={{ minWidth: 0 }}>
      <ButtonBase component={Link} to={to} sx={part}>
        <Box aria-hidden sx={{ width: 8, height: 8, borderRadius: '50%', flexShrink: 0, bgcolor: colour }} />
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
          <Rolling value={value} say={say} />
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
