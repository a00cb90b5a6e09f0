/** The form of both login screens: two fields, errors at the field, one primary action. */
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import { Suspense, useRef, useState, type ComponentType, type KeyboardEvent, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { LIMITS } from '../../../common/limits';
import { PasswordInput } from '../controls/PasswordInput';
import { SessionEndNotice } from './SessionEndNotice';
import { useSignIn, type SignIn } from './useSignIn';
import { lazyWithRetry } from '../../ui/lazyWithRetry';

interface PasswordFieldProps {
  readonly label: string;
  readonly error: string | undefined;
  readonly inputRef: React.Ref<HTMLInputElement>;
}
function PasswordField({ label, error, inputRef }: PasswordFieldProps) {
  const { t } = useTranslation();
  const [isCapsLockOn, setIsCapsLockOn] = useState(false);
  const updateCapsLock = (event: KeyboardEvent) => setIsCapsLockOn(event.getModifierState('CapsLock'));
  return (
    <PasswordInput
      name="password"
      label={label}
      autoComplete="current-password"
      error={error !== undefined}
      helperText={error ?? (isCapsLockOn ? t('shell.caps') : ' ')}
      inputRef={inputRef}
      onKeyUp={updateCapsLock}
      maxLength={200}
    />
  );
}

const CaptchaField = lazyWithRetry(async () => (await import('./CaptchaField')).CaptchaField);

export interface SignInFormProps {
  readonly username: string;
  readonly required: { readonly username: string; readonly password: string };
  /** What follows the right password, for the realm that has a second factor. */
  readonly secondStep?: ComponentType<{ readonly signIn: SignIn }>;
}
export function SignInForm({ username, required, secondStep: Second }: SignInFormProps) {
  const { t } = useTranslation();
  const signIn = useSignIn();
  const { errors: refusal, captchaId: challenge, renewCaptcha: renewChallenge, isBusy, isClosed, submit } = signIn;
  const captchaInput = useRef<HTMLInputElement>(null);
  const usernameInput = useRef<HTMLInputElement>(null);
  const passwordInput = useRef<HTMLInputElement>(null);
  const [keep, setKeep] = useState(false);

  const send = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const entered = {
      username: usernameInput.current?.value ?? '',
      password: passwordInput.current?.value ?? '',
      keep,
    };
    const credentials = challenge === '' ? entered : { ...entered, captcha: captchaInput.current?.value.trim() ?? '' };
    if (await submit(credentials, required)) return;
    (credentials.username.trim() === '' ? usernameInput : passwordInput).current?.focus();
  };
  const { fields, general } = refusal;
  if (isClosed) return <Alert severity="warning">{t('faults.member.disabled')}</Alert>;
  if (Second && signIn.requiredFactor) {
    return (
      <Suspense fallback={null}>
        <Second signIn={signIn} />
      </Suspense>
    );
  }
  return (
    <Stack component="form" noValidate onSubmit={(event) => void send(event)} sx={{ gap: 1 }}>
      {general === '' && <SessionEndNotice />}
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
        inputRef={usernameInput}
        slotProps={{ htmlInput: { maxLength: LIMITS.emailMax, autoCapitalize: 'none', spellCheck: false } }}
      />
      <PasswordField label={t('console.login.password')} error={fields.password} inputRef={passwordInput} />
      {challenge !== '' && (
        <Suspense fallback={null}>
          <CaptchaField id={challenge} onRenew={renewChallenge} error={fields.captcha} inputRef={captchaInput} />
        </Suspense>
      )}
      <FormControlLabel
        control={<Checkbox checked={keep} onChange={(_, on) => setKeep(on)} />}
        label={t('shell.keep')}
      />
      <Button type="submit" variant="contained" size="large" loading={isBusy} sx={{ mt: 3 }}>
        {t('console.login.submit')}
      </Button>
    </Stack>
  );
}
