/** The registration form: contact, user name and password; signs the member in. */
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import { useRef, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppDispatch } from '../../shared/app/createStore';
import { asRecord } from '../../../common/json';
import { parseSessionUser, signedIn } from '../../shared/store/session';
import { useFormSubmit } from '../useFormSubmit';
import { ContactField } from './ContactField';
import { VerificationCodeField, type VerificationChannel } from './VerificationCodeField';
import { useReadFields } from './useReadFields';
import { NewPasswordFields } from './NewPasswordFields';
import { readAcquisitionSource } from './acquisitionSource';
import type { RegistrationOptions } from './useRegistrationOptions';
import { useVerificationChannel } from './useVerificationChannel';
import { ChannelTabs } from './ChannelTabs';

function useRegister(channel: VerificationChannel) {
  const readFields = useReadFields();
  const dispatch = useAppDispatch();
  const { send, fieldErrors, setFieldErrors, clearFieldError, isBusy } = useFormSubmit();
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const shownFields = ['username', channel, 'password', 'captcha'] as const;
    const { values, fieldErrors, isWrong } = readFields(event.currentTarget, shownFields);
    if (isWrong) {
      setFieldErrors(fieldErrors);
      return;
    }
    const metadata = { tab: 'register', registerType: channel, source: readAcquisitionSource(), keep: true };
    const { isOk, data } = await send('/api/user/checkIn', { ...values, ...metadata }, { shownFields });
    const person = isOk ? parseSessionUser(asRecord(data['userInfo'])) : undefined;
    if (person) dispatch(signedIn({ realm: 'member', person, isPersistent: true }));
  };
  return { submit, fieldErrors, setFieldErrors, clearFieldError, isBusy };
}

export function RegisterForm({ options }: { readonly options: RegistrationOptions }) {
  const { t } = useTranslation();
  const { channel, chooseChannel, ...savedInput } = useVerificationChannel(options.channels);
  const contactInput = useRef<HTMLInputElement>(null);
  const { submit, fieldErrors, setFieldErrors, clearFieldError, isBusy } = useRegister(channel);
  // The input stays until registration opens again.
  return (
    <>
      {!options.isOpen && <Alert severity="info">{t('registration.register.closed')}</Alert>}
      <Stack
        component="form"
        noValidate
        onInput={clearFieldError}
        onSubmit={(event) => void submit(event)}
        sx={{ gap: 3, display: options.isOpen ? 'flex' : 'none' }}
      >
        <ChannelTabs channels={options.channels} value={channel} onChange={chooseChannel} />
        <TextField
          name="username"
          label={t('registration.username')}
          autoComplete="username"
          error={fieldErrors['username'] !== undefined}
          helperText={fieldErrors['username'] ?? t('registration.username_help')}
          slotProps={{ htmlInput: { autoCapitalize: 'none', spellCheck: false } }}
        />
        <ContactField
          key={channel}
          channel={channel}
          error={fieldErrors[channel]}
          inputRef={contactInput}
          savedInput={savedInput}
        />
        <VerificationCodeField
          channel={channel}
          event="user_register"
          getAddress={() => contactInput.current?.value ?? ''}
          error={fieldErrors['captcha']}
          onFieldErrors={setFieldErrors}
        />
        <NewPasswordFields
          name="password"
          label={t('registration.new_password')}
          repeatLabel={t('registration.repeat_password')}
          fieldErrors={fieldErrors}
        />
        <Button type="submit" variant="contained" size="large" loading={isBusy} sx={{ mt: 2 }}>
          {t('registration.register.submit')}
        </Button>
      </Stack>
    </>
  );
}
