/** Dialogs before a change of two-step verification: the password, and a code once it is on. */
import Alert from '@mui/material/Alert';
import DialogContentText from '@mui/material/DialogContentText';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import { useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../../shared/controls/FormDialog';
import { readFormText } from '../../../shared/controls/readFormText';
import { PasswordInput } from '../../../shared/controls/PasswordInput';
import type { SendResult } from '../../../shared/secondFactor/useSecondFactor';

interface PasswordFieldProps {
  readonly isMissing: boolean;
}
function OwnPasswordField({ isMissing }: PasswordFieldProps) {
  const { t } = useTranslation();
  return (
    <PasswordInput
      name="password"
      label={t('secondFactor.password')}
      autoComplete="current-password"
      error={isMissing}
      helperText={isMissing ? t('secondFactor.password_needed') : ' '}
      maxLength={200}
    />
  );
}

interface PasswordDialogProps {
  readonly onPassword: (password: string) => void;
  readonly onClose: () => void;
}
/** Requests the password, which the server checks when the set-up begins. */
export function PasswordDialog({ onPassword, onClose }: PasswordDialogProps) {
  const { t } = useTranslation();
  const [isMissing, setIsMissing] = useState(false);
  const submit = ({ currentTarget }: SubmitEvent<HTMLFormElement>) => {
    const password = readFormText(currentTarget, 'password');
    setIsMissing(password === '');
    if (password !== '') onPassword(password);
  };
  return (
    <FormDialog
      title={t('secondFactor.title')}
      submitLabel={t('secondFactor.turn_on')}
      onSubmit={submit}
      onClose={onClose}
      isBusy={false}
    >
      <Stack sx={{ pt: 2 }}>
        <OwnPasswordField isMissing={isMissing} />
      </Stack>
    </FormDialog>
  );
}

/** An authenticator code has six digits, a recovery code letters too. */
const toProof = (code: string) =>
  /^\d{6}$/.test(code.replaceAll(/\s/g, '')) ? { otp: code.replaceAll(/\s/g, '') } : { recovery: code };

interface ConfirmFactorDialogProps {
  readonly title: string;
  readonly text: string;
  readonly submitLabel: string;
  readonly isBusy: boolean;
  readonly onProved: (proof: object) => Promise<SendResult>;
  readonly onDone: () => void;
  readonly onClose: () => void;
}
export function ConfirmFactorDialog(props: ConfirmFactorDialogProps) {
  const { title, text, submitLabel, isBusy, onProved, onDone, onClose } = props;
  const { t } = useTranslation();
  const [missing, setMissing] = useState({ password: false, code: false });
  const [errorText, setErrorText] = useState('');
  const submit = async ({ currentTarget }: SubmitEvent<HTMLFormElement>) => {
    const [password, code] = [readFormText(currentTarget, 'password'), readFormText(currentTarget, 'code').trim()];
    setMissing({ password: password === '', code: code === '' });
    if (password === '' || code === '') return;
    const result = await onProved({ password, ...toProof(code) });
    if ('refusal' in result) setErrorText(result.refusal);
    else onDone();
  };
  return (
    <FormDialog title={title} submitLabel={submitLabel} isBusy={isBusy} onClose={onClose} onSubmit={submit}>
      <DialogContentText sx={{ mb: 4 }}>{text}</DialogContentText>
      <Stack sx={{ gap: 1 }}>
        {errorText !== '' && (
          <Alert severity="error" sx={{ mb: 2 }}>
            {errorText}
          </Alert>
        )}
        <OwnPasswordField isMissing={missing.password} />
        <TextField
          name="code"
          label={t('secondFactor.code_or_recovery')}
          autoComplete="one-time-code"
          error={missing.code}
          helperText={missing.code ? t('secondFactor.needed') : ' '}
          slotProps={{ htmlInput: { autoCapitalize: 'none', spellCheck: false, maxLength: 40 } }}
        />
      </Stack>
    </FormDialog>
  );
}
