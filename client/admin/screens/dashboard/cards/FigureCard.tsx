/** One number, big: what there is, or what today brought; beside it how it moved. A click opens the list behind it. */
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { cardMetrics, type Card } from '../../../../../common/live/dashboardCards';
import { StaleMark } from '../../../../shared/controls/StaleMark';
import { useFormatters } from '../../../../shared/i18n/format';
import { PinThreshold } from '../alerts/PinThreshold';
import { alongTime, totalOf } from '../figures/series';
import { useFigure, useKnown, useServerNow, useZone, type FigureState } from '../figures/useFigure';
import { CardFrame, NoAccess } from './CardFrame';
import { big, fitted, small, wholeCard } from './figureLooks';
import { listLink } from './listLink';
import { Rolling } from './Rolling';
import { Spark } from './Spark';
import { useCardTitle, useSay } from './useCardWords';

const MINUTE = 60_000;

/** The days of a figure, the last of them today. */
function useDays(card: Card, state: FigureState) {
  const zone = useZone();
  const now = useServerNow(MINUTE);
  const { series: along } = cardMetrics(card);
  if (along === undefined || state.is !== 'known') return undefined;
  return alongTime(state.cells, along.span, zone, now, card.pick);
}

export function FigureCard({ card, fixed = false }: { readonly card: Card; readonly fixed?: boolean }) {
  const { t } = useTranslation();
  const titleId = useId();
  const say = useSay(card);
  const title = useCardTitle()(card);
  const { total, series: along } = cardMetrics(card);
  const whole = useFigure(total);
  const lately = useFigure(along);
  const days = useDays(card, lately);
  const today = days?.values.at(-1) ?? 0;
  const main = card.kind === 'today' ? lately : whole;
  const value = card.kind === 'today' ? today : whole.is === 'known' ? totalOf(whole.cells, card.pick) : 0;
  const from = days?.starts.at(-1);
  const to = listLink(card, card.kind === 'today' && from !== undefined ? { from } : {});
  return (
    <CardFrame {...{ title, titleId }} side={fixed ? undefined : <PinThreshold {...{ card, title }} />}>
      {main.is === 'refused' ? (
        <NoAccess />
      ) : (
        <Stack sx={{ flex: 1, minHeight: 0, justifyContent: 'space-between', containerType: 'inline-size' }}>
          {main.is === 'waiting' ? (
            <Skeleton width={72} height={36} />
          ) : (
            <Figure {...{ value, say, to }} label={`${title}: ${say(value)}. ${t('dashboard.open_list')}`} />
          )}
          <Moved {...{ card, say, today }} yesterday={days?.values.at(-2)} values={days?.values} />
        </Stack>
      )}
    </CardFrame>
  );
}

interface FigureProps {
  readonly value: number;
  readonly say: (value: number) => string;
  readonly to: string;
  readonly label: string;
}
function Figure({ value, say, to, label }: FigureProps) {
  const { t } = useTranslation();
  const format = useFormatters();
  const { heard } = useKnown();
  return (
    <ButtonBase
      component={Link}
      to={to}
      aria-label={label}
      title={heard > 0 ? t('dashboard.as_of', { time: format.dateTime(heard) }) : ''}
      sx={{
        alignSelf: 'flex-start',
        maxWidth: '100%',
        justifyContent: 'flex-start',
        ...big,
        fontSize: fitted(say(value)),
        ...wholeCard,
      }}
    >
      <StaleMark updatedAt={heard}>
        <Rolling {...{ value, say }} />
      </StaleMark>
    </ButtonBase>
  );
}

interface MovedProps {
  readonly card: Card;
  readonly say: (value: number) => string;
  readonly today: number;
  readonly yesterday: number | undefined;
  readonly values: readonly number[] | undefined;
}
/** What today brought, or yesterday had, and a small line of the days before. */
function Moved({ card, say, today, yesterday, values }: MovedProps) {
  const { t } = useTranslation();
  if (cardMetrics(card).series === undefined) return <Box sx={{ minHeight: 28 }} />;
  const up = card.kind === 'figure' && today > 0;
  const lately =
    today === 0
      ? t('dashboard.none_today')
      : t(up ? 'dashboard.more_today' : 'dashboard.less_today', { value: say(today) });
  const text = card.kind === 'today' ? t('dashboard.yesterday', { value: say(yesterday ?? 0) }) : lately;
  return (
    <Stack direction="row" sx={{ alignItems: 'flex-end', gap: 3, minHeight: 28 }}>
      <Typography
        variant="caption"
        sx={{
          ...small,
          whiteSpace: 'nowrap',
          color: up ? 'success.main' : 'text.secondary',
          fontWeight: up ? 500 : 400,
          fontVariantNumeric: 'tabular-nums',
        }}
      >
        {values === undefined ? <Skeleton width={56} height={14} /> : text}
      </Typography>
      <Box sx={{ flex: 1, minWidth: 24, maxWidth: 140, ml: 'auto' }}>
        {values !== undefined && <Spark values={values} />}
      </Box>
    </Stack>
  );
}
