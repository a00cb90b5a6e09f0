/** The member's front: a greeting, what one owns and what happened to it lately, each changing the moment it changes. */
import Visibility from '@mui/icons-material/VisibilityOutlined';
import VisibilityOff from '@mui/icons-material/VisibilityOffOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import IconButton from '@mui/material/IconButton';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { greetingOf } from '../../../../common/text/greeting';
import { useApp } from '../../../shared/app';
import { AsOf } from '../../../shared/controls/AsOf';
import { useAppDispatch, useAppSelector } from '../../../shared/createStore';
import type { Held } from '../../../shared/entities';
import { useFormat } from '../../../shared/format';
import { selectSettings, settingsChanged } from '../../../shared/settings';
import { PERSON_COLOURS } from '../../../shared/tokens';
import { useFullUrl } from '../../../shared/useFullUrl';
import { useLaterWords } from '../../../shared/useLaterWords';
import { useSession } from '../../../shared/useSession';
import { useTitle } from '../../../shared/useTitle';
import { PersonAvatar } from '../../../ui/PersonAvatar';
import { textOf } from '../../textOf';
import { useOwnRow } from '../../useOwnRow';
import { WEALTH_KINDS, wholeOf, type WealthKind } from '../../wealth/amounts';
import { EntryLines } from '../../wealth/EntryLines';
import { useEntriesQuery } from '../../wealth/entries';
import { LiveFigure } from '../../wealth/LiveFigure';
import { useNewest } from '../../wealth/useNewest';
import { CheckIn } from './CheckIn';
import { useOverview } from './overviewApi';
import { LatestNotices } from './LatestNotices';
import { WeekChart } from './WeekChart';
import { useSiteName } from '../../../shared/site';

const LATEST = 5;
const PLACES: Readonly<Record<WealthKind, string>> = { money: '/user/balance', score: '/user/integral' };

function Eye() {
  const { t } = useTranslation();
  const dispatch = useAppDispatch();
  const { discreet } = useAppSelector(selectSettings);
  const label = t(discreet ? 'wealth.show' : 'wealth.hide');
  return (
    <IconButton
      size="small"
      aria-label={label}
      title={label}
      aria-pressed={discreet}
      onClick={() => dispatch(settingsChanged({ discreet: !discreet }))}
    >
      {discreet ? <VisibilityOff fontSize="small" /> : <Visibility fontSize="small" />}
    </IconButton>
  );
}

function Figure({ kind, held }: { readonly kind: WealthKind; readonly held: Held | undefined }) {
  const { t } = useTranslation();
  const { discreet } = useAppSelector(selectSettings);
  return (
    <Card
      component="section"
      aria-label={t(`wealth.name.${kind}`)}
      sx={{ p: 6, flex: kind === 'money' ? 2 : 1, minWidth: 0 }}
    >
      <Stack direction="row" sx={{ alignItems: 'center', gap: 1, height: 28, color: 'text.secondary' }}>
        <Typography>{t(`wealth.name.${kind}`)}</Typography>
        {kind === 'money' && <Eye />}
      </Stack>
      <Typography component="div" sx={{ fontSize: '2.5rem', lineHeight: '3rem', fontWeight: 600, mt: 1 }}>
        <AsOf at={held?.last?.at ?? 0}>
          <LiveFigure kind={kind} value={wholeOf(kind, held?.row[kind])} hidden={discreet} speaks={false} />
        </AsOf>
      </Typography>
    </Card>
  );
}

function Latest({ kind }: { readonly kind: WealthKind }) {
  const { t } = useTranslation();
  const { go } = useApp();
  const { discreet } = useAppSelector(selectSettings);
  const { top } = useNewest(kind, true);
  const { currentData, data } = useEntriesQuery({ kind, page: 1, limit: LATEST, top }, { skip: top === undefined });
  const shown = currentData ?? data;
  return (
    <Card component="section" sx={{ p: 6, flex: 1, minWidth: 0 }}>
      <Stack direction="row" sx={{ alignItems: 'center', mb: 2 }}>
        <Typography variant="h2" sx={{ flex: 1 }}>
          {t(`wealth.history.${kind}`)}
        </Typography>
        <Button size="small" onClick={() => go(PLACES[kind])}>
          {t('wealth.all')}
        </Button>
      </Stack>
      {shown === undefined && <Skeleton height={280} />}
      {shown && <EntryLines entries={shown.list} hidden={discreet} />}
      {shown?.list.length === 0 && <Typography sx={{ color: 'text.secondary' }}>{t('wealth.none')}</Typography>}
    </Card>
  );
}

function Greeting({ held }: { readonly held: Held | undefined }) {
  const { t } = useTranslation();
  const { person } = useSession();
  const fullUrl = useFullUrl();
  const format = useFormat();
  const row = held?.row;
  const name = textOf(row?.['nickname']) || person?.nickname || person?.username || '';
  const [time, ip] = [Number(row?.['last_login_time'] ?? 0), textOf(row?.['last_login_ip'])];
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
        <Typography variant="h1">
          {t(`console.overview.greeting.${greetingOf(new Date().getHours())}`, { name })}
        </Typography>
        <Typography sx={{ color: 'text.secondary', minHeight: 22 }}>
          {time > 0 && t('wealth.last_login', { time: format.dateTime(time), ip: ip || '–' })}
        </Typography>
      </Box>
    </Stack>
  );
}

export function Overview() {
  useLaterWords();
  const { t } = useTranslation();
  const { person } = useSession();
  const held = useOwnRow(person?.id ?? 0);
  const { data } = useOverview(`${held?.v ?? 0}`);
  useTitle(t('member.overview.title'), useSiteName());
  return (
    <Stack sx={{ gap: 5 }}>
      <Greeting held={held} />
      <Stack direction={{ xs: 'column', sm: 'row' }} sx={{ gap: 4 }}>
        {WEALTH_KINDS.map((kind) => (
          <Figure key={kind} kind={kind} held={held} />
        ))}
        <CheckIn state={data?.checkIn} />
      </Stack>
      <WeekChart overview={data} />
      <LatestNotices />
      <Stack direction={{ xs: 'column', md: 'row' }} sx={{ gap: 4 }}>
        {WEALTH_KINDS.map((kind) => (
          <Latest key={kind} kind={kind} />
        ))}
      </Stack>
    </Stack>
  );
}
