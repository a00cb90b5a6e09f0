/** A new password, typed twice, with its strength. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PasswordInput } from '../../shared/controls/PasswordInput';
import type { FieldErrors } from '../useFormSubmit';
import { REPEATED_PASSWORD_FIELD, useCheckMaxLength } from './useReadFields';
import { formatStrength } from './formatStrength';

interface NewPasswordFieldsProps {
  readonly name: string;
  readonly label: string;
  readonly repeatLabel: string;
  readonly fieldErrors: FieldErrors;
}
export function NewPasswordFields({ name, label, repeatLabel, fieldErrors }: NewPasswordFieldsProps) {
  const { t } = useTranslation();
  const [password, setPassword] = useState('');
  const [repeated, setRepeated] = useState('');
  // Too long is said at once; nothing is cut, for what was cut off would be missed at the next sign-in.
  const passwordError = useCheckMaxLength()('password', password) ?? fieldErrors[name];
  // A typo is named while it is typed; what was refused is named until both are the same.
  const mismatch = repeated !== '' && !password.startsWith(repeated) ? t('registration.password.repeat') : undefined;
  const repeatError =
    mismatch ?? (repeated !== '' && repeated === password ? undefined : fieldErrors[REPEATED_PASSWORD_FIELD]);
  return (
    <>
      <PasswordInput
        name={name}
        label={label}
        autoComplete="new-password"
        error={passwordError !== undefined}
        helperText={passwordError ?? (password === '' ? ' ' : formatStrength(t, password))}
        onChange={({ target }) => setPassword(target.value)}
      />
      <PasswordInput
        name={REPEATED_PASSWORD_FIELD}
        label={repeatLabel}
        autoComplete="new-password"
        error={repeatError !== undefined}
        helperText={repeatError ?? ' '}
        onChange={({ target }) => setRepeated(target.value)}
      />
    </>
  );
}
