/** The member's front: a greeting, what one owns and what happened to it lately, each changing the moment it changes. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { greetingOf } from '../../../../common/text/greeting';
import { useApp } from '../../../shared/app';
import { AsOf } from '../../../shared/controls/AsOf';
import { useAppSelector } from '../../../shared/createStore';
import type { Held } from '../../../shared/entities';
import { useFormat } from '../../../shared/format';
import { selectSettings } from '../../../shared/settings';
import { PERSON_COLOURS } from '../../../shared/tokens';
import { useHour } from '../../../shared/useHour';
import { useFullUrl } from '../../../shared/useFullUrl';
import { useLaterWords } from '../../../shared/useLaterWords';
import { useSession } from '../../../shared/useSession';
import { useTitle } from '../../../shared/useTitle';
import { PersonAvatar } from '../../../ui/PersonAvatar';
import { textOf } from '../../textOf';
import { useCentreQuery } from '../../centreApi';
import { useOwnAsOf, useOwnRow } from '../../useOwnRow';
import { usePaced } from '../../usePaced';
import { sayAmount, WEALTH_KINDS, wholeOf, type WealthKind } from '../../wealth/amounts';
import { Eye } from '../../wealth/Eye';
import { EntryLines } from '../../wealth/EntryLines';
import { useEntriesQuery } from '../../wealth/entries';
import { LiveFigure } from '../../wealth/LiveFigure';
import { useNewest } from '../../wealth/useNewest';
import { CheckIn } from './CheckIn';
import { useOverview, type PreviousLogin } from './overviewApi';
import { LatestNotices } from './LatestNotices';
import { WeekChart } from './WeekChart';
import { useSiteName } from '../../../shared/site';

const LATEST = 5;
const HISTORIES: Readonly<Record<WealthKind, string>> = { money: 'account/balance', score: 'account/integral' };
/** As many signs of this width stand in a row, whatever the width of the card. */
const sizeFor = (text: string): string => `min(2.5rem, ${Math.floor(185 / text.length)}cqi)`;

interface FigureProps {
  readonly kind: WealthKind;
  readonly held: Held | undefined;
  readonly asOf: number;
}
function Figure({ kind, held, asOf }: FigureProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const { discreet } = useAppSelector(selectSettings);
  const value = wholeOf(kind, held?.row[kind]);
  const fontSize = sizeFor(sayAmount(format, kind, value ?? 0));
  return (
    <Card
      component="section"
      aria-label={t(`wealth.name.${kind}`)}
      // What was added floats under the figure, in the margin of the card.
      sx={{ p: 6, minWidth: 0, containerType: 'inline-size', overflow: 'visible' }}
    >
      <Stack direction="row" sx={{ alignItems: 'center', gap: 1, height: 28, color: 'text.secondary' }}>
        <Typography>{t(`wealth.name.${kind}`)}</Typography>
        {kind === 'money' && <Eye />}
      </Stack>
      <Typography component="div" sx={{ fontSize, lineHeight: '3rem', whiteSpace: 'nowrap', fontWeight: 600, mt: 1 }}>
        <AsOf at={asOf} owned>
          <LiveFigure kind={kind} value={value} hidden={discreet} speaks={false} />
        </AsOf>
      </Typography>
    </Card>
  );
}

/** `place`: where the whole history is. */
function Latest({ kind, place }: { readonly kind: WealthKind; readonly place: string }) {
  const { t } = useTranslation();
  const { go } = useApp();
  const { discreet } = useAppSelector(selectSettings);
  const { top, failed, renew } = useNewest({ kind }, true);
  const { currentData, data, isError, refetch } = useEntriesQuery(
    { kind, page: 1, limit: LATEST, top },
    { skip: top === undefined },
  );
  const shown = currentData ?? data;
  return (
    <Card component="section" sx={{ p: 6, flex: 1, minWidth: 0 }}>
      <Stack direction="row" sx={{ alignItems: 'center', mb: 2 }}>
        <Typography variant="h2" sx={{ flex: 1 }}>
          {t(`wealth.history.${kind}`)}
        </Typography>
        <Button size="small" onClick={() => go(place)}>
          {t('wealth.all')}
        </Button>
      </Stack>
      {shown === undefined && !failed && !isError && <Skeleton height={280} />}
      {(failed || isError) && <Button onClick={() => (failed ? renew() : void refetch())}>{t('shell.retry')}</Button>}
      {shown && <EntryLines entries={shown.list} hidden={discreet} />}
      {shown?.list.length === 0 && <Typography sx={{ color: 'text.secondary' }}>{t('wealth.none')}</Typography>}
    </Card>
  );
}

interface GreetingProps {
  readonly held: Held | undefined;
  readonly previous: PreviousLogin | undefined;
}
function Greeting({ held, previous }: GreetingProps) {
  const { t } = useTranslation();
  const { person } = useSession();
  const fullUrl = useFullUrl();
  const format = useFormat();
  const hour = useHour();
  const row = held?.row;
  const name = textOf(row?.['nickname']) || person?.nickname || person?.username || '';
  const { time = 0, ip = '' } = previous ?? {};
  return (
    <Stack direction="row" sx={{ gap: 4, alignItems: 'center' }}>
      <PersonAvatar
        id={person?.id ?? 0}
        name={name}
        src={fullUrl(textOf(row?.['avatar']))}
        size={56}
        colours={PERSON_COLOURS}
      />
      <Box sx={{ minWidth: 0 }}>
        <Typography variant="h1" sx={{ overflowWrap: 'anywhere' }}>
          {t(`console.overview.greeting.${greetingOf(hour)}`, { name })}
        </Typography>
        <Typography sx={{ color: 'text.secondary', minHeight: 22 }}>
          {time > 0 && t('wealth.previous_login', { time: format.dateTime(time), ip: ip || '–' })}
        </Typography>
      </Box>
    </Stack>
  );
}

/** Only the histories one may look into. */
function Histories() {
  const places = useCentreQuery(undefined).data?.places ?? [];
  return (
    <Stack direction={{ xs: 'column', md: 'row' }} sx={{ gap: 4 }}>
      {WEALTH_KINDS.map((kind) => {
        const place = places.find(({ name }) => name === HISTORIES[kind])?.to;
        return place === undefined ? null : <Latest key={kind} {...{ kind, place }} />;
      })}
    </Stack>
  );
}
const FIGURES = {
  display: 'grid',
  gap: 4,
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))', md: 'minmax(0, 2fr)' },
  gridAutoFlow: { md: 'column' },
  gridAutoColumns: 'minmax(0, 1fr)',
  '& > :nth-of-type(3)': { gridColumn: { sm: 'span 2', md: 'auto' } },
} as const;

export function Overview() {
  useLaterWords();
  const { t } = useTranslation();
  const { person } = useSession();
  const held = useOwnRow(person?.id ?? 0);
  const asOf = useOwnAsOf(person?.id ?? 0);
  const { data, failed, renew } = useOverview(usePaced(`${held?.v ?? 0}`));
  useTitle(t('member.overview.title'), useSiteName());
  return (
    <Stack sx={{ gap: 5 }}>
      <Greeting held={held} previous={data?.previousLogin} />
      <Box sx={FIGURES}>
        {WEALTH_KINDS.map((kind) => (
          <Figure key={kind} {...{ kind, held, asOf }} />
        ))}
        {(data !== undefined || !failed) && <CheckIn state={data?.checkIn} />}
      </Box>
      {data === undefined && failed ? (
        <Button sx={{ alignSelf: 'start' }} onClick={renew}>
          {t('shell.retry')}
        </Button>
      ) : (
        <WeekChart overview={data} />
      )}
      <LatestNotices />
      <Histories />
    </Stack>
  );
}
