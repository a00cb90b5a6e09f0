/** A password input with a button that shows the text. */
import Visibility from '@mui/icons-material/VisibilityOutlined';
import VisibilityOff from '@mui/icons-material/VisibilityOffOutlined';
import IconButton from '@mui/material/IconButton';
import InputAdornment from '@mui/material/InputAdornment';
import TextField, { type TextFieldProps } from '@mui/material/TextField';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

interface PasswordInputProps extends Omit<TextFieldProps, 'type' | 'slotProps'> {
  /** Maximum length of the input; without it, nothing is cut. */
  readonly maxLength?: number;
  readonly readOnly?: boolean;
}
export function PasswordInput({ maxLength, readOnly = false, ...rest }: PasswordInputProps) {
  const { t } = useTranslation();
  const [isVisible, setIsVisible] = useState(false);
  const visibilityToggle = (
    <InputAdornment position="end">
      <IconButton
        size="small"
        edge="end"
        aria-label={isVisible ? t('shell.password_hide') : t('shell.password_show')}
        onClick={() => setIsVisible(!isVisible)}
      >
        {isVisible ? <VisibilityOff /> : <Visibility />}
      </IconButton>
    </InputAdornment>
  );
  return (
    <TextField
      {...rest}
      type={isVisible ? 'text' : 'password'}
      slotProps={{
        input: { endAdornment: visibilityToggle, readOnly },
        htmlInput: maxLength === undefined ? { spellCheck: false } : { maxLength, spellCheck: false },
      }}
    />
  );
}
