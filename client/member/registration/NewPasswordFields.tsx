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
  // A password that is too long gets an error at once. The input never cuts it: the member would type the full password at the next
  // sign-in.
  const passwordError = useCheckMaxLength()('password', password) ?? fieldErrors[name];
  // A typo is reported while it is typed; the error of a refusal is shown until both inputs are equal.
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
