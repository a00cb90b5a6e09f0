/** The member’s overview: greeting, live balances, check-in, latest entries and notices. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { chooseGreeting } from '../../../../common/text/time/greeting';
import { useApp } from '../../../shared/app/appContext';
import { StaleMark } from '../../../shared/controls/StaleMark';
import { useAppSelector } from '../../../shared/app/createStore';
import type { CachedRow } from '../../../shared/store/entities';
import { useFormatters } from '../../../shared/i18n/format';
import { selectSettings } from '../../../shared/store/settings';
import { PERSON_COLORS } from '../../../shared/theme/designTokens';
import { useHour } from '../../../shared/app/useHour';
import { useFullUrl } from '../../../shared/app/useFullUrl';
import { useLazyTranslations } from '../../../shared/i18n/useLazyTranslations';
import { useSession } from '../../../shared/auth/useSession';
import { useDocumentTitle } from '../../../shared/app/useDocumentTitle';
import { PersonAvatar } from '../../../ui/PersonAvatar';
import { valueToText } from '../../valueToText';
import { useCenterQuery } from '../../memberCenterApi';
import { useOwnRecordUpdatedAt, useOwnRecord } from '../../ownRecord/useOwnRecord';
import { useThrottledValue } from '../../useThrottledValue';
import { formatBalanceAmount, BALANCE_KINDS, parseAmount, type BalanceKind } from '../../balance/amounts';
import { AmountsToggle } from '../../balance/AmountsToggle';
import { EntryList } from '../../balance/EntryList';
import { useEntriesQuery } from '../../balance/entriesApi';
import { LiveAmount } from '../../balance/LiveAmount';
import { useNewEntries } from '../../balance/useNewEntries';
import { CheckIn } from './CheckIn';
import { useOverview, type PreviousLogin } from './overviewApi';
import { LatestNotices } from './LatestNotices';
import { WeekChart } from './WeekChart';
import { useSiteName } from '../../../shared/store/siteSettings';

const LATEST_ENTRIES = 5;
const HISTORY_PERMISSIONS: Readonly<Record<BalanceKind, string>> = {
  money: 'account/balance',
  score: 'account/integral',
};
/** The font size at which the text fits the width of the card (`cqi`). */
const fontSizeFor = (text: string): string => `min(2.5rem, ${Math.floor(185 / text.length)}cqi)`;

interface BalanceCardProps {
  readonly kind: BalanceKind;
  readonly cachedRow: CachedRow | undefined;
  readonly updatedAt: number;
}
function BalanceCard({ kind, cachedRow, updatedAt }: BalanceCardProps) {
  const { t } = useTranslation();
  const format = useFormatters();
  const { discreet } = useAppSelector(selectSettings);
  const value = parseAmount(kind, cachedRow?.row[kind]);
  const fontSize = fontSizeFor(formatBalanceAmount(format, kind, value ?? 0));
  return (
    <Card
      component="section"
      aria-label={t(`balance.name.${kind}`)}
      // The difference of a change floats below the amount, over the padding of the card.
      sx={{ p: 6, minWidth: 0, containerType: 'inline-size', overflow: 'visible' }}
    >
      <Stack direction="row" sx={{ alignItems: 'center', gap: 1, height: 28, color: 'text.secondary' }}>
        <Typography>{t(`balance.name.${kind}`)}</Typography>
        {kind === 'money' && <AmountsToggle />}
      </Stack>
      <Typography component="div" sx={{ fontSize, lineHeight: '3rem', whiteSpace: 'nowrap', fontWeight: 600, mt: 1 }}>
        <StaleMark updatedAt={updatedAt} isBalance>
          <LiveAmount kind={kind} value={value} isHidden={discreet} isAnnounced={false} />
        </StaleMark>
      </Typography>
    </Card>
  );
}

/** `historyPath`: the path of the complete history. */
function LatestEntries({ kind, historyPath }: { readonly kind: BalanceKind; readonly historyPath: string }) {
  const { t } = useTranslation();
  const { navigate } = useApp();
  const { discreet } = useAppSelector(selectSettings);
  const { newestId, isFailed, refresh } = useNewEntries({ kind }, true);
  const { currentData, data, isError, refetch } = useEntriesQuery(
    { kind, page: 1, limit: LATEST_ENTRIES, newestId },
    { skip: newestId === undefined },
  );
  const shownPage = currentData ?? data;
  return (
    <Card component="section" sx={{ p: 6, flex: 1, minWidth: 0 }}>
      <Stack direction="row" sx={{ alignItems: 'center', mb: 2 }}>
        <Typography variant="h2" sx={{ flex: 1 }}>
          {t(`balance.history.${kind}`)}
        </Typography>
        <Button size="small" onClick={() => navigate(historyPath)}>
          {t('balance.all')}
        </Button>
      </Stack>
      {shownPage === undefined && !isFailed && !isError && <Skeleton height={280} />}
      {(isFailed || isError) && (
        <Button onClick={() => (isFailed ? refresh() : void refetch())}>{t('shell.retry')}</Button>
      )}
      {shownPage && <EntryList entries={shownPage.list} isHidden={discreet} />}
      {shownPage?.list.length === 0 && <Typography sx={{ color: 'text.secondary' }}>{t('balance.none')}</Typography>}
    </Card>
  );
}

interface GreetingProps {
  readonly cachedRow: CachedRow | undefined;
  readonly previous: PreviousLogin | undefined;
}
function Greeting({ cachedRow, previous }: GreetingProps) {
  const { t } = useTranslation();
  const { person } = useSession();
  const fullUrl = useFullUrl();
  const format = useFormatters();
  const hour = useHour();
  const row = cachedRow?.row;
  const name = valueToText(row?.['nickname']) || person?.nickname || person?.username || '';
  const { time = 0, ip = '' } = previous ?? {};
  return (
    <Stack direction="row" sx={{ gap: 4, alignItems: 'center' }}>
      <PersonAvatar
        id={person?.id ?? 0}
        name={name}
        src={fullUrl(valueToText(row?.['avatar']))}
        size={56}
        colors={PERSON_COLORS}
      />
      <Box sx={{ minWidth: 0 }}>
        <Typography variant="h1" sx={{ overflowWrap: 'anywhere' }}>
          {t(`console.overview.greeting.${chooseGreeting(hour)}`, { name })}
        </Typography>
        <Typography sx={{ color: 'text.secondary', minHeight: 22 }}>
          {time > 0 && t('balance.previous_login', { time: format.dateTime(time), ip: ip || '–' })}
        </Typography>
      </Box>
    </Stack>
  );
}

/** Only the histories that the member’s group may open. */
function LatestEntriesOfAll() {
  const permittedPaths = useCenterQuery(undefined).data?.permittedPaths ?? [];
  return (
    <Stack direction={{ xs: 'column', md: 'row' }} sx={{ gap: 4 }}>
      {BALANCE_KINDS.map((kind) => {
        const historyPath = permittedPaths.find(({ name }) => name === HISTORY_PERMISSIONS[kind])?.to;
        return historyPath === undefined ? null : <LatestEntries key={kind} kind={kind} historyPath={historyPath} />;
      })}
    </Stack>
  );
}
const CARDS_LAYOUT = {
  display: 'grid',
  gap: 4,
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))', md: 'minmax(0, 2fr)' },
  gridAutoFlow: { md: 'column' },
  gridAutoColumns: 'minmax(0, 1fr)',
  '& > :nth-of-type(3)': { gridColumn: { sm: 'span 2', md: 'auto' } },
} as const;

export function Overview() {
  useLazyTranslations();
  const { t } = useTranslation();
  const { person } = useSession();
  const cachedRow = useOwnRecord(person?.id ?? 0);
  const updatedAt = useOwnRecordUpdatedAt(person?.id ?? 0);
  const { data, isFailed, refresh } = useOverview(useThrottledValue(`${cachedRow?.revision ?? 0}`));
  useDocumentTitle(t('member.overview.title'), useSiteName());
  return (
    <Stack sx={{ gap: 5 }}>
      <Greeting cachedRow={cachedRow} previous={data?.previousLogin} />
      <Box sx={CARDS_LAYOUT}>
        {BALANCE_KINDS.map((kind) => (
          <BalanceCard key={kind} kind={kind} cachedRow={cachedRow} updatedAt={updatedAt} />
        ))}
        {(data !== undefined || !isFailed) && <CheckIn state={data?.checkIn} />}
      </Box>
      {data === undefined && isFailed ? (
        <Button sx={{ alignSelf: 'start' }} onClick={refresh}>
          {t('shell.retry')}
        </Button>
      ) : (
        <WeekChart overview={data} />
      )}
      <LatestNotices />
      <LatestEntriesOfAll />
    </Stack>
  );
}
