/** The member's front: a greeting, balance and points, and the profile, each changing the moment it changes. */
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { keyframes } from '@emotion/react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { user } from '../../../common/entities/user';
import type { Json } from '../../../common/entity/field';
import { greetingOf } from '../../../common/text/greeting';
import { useFormat } from '../../shared/format';
import { useWords } from '../../shared/i18n';
import { MOTION, PERSON_COLOURS } from '../../shared/tokens';
import { useSession } from '../../shared/useSession';
import { useTitle } from '../../shared/useTitle';
import { PersonAvatar } from '../../ui/PersonAvatar';
import { useOwnRow } from '../useOwnRow';

const flash = keyframes({
  from: { backgroundColor: 'var(--mui-palette-action-focus)' },
  to: { backgroundColor: 'transparent' },
});

interface LineProps {
  readonly label: string;
  readonly value: string;
  /** Changes with every live change, so that the flash plays again. */
  readonly changed: number;
}
function Line({ label, value, changed }: LineProps) {
  return (
    <Stack
      direction={{ xs: 'column', sm: 'row' }}
      sx={{ py: 3, gap: { xs: 0.5, sm: 4 }, borderTop: 1, borderColor: 'divider' }}
    >
      <Typography component="dt" sx={{ color: 'text.secondary', width: { sm: 160 }, flex: 'none' }}>
        {label}
      </Typography>
      <Typography
        key={changed}
        component="dd"
        sx={{
          m: 0,
          borderRadius: '6px',
          wordBreak: 'break-word',
          ...(changed > 0 && { animation: `${flash} ${MOTION.flash}ms ease-out` }),
        }}
      >
        {value}
      </Typography>
    </Stack>
  );
}

function Figure({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <Card component="section" sx={{ p: 6, flex: 1 }}>
      <Typography sx={{ color: 'text.secondary' }}>{label}</Typography>
      <Typography component="p" sx={{ fontSize: '2.5rem', lineHeight: '3rem', fontWeight: 600, mt: 1 }}>
        {children}
      </Typography>
    </Card>
  );
}

const textOf = (value: Json | undefined) =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

export function Overview() {
  const { t } = useTranslation();
  const format = useFormat();
  const words = useWords(user);
  const { person } = useSession();
  const held = useOwnRow(person?.id ?? 0);
  useTitle(t('member.overview.title'), t('console.product'));
  const row = held?.row;
  const name = textOf(row?.['nickname']) || person?.nickname || person?.username || '';
  const changedAt = (field: string) => (held?.last?.fields.includes(field) ? held.last.at : 0);
  const line = (field: keyof typeof words.fields, print: (value: Json | undefined) => string = textOf) => (
    <Line
      key={field}
      label={words.fields[field] ?? String(field)}
      value={print(row?.[field]) || t('member.overview.none')}
      changed={changedAt(String(field))}
    />
  );
  const stamp = (value: Json | undefined) => (typeof value === 'number' && value > 0 ? format.dateTime(value) : '');
  const gender = (value: Json | undefined) => {
    const choice = Object.entries(user.spec.fields.gender.options.values).find(([, number]) => number === value)?.[0];
    return (choice && words.choices['gender']?.[choice]) || '';
  };
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
          <Typography variant="h1">
            {t(`console.overview.greeting.${greetingOf(new Date().getHours())}`, { name })}
          </Typography>
          <Typography sx={{ color: 'text.secondary' }}>{t('member.overview.lead')}</Typography>
        </Box>
      </Stack>
      <Stack direction={{ xs: 'column', sm: 'row' }} sx={{ gap: 4 }}>
        <Figure label={t('member.overview.balance')}>
          {row ? `¥ ${format.money(textOf(row['money']))}` : <Skeleton width={160} height={48} />}
        </Figure>
        <Figure label={t('member.overview.points')}>
          {row ? format.number(Number(row['score'] ?? 0)) : <Skeleton width={120} height={48} />}
        </Figure>
      </Stack>
      <Card component="section" sx={{ p: 6 }}>
        <Typography variant="h2" sx={{ mb: 4 }}>
          {t('member.overview.profile')}
        </Typography>
        <Box component="dl" sx={{ m: 0 }}>
          {row ? (
            [
              line('username'),
              line('email'),
              line('mobile'),
              line('gender', gender),
              line('birthday'),
              line('motto'),
              line('join_time', stamp),
              line('last_login_time', stamp),
            ]
          ) : (
            <Skeleton height={320} />
          )}
        </Box>
      </Card>
    </Stack>
  );
}
