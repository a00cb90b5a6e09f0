/** The member's front: a greeting, balance and points, and the profile, each changing the moment it changes. */
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { greetingOf } from '../../../../common/text/greeting';
import type { Wire } from '../../../shared/entities';
import { useFormat } from '../../../shared/format';
import { PERSON_COLOURS } from '../../../shared/tokens';
import { useSession } from '../../../shared/useSession';
import { useTitle } from '../../../shared/useTitle';
import { PersonAvatar } from '../../../ui/PersonAvatar';
import { useOwnRow } from '../../useOwnRow';
import { Profile, textOf } from './Profile';

function Figure({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <Card component="section" sx={{ p: 6, flex: 1 }}>
      <Typography sx={{ color: 'text.secondary' }}>{label}</Typography>
      <Typography component="div" sx={{ fontSize: '2.5rem', lineHeight: '3rem', fontWeight: 600, mt: 1 }}>
        {children}
      </Typography>
    </Card>
  );
}

/** What the member owns; a value the reader may not see is absent and says so with dots. */
function Wealth({ row }: { readonly row: Wire | undefined }) {
  const { t } = useTranslation();
  const format = useFormat();
  const money = row && ('money' in row ? `¥ ${format.money(textOf(row['money']))}` : '••••');
  const score = row && ('score' in row ? format.number(Number(row['score'] ?? 0)) : '••••');
  return (
    <Stack direction={{ xs: 'column', sm: 'row' }} sx={{ gap: 4 }}>
      <Figure label={t('member.overview.balance')}>{money ?? <Skeleton width={160} height={48} />}</Figure>
      <Figure label={t('member.overview.points')}>{score ?? <Skeleton width={120} height={48} />}</Figure>
    </Stack>
  );
}

export function Overview() {
  const { t } = useTranslation();
  const { person } = useSession();
  const held = useOwnRow(person?.id ?? 0);
  useTitle(t('member.overview.title'), t('console.product'));
  const row = held?.row;
  const name = textOf(row?.['nickname']) || person?.nickname || person?.username || '';
  const greeting = greetingOf(new Date().getHours());
  return (
    <Stack sx={{ gap: 6 }}>
      <Stack direction="row" sx={{ gap: 4, alignItems: 'center' }}>
        <PersonAvatar
          id={person?.id ?? 0}
          name={name}
          src={textOf(row?.['avatar'])}
          size={56}
          colours={PERSON_COLOURS}
        />
        <Box>
          <Typography variant="h1">{t(`console.overview.greeting.${greeting}`, { name })}</Typography>
          <Typography sx={{ color: 'text.secondary' }}>{t('member.overview.lead')}</Typography>
        </Box>
      </Stack>
      <Wealth row={row} />
      <Card component="section" sx={{ p: 6 }}>
        <Typography variant="h2" sx={{ mb: 4 }}>
          {t('member.overview.profile')}
        </Typography>
        {held ? <Profile held={held} /> : <Skeleton height={388} />}
      </Card>
    </Stack>
  );
}
