/** A new password, typed twice, with how hard it would be to guess. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PasswordInput } from '../../shared/controls/PasswordInput';
import type { Faults } from '../useSending';
import { REPEATED, useTooLong } from './given';
import { sayStrength } from './sayStrength';

interface NewPasswordProps {
  readonly name: string;
  readonly label: string;
  readonly repeatLabel: string;
  readonly faults: Faults;
}
export function NewPassword({ name, label, repeatLabel, faults }: NewPasswordProps) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const [repeated, setRepeated] = useState('');
  // Too long is said at once; nothing is cut, for what was cut off would be missed at the next sign-in.
  const said = useTooLong()('password', typed) ?? faults[name];
  // A typo is named while it is typed; what was refused is named until both are the same.
  const differs = repeated !== '' && !typed.startsWith(repeated) ? t('joining.password.repeat') : undefined;
  const wrong = differs ?? (repeated !== '' && repeated === typed ? undefined : faults[REPEATED]);
  return (
    <>
      <PasswordInput
        name={name}
        label={label}
        autoComplete="new-password"
        error={said !== undefined}
        helperText={said ?? (typed === '' ? ' ' : sayStrength(t, typed))}
        onChange={({ target }) => setTyped(target.value)}
      />
      <PasswordInput
        name={REPEATED}
        label={repeatLabel}
        autoComplete="new-password"
        error={wrong !== undefined}
        helperText={wrong ?? ' '}
        onChange={({ target }) => setRepeated(target.value)}
      />
    </>
  );
}
