/** A new password for who lost the old one: a code to the bound address proves who it is. */
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useRef, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormSubmit } from '../useFormSubmit';
import { ContactField } from './ContactField';
import { VerificationCodeField } from './VerificationCodeField';
import { useReadFields } from './useReadFields';
import { NewPasswordFields } from './NewPasswordFields';
import type { RegistrationOptions } from './useRegistrationOptions';
import { useVerificationChannel } from './useVerificationChannel';
import { ChannelTabs } from './ChannelTabs';

export function ResetPasswordForm({
  form: options,
  onDone,
}: {
  readonly form: RegistrationOptions;
  readonly onDone: () => void;
}) {
  const { t } = useTranslation();
  const { way: channel, choose: chooseChannel, ...savedInput } = useVerificationChannel(options.channels);
  const readFields = useReadFields();
  const contactInput = useRef<HTMLInputElement>(null);
  const {
    send,
    faults: fieldErrors,
    setFaults: setFieldErrors,
    clearFault: clearFieldError,
    busy: isBusy,
  } = useFormSubmit();
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { values, faults: invalid, isWrong } = readFields(event.currentTarget, [channel, 'captcha', 'password']);
    if (isWrong) {
      setFieldErrors(invalid);
      return;
    }
    const { [channel]: account, ...others } = values;
    const body = { type: channel, account, ...others };
    const shownFields = [channel, 'account', 'captcha', 'password'];
    if (!(await send('/api/account/retrievePassword', body, { shownFields, announce: true })).isOk) return;
    onDone();
  };
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
