/** The member's profile, line by line; a value that changes while one looks at it says so. */
import { keyframes } from '@emotion/react';
import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { user } from '../../../../common/entities/user';
import type { Json } from '../../../../common/entity/field';
import type { Held } from '../../../shared/entities';
import { useFormat } from '../../../shared/format';
import { useWords } from '../../../shared/i18n';
import { MOTION } from '../../../shared/tokens';

const flash = keyframes({
  from: { backgroundColor: 'var(--mui-palette-action-focus)' },
  to: { backgroundColor: 'transparent' },
});

interface LineProps {
  readonly label: string;
  readonly value: string;
  /** When it last changed before one's eyes; 0 when it did not. */
  readonly changed: number;
}
function Line({ label, value, changed }: LineProps) {
  const flashing = changed > 0 && { animation: `${flash} ${MOTION.flash}ms ease-out` };
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
        sx={{ m: 0, flex: 1, borderRadius: '6px', overflowWrap: 'anywhere', ...flashing }}
      >
        {value}
      </Typography>
    </Stack>
  );
}

export const textOf = (value: Json | undefined) =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

const GENDERS = Object.entries(user.spec.fields.gender.options.values);
const LINES = ['username', 'email', 'mobile', 'gender', 'birthday', 'motto', 'join_time', 'last_login_time'] as const;
type Field = (typeof LINES)[number];

export function Profile({ held }: { readonly held: Held }) {
  const { t } = useTranslation();
  const words = useWords(user);
  const format = useFormat();
  const print = (field: Field): string => {
    const value = held.row[field];
    if (field === 'gender')
      return words.choices['gender']?.[GENDERS.find(([, code]) => code === value)?.[0] ?? ''] ?? '';
    if (field.endsWith('_time')) return typeof value === 'number' && value > 0 ? format.dateTime(value) : '';
    return textOf(value);
  };
  return (
    <Box component="dl" sx={{ m: 0 }}>
      {LINES.map((field) => (
        <Line
          key={field}
          label={words.fields[field] ?? field}
          value={print(field) || t('member.overview.none')}
          changed={held.last?.fields.includes(field) ? held.last.at : 0}
        />
      ))}
    </Box>
  );
}
