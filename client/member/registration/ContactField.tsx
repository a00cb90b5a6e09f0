/** The email address or mobile number that a code is sent to. */
import TextField from '@mui/material/TextField';
import type { Ref } from 'react';
import { useTranslation } from 'react-i18next';
import type { VerificationChannel } from './VerificationCodeField';

interface ContactFieldProps {
  readonly channel: VerificationChannel;
  readonly error: string | undefined;
  readonly inputRef: Ref<HTMLInputElement>;
  /** The typed address, kept while the field is unmounted. */
  readonly savedInput?: { readonly address: string; readonly type: (text: string) => void };
}
export function ContactField({ channel, error, inputRef, savedInput }: ContactFieldProps) {
  const { t } = useTranslation();
  const type = channel === 'email' ? 'email' : 'tel';
  return (
    <TextField
      name={channel}
      type={type}
      label={t(`registration.${channel}`)}
      autoComplete={type}
      error={error !== undefined}
      helperText={error ?? ' '}
      inputRef={inputRef}
      {...(savedInput ? { value: savedInput.address, onChange: ({ target }) => savedInput.type(target.value) } : {})}
    />
  );
}
