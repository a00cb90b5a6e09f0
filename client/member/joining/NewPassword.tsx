/** A new password, with how hard it would be to guess. */
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useTooLong } from './given';

/** A rough measure: length counts most, then variety. */
function strengthOf(text: string): 'weak' | 'fair' | 'good' {
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z\d]/].filter((kind) => kind.test(text)).length;
  const points = text.length + kinds * 2 + (new Set(text).size > 6 ? 2 : 0);
  return points >= 18 ? 'good' : points >= 13 ? 'fair' : 'weak';
}

export function NewPassword({
  name,
  label,
  fault,
}: {
  readonly name: string;
  readonly label: string;
  readonly fault: string | undefined;
}) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  // Too long is said at once; nothing is cut, for what was cut off would be missed at the next sign-in.
  const said = useTooLong()('password', typed) ?? fault;
  const word = t(`joining.strength.${strengthOf(typed)}`);
  return (
    <TextField
      name={name}
      type="password"
      label={label}
      autoComplete="new-password"
      error={said !== undefined}
      helperText={said ?? (typed === '' ? ' ' : t('joining.strength_label', { word }))}
      onChange={({ target }) => setTyped(target.value)}
    />
  );
}
