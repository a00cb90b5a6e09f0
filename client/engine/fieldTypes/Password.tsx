/** Password fields: never shown. The strength is a hint; the server decides. */
import VisibilityIcon from '@mui/icons-material/VisibilityOutlined';
import VisibilityOffIcon from '@mui/icons-material/VisibilityOffOutlined';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import LinearProgress from '@mui/material/LinearProgress';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { passwordStrength } from '../../shared/auth/passwordStrength';
import { MaskedText } from './cells/cells';
import { TextInput, emptyToNull, inputText } from './inputs/TextInput';
import type { InputProps, FieldType } from './fieldType';

const STRENGTH_LEVELS = ['strength_0', 'strength_1', 'strength_2', 'strength_3', 'strength_4'] as const;
const STRENGTH_COLORS = ['error', 'error', 'warning', 'info', 'success'] as const;

/** Estimated strength of a password as a bar and text. */
export function PasswordStrength({ password }: { readonly password: string }) {
  const { t } = useTranslation();
  const strength = passwordStrength(password);
  return (
    <Stack direction="row" sx={{ alignItems: 'center', gap: 2, mt: 1 }}>
      <LinearProgress
        variant="determinate"
        aria-hidden
        value={(strength + 1) * 20}
        color={STRENGTH_COLORS[strength]}
        sx={{ flex: 1, height: 4, borderRadius: 2, bgcolor: 'background.sunken' }}
      />
      <Typography variant="caption" aria-live="polite">
        {t('engine.field.strength', { level: t(`engine.field.${STRENGTH_LEVELS[strength]}`) })}
      </Typography>
    </Stack>
  );
}

function Input(props: InputProps) {
  const { t } = useTranslation();
  const [isShown, setIsShown] = useState(false);
  const text = inputText(props.value);
  const toggle = (
    <IconButton
      size="small"
      aria-label={isShown ? t('engine.field.hide_password') : t('engine.field.show_password')}
      onClick={() => setIsShown(!isShown)}
      edge="end"
    >
      {isShown ? <VisibilityOffIcon fontSize="small" /> : <VisibilityIcon fontSize="small" />}
    </IconButton>
  );
  return (
    <Box>
      <TextInput
        {...props}
        value={text}
        onTextChange={(next) => props.onChange(emptyToNull(next))}
        type={isShown ? 'text' : 'password'}
        autoComplete="new-password"
        endAdornment={toggle}
        {...(props.rowId === null ? {} : { placeholder: t('engine.field.password_unchanged') })}
      />
      {text !== '' && <PasswordStrength password={text} />}
    </Box>
  );
}

export const passwordFieldType: FieldType = { Cell: MaskedText, Input, Filter: null, width: 100, isShort: false };
