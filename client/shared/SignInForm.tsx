/** The form of both login screens: two fields, errors at the field, one primary action. */
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import { Suspense, useRef, useState, type ComponentType, type KeyboardEvent, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { LIMITS } from '../../common/limits';
import { PasswordInput } from './controls/PasswordInput';
import { EndingNote } from './EndingNote';
import { useSignIn, type SignIn } from './useSignIn';
import { lazyPart } from '../ui/lazyPart';

interface PasswordFieldProps {
  readonly label: string;
  readonly error: string | undefined;
  readonly inputRef: React.Ref<HTMLInputElement>;
}
function PasswordField({ label, error, inputRef }: PasswordFieldProps) {
  const { t } = useTranslation();
  const [caps, setCaps] = useState(false);
  const watch = (event: KeyboardEvent) => setCaps(event.getModifierState('CapsLock'));
  return (
    <PasswordInput
      name="password"
      label={label}
      autoComplete="current-password"
      error={error !== undefined}
      helperText={error ?? (caps ? t('shell.caps') : ' ')}
      inputRef={inputRef}
      onKeyUp={watch}
      maxLength={200}
    />
  );
}

const CaptchaField = lazyPart(async () => (await import('./CaptchaField')).CaptchaField);

export interface SignInFormProps {
  readonly username: string;
  readonly required: { readonly username: string; readonly password: string };
  /** What follows the right password, for the realm that has a second factor. */
  readonly second?: ComponentType<{ readonly signIn: SignIn }>;
}
export function SignInForm({ username, required, second: Second }: SignInFormProps) {
  const { t } = useTranslation();
  const signIn = useSignIn();
  const { refusal, challenge, renewChallenge, busy, closed, submit } = signIn;
  const proof = useRef<HTMLInputElement>(null);
  const name = useRef<HTMLInputElement>(null);
  const secret = useRef<HTMLInputElement>(null);
  const [keep, setKeep] = useState(false);

  const send = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = { username: name.current?.value ?? '', password: secret.current?.value ?? '', keep };
    const given = challenge === '' ? typed : { ...typed, captcha: proof.current?.value.trim() ?? '' };
    if (await submit(given, required)) return;
    (given.username.trim() === '' ? name : secret).current?.focus();
  };
  const { fields, general } = refusal;
  if (closed) return <Alert severity="warning">{t('faults.member.disabled')}</Alert>;
  if (Second && signIn.second) {
    return (
      <Suspense fallback={null}>
        <Second signIn={signIn} />
      </Suspense>
    );
  }
  return (
    <Stack component="form" noValidate onSubmit={(event) => void send(event)} sx={{ gap: 1 }}>
      {general === '' && <EndingNote />}
      {general !== '' && (
        <Alert severity="error" sx={{ mb: 2 }}>
          {general}
        </Alert>
      )}
      <TextField
        name="username"
        label={username}
        autoComplete="username"
        autoFocus
        error={fields.username !== undefined}
        helperText={fields.username ?? ' '}
        inputRef={name}
        slotProps={{ htmlInput: { maxLength: LIMITS.emailMax, autoCapitalize: 'none', spellCheck: false } }}
      />
      <PasswordField label={t('console.login.password')} error={fields.password} inputRef={secret} />
      {challenge !== '' && (
        <Suspense fallback={null}>
          <CaptchaField id={challenge} onRenew={renewChallenge} error={fields.captcha} inputRef={proof} />
        </Suspense>
      )}
      <FormControlLabel
        control={<Checkbox checked={keep} onChange={(_, on) => setKeep(on)} />}
        label={t('shell.keep')}
      />
      <Button type="submit" variant="contained" size="large" loading={busy} sx={{ mt: 3 }}>
        {t('console.login.submit')}
      </Button>
    </Stack>
  );
}
