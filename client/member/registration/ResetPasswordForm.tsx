/** Password reset (forgotten password): sets a new password; a code sent to the bound address proves the identity. */
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useRef, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormSubmit } from '../useFormSubmit';
import { ContactField } from './ContactField';
import { VerificationCodeField, type VerificationChannel } from './VerificationCodeField';
import { useReadFields } from './useReadFields';
import { NewPasswordFields } from './NewPasswordFields';
import type { RegistrationOptions } from './useRegistrationOptions';
import { useVerificationChannel } from './useVerificationChannel';
import { ChannelTabs } from './ChannelTabs';

/** Sends the form; `onDone` runs after a success. */
function useResetPassword(channel: VerificationChannel, onDone: () => void) {
  const readFields = useReadFields();
  const { send, fieldErrors, setFieldErrors, clearFieldError, isBusy } = useFormSubmit();
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { values, fieldErrors, isWrong } = readFields(event.currentTarget, [channel, 'captcha', 'password']);
    if (isWrong) {
      setFieldErrors(fieldErrors);
      return;
    }
    const { [channel]: account, ...others } = values;
    const body = { type: channel, account, ...others };
    const shownFields = [channel, 'account', 'captcha', 'password'];
    if (!(await send('/api/account/retrievePassword', body, { shownFields, announce: true })).isOk) return;
    onDone();
  };
  return { submit, fieldErrors, setFieldErrors, clearFieldError, isBusy };
}

interface ResetPasswordFormProps {
  readonly options: RegistrationOptions;
  readonly onDone: () => void;
}
export function ResetPasswordForm({ options, onDone }: ResetPasswordFormProps) {
  const { t } = useTranslation();
  const { channel, chooseChannel, ...savedInput } = useVerificationChannel(options.channels);
  const contactInput = useRef<HTMLInputElement>(null);
  const { submit, fieldErrors, setFieldErrors, clearFieldError, isBusy } = useResetPassword(channel, onDone);
  return (
    <Stack
      component="form"
      noValidate
      onInput={clearFieldError}
      onSubmit={(event) => void submit(event)}
      sx={{ gap: 3 }}
    >
      <ChannelTabs channels={options.channels} value={channel} onChange={chooseChannel} />
      <ContactField
        key={channel}
        channel={channel}
        error={fieldErrors[channel] ?? fieldErrors['account']}
        inputRef={contactInput}
        savedInput={savedInput}
      />
      <VerificationCodeField
        channel={channel}
        event="user_retrieve_pwd"
        getAddress={() => contactInput.current?.value ?? ''}
        error={fieldErrors['captcha']}
        onFieldErrors={setFieldErrors}
      />
      <NewPasswordFields
        name="password"
        label={t('registration.password.newPassword')}
        repeatLabel={t('registration.password.confirmPassword')}
        fieldErrors={fieldErrors}
      />
      <Button type="submit" variant="contained" size="large" loading={isBusy} sx={{ mt: 2 }}>
        {t('registration.retrieve.submit')}
      </Button>
    </Stack>
  );
}
