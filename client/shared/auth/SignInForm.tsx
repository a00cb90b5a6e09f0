/** The sign-in form of both login screens: two fields with their errors, and a captcha if the server requires one. */
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
  /** The step after the right password, in the realm that has a second factor. */
  readonly secondStep?: ComponentType<{ readonly signIn: SignIn }>;
  /** Below the form where the server offers single sign-on. */
  readonly singleSignOn?: ComponentType;
}
/** The input elements of the form, and its submission. */
function useSignInInputs({ submit, captchaId }: SignIn, required: SignInFormProps['required']) {
  const captcha = useRef<HTMLInputElement>(null);
  const username = useRef<HTMLInputElement>(null);
  const password = useRef<HTMLInputElement>(null);
  const [keep, setKeep] = useState(false);
  const send = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const entered = { username: username.current?.value ?? '', password: password.current?.value ?? '', keep };
    const credentials = captchaId === '' ? entered : { ...entered, captcha: captcha.current?.value.trim() ?? '' };
    if (await submit(credentials, required)) return;
    (credentials.username.trim() === '' ? username : password).current?.focus();
  };
  return { inputs: { captcha, username, password }, keep, setKeep, send };
}

export function SignInForm({
  username,
  required,
  secondStep: SecondStep,
  singleSignOn: SingleSignOn,
}: SignInFormProps) {
  const { t } = useTranslation();
  const signIn = useSignIn();
  const { errors, captchaId, renewCaptcha, isBusy, isClosed } = signIn;
  const { inputs, keep, setKeep, send } = useSignInInputs(signIn, required);
  const { fields, general } = errors;
  if (isClosed) return <Alert severity="warning">{t('faults.member.disabled')}</Alert>;
  if (SecondStep && signIn.requiredFactor) {
    return (
      <Suspense fallback={null}>
        <SecondStep signIn={signIn} />
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
        inputRef={inputs.username}
        slotProps={{ htmlInput: { maxLength: LIMITS.emailMaxChars, autoCapitalize: 'none', spellCheck: false } }}
      />
      <PasswordField label={t('console.login.password')} error={fields.password} inputRef={inputs.password} />
      {captchaId !== '' && (
        <Suspense fallback={null}>
          <CaptchaField id={captchaId} onRenew={renewCaptcha} error={fields.captcha} inputRef={inputs.captcha} />
        </Suspense>
      )}
      <FormControlLabel
        control={<Checkbox checked={keep} onChange={(_, on) => setKeep(on)} />}
        label={t('shell.keep')}
      />
      <Button type="submit" variant="contained" size="large" loading={isBusy} sx={{ mt: 3 }}>
        {t('console.login.submit')}
      </Button>
      {SingleSignOn && signIn.hasSingleSignOn && (
        <Suspense fallback={null}>
          <SingleSignOn />
        </Suspense>
      )}
    </Stack>
  );
}
