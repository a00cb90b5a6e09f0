/** The address a code goes to: a mailbox or a mobile number. */
import TextField from '@mui/material/TextField';
import type { Ref } from 'react';
import { useTranslation } from 'react-i18next';
import type { Way } from './CodeField';

interface AddressFieldProps {
  readonly way: Way;
  readonly fault: string | undefined;
  readonly inputRef: Ref<HTMLInputElement>;
  /** What was typed, where it outlives the field. */
  readonly kept?: { readonly address: string; readonly type: (text: string) => void };
}
export function AddressField({ way, fault, inputRef, kept }: AddressFieldProps) {
  const { t } = useTranslation();
  const type = way === 'email' ? 'email' : 'tel';
  return (
    <TextField
      name={way}
      type={type}
      label={t(`joining.${way}`)}
      autoComplete={type}
      error={fault !== undefined}
      helperText={fault ?? ' '}
      inputRef={inputRef}
      {...(kept ? { value: kept.address, onChange: ({ target }) => kept.type(target.value) } : {})}
    />
  );
}
