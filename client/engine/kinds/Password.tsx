/** Passwords: written blind, never read; the strength is only a hint, the rule is the server's. */
import VisibilityIcon from '@mui/icons-material/VisibilityOutlined';
import VisibilityOffIcon from '@mui/icons-material/VisibilityOffOutlined';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import LinearProgress from '@mui/material/LinearProgress';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { strengthOf } from '../../shared/passwordStrength';
import { Masked } from './cells';
import { Line, orNull, textOf } from './inputs';
import type { InputProps, KindView } from './kindView';

const LEVELS = ['strength_0', 'strength_1', 'strength_2', 'strength_3', 'strength_4'] as const;
const COLOURS = ['error', 'error', 'warning', 'info', 'success'] as const;

/** How hard a password would be to guess, as a bar and in words. */
export function Strength({ password }: { readonly password: string }) {
  const { t } = useTranslation();
  const strength = strengthOf(password);
  return (
    <Stack direction="row" sx={{ alignItems: 'center', gap: 2, mt: 1 }}>
      <LinearProgress
        variant="determinate"
        aria-hidden
        value={(strength + 1) * 20}
        color={COLOURS[strength]}
        sx={{ flex: 1, height: 4, borderRadius: 2, bgcolor: 'background.sunken' }}
      />
      <Typography variant="caption" aria-live="polite">
        {t('engine.field.strength', { level: t(`engine.field.${LEVELS[strength]}`) })}
      </Typography>
    </Stack>
  );
}

function Input(props: InputProps) {
  const { t } = useTranslation();
  const [shown, setShown] = useState(false);
  const text = textOf(props.value);
  const toggle = (
    <IconButton
      size="small"
      aria-label={shown ? t('engine.field.hide_password') : t('engine.field.show_password')}
      onClick={() => setShown(!shown)}
      edge="end"
    >
      {shown ? <VisibilityOffIcon fontSize="small" /> : <VisibilityIcon fontSize="small" />}
    </IconButton>
  );
  return (
    <Box>
      <Line
        {...props}
        value={text}
        onText={(next) => props.onChange(orNull(next))}
        type={shown ? 'text' : 'password'}
        autoComplete="new-password"
        end={toggle}
        {...(props.rowId === null ? {} : { placeholder: t('engine.field.password_unchanged') })}
      />
      {text !== '' && <Strength password={text} />}
    </Box>
  );
}

export const passwordKind: KindView = { Cell: Masked, Input, Filter: null, width: 100, short: false };
