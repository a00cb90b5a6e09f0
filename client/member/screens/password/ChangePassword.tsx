/** Changes the password of the signed-in member. The server ends all other sessions. */
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { Suspense, useRef, useState, type InputEvent, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { ProfileSection } from '../../../shared/account/ProfileSection';
import type { Lang } from '../../../../common/lang';
import { PasswordInput } from '../../../shared/controls/PasswordInput';
import { useLanguage } from '../../../shared/i18n/i18n';
import { useLazyTranslations } from '../../../shared/i18n/useLazyTranslations';
import { useDocumentTitle } from '../../../shared/app/useDocumentTitle';
import { FormDeniedAlert, useKeepFormOpen } from '../../layout/useKeepFormOpen';
import { useCheckField, readField } from '../../registration/useReadFields';
import { formatStrength } from '../../registration/formatStrength';
import { ReadOnlyDuringSupport } from '../../support/ReadOnlyDuringSupport';
import { useFormSubmit } from '../../useFormSubmit';
import { useSiteName } from '../../../shared/store/siteSettings';
import { lazyWithRetry } from '../../../ui/lazyWithRetry';

const MemberSecondFactor = lazyWithRetry(async () => (await import('./MemberSecondFactor')).MemberSecondFactor);
const FIELDS = ['oldPassword', 'newPassword', 'confirmPassword'] as const;
const AUTOCOMPLETE = {
  oldPassword: 'current-password',
  newPassword: 'new-password',
  confirmPassword: 'new-password',
} as const;

/** Reads the three fields and returns the errors that the browser can find; only the server checks the old password. */
function useReadPasswordForm() {
  const { t } = useTranslation();
  const checkField = useCheckField();
  return (form: HTMLFormElement) => {
    const body = Object.fromEntries(FIELDS.map((name) => [name, readField(form, name)]));
    const newPassword = checkField('password', readField(form, 'newPassword'));
    const invalid: Record<string, string> = newPassword === undefined ? {} : { newPassword };
    if (body['newPassword'] !== body['confirmPassword']) invalid['confirmPassword'] = t('registration.password.repeat');
    for (const name of FIELDS) if (body[name] === '') invalid[name] = t('registration.required');
    return { body, fieldErrors: invalid };
  };
}

interface PasswordFieldsProps {
  readonly fieldErrors: Readonly<Record<string, string>>;
  /** The typed new password, for the strength hint. */
  readonly newPassword: string;
  readonly readOnly: boolean;
}
function PasswordFields({ fieldErrors, newPassword, readOnly }: PasswordFieldsProps) {
  const { t } = useTranslation();
  const strength = newPassword && formatStrength(t, newPassword);
  return FIELDS.map((name) => (
    <PasswordInput
      key={name}
      name={name}
      label={t(`registration.password.${name}`)}
      autoComplete={AUTOCOMPLETE[name]}
      error={fieldErrors[name] !== undefined}
      helperText={fieldErrors[name] ?? ((name === 'newPassword' && strength) || ' ')}
      maxLength={200}
      readOnly={readOnly}
    />
  ));
}

/** The state of the form, and its submission. */
function usePasswordForm() {
  const form = useRef<HTMLFormElement>(null);
  const readForm = useReadPasswordForm();
  const { send, fieldErrors, setFieldErrors, isBusy } = useFormSubmit();
  const lang = useLanguage();
  /** The server's message with its language. */
  const [successMessage, setSuccessMessage] = useState<{ readonly text: string; readonly lang: Lang }>();
  const [hasTyped, setHasTyped] = useState(false);
  const [newPassword, setNewPassword] = useState('');
  const isDenied = useKeepFormOpen(hasTyped);
  const clearForm = () => {
    form.current?.reset();
    setHasTyped(false);
    setNewPassword('');
  };
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isDenied) return;
    const { body, fieldErrors } = readForm(event.currentTarget);
    if (Object.keys(fieldErrors).length > 0) {
      setFieldErrors(fieldErrors);
      return;
    }
    const { isOk, message } = await send('/api/account/changePassword', body, { shownFields: FIELDS });
    setSuccessMessage(isOk ? { text: message, lang } : undefined);
    if (isOk) clearForm();
  };
  const onInput = ({ currentTarget }: InputEvent<HTMLFormElement>) => {
    setHasTyped(true);
    setNewPassword(readField(currentTarget, 'newPassword'));
  };
  const message = successMessage?.lang === lang ? successMessage.text : '';
  return {
    form,
    onInput,
    submit,
    isSaved: successMessage !== undefined,
    message,
    isDenied,
    isBusy,
    fieldErrors,
    newPassword,
  };
}

export function ChangePassword() {
  useLazyTranslations();
  const { t } = useTranslation();
  useDocumentTitle(t('registration.password.title'), useSiteName());
  const { form, onInput, submit, isSaved, message, isDenied, isBusy, fieldErrors, newPassword } = usePasswordForm();
  return (
    <Stack sx={{ gap: 6, maxWidth: 560, width: '100%', mx: 'auto' }}>
      <Typography variant="h1">{t('registration.password.title')}</Typography>
      <ProfileSection title={t('registration.password.heading')}>
        <Typography variant="body2" color="text.secondary">
          {t('registration.password.lead')}
        </Typography>
        <ReadOnlyDuringSupport>
          <Stack
            component="form"
            noValidate
            ref={form}
            onInput={onInput}
            onSubmit={(event) => void submit(event)}
            sx={{ gap: 2 }}
          >
            {isSaved && <Alert severity="success">{message || t('registration.password.done')}</Alert>}
            {isDenied && <FormDeniedAlert />}
            <PasswordFields fieldErrors={fieldErrors} newPassword={newPassword} readOnly={isDenied} />
            <Button
              type="submit"
              variant="contained"
              loading={isBusy}
              disabled={isDenied}
              sx={{ alignSelf: 'flex-start' }}
            >
              {t('registration.password.submit')}
            </Button>
          </Stack>
        </ReadOnlyDuringSupport>
      </ProfileSection>
      <Suspense fallback={<Skeleton variant="rounded" height={160} />}>
        <MemberSecondFactor />
      </Suspense>
    </Stack>
  );
}
