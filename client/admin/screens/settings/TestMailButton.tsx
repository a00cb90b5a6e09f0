/** Sends a test mail with the values of the form, saved or not. */
import Button from '@mui/material/Button';
import FormHelperText from '@mui/material/FormHelperText';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Json } from '../../../../common/entity/field';
import { api } from '../../../shared/api/api';
import { FormDialog } from '../../../shared/controls/FormDialog';
import { fieldErrors, isCallFault } from '../../../shared/api/faults';

interface TestMailButtonProps {
  /** Mail settings in the form, saved or not. */
  readonly values: () => Readonly<Record<string, Json>>;
}
/** Sends the mail and shows errors in the dialog. */
function useTestMail(values: TestMailButtonProps['values'], onSent: () => void) {
  const { t } = useTranslation();
  const [to, setTo] = useState('');
  const [refusal, setErrorText] = useState('');
  const [sendRequest, { isLoading }] = api.endpoints.request.useMutation();
  const send = async () => {
    setErrorText('');
    const settings = Object.fromEntries(Object.entries(values()).filter(([, value]) => value !== null));
    const body = { ...settings, testMail: to };
    const mailRequest = {
      url: '/admin/config/sendTestMail',
      method: 'POST',
      body,
      isSilent: true,
      announce: true,
    } as const;
    const { error } = await sendRequest(mailRequest);
    if (error === undefined) {
      onSent();
    } else if (isCallFault(error)) {
      const faults = Object.entries(fieldErrors(error));
      setErrorText(
        faults.length === 0 ? error.msg : faults.map(([field, text]) => `${fieldLabel(field)}${text}`).join(' '),
      );
    }
  };
  const fieldLabel = (field: string) =>
    field === 'testMail'
      ? ''
      : `${t(`settings.items.${field}` as 'settings.items.smtp_server', { defaultValue: field })}: `;
  return { to, setTo, refusal, send, isLoading };
}

export function TestMailButton({ values }: TestMailButtonProps) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const { to, setTo, refusal, send, isLoading } = useTestMail(values, () => setOpen(false));
  return (
    <>
      <Button variant="outlined" onClick={() => setOpen(true)}>
        {t('settings.test_mail')}
      </Button>
      {open && (
        <FormDialog
          title={t('settings.test_mail')}
          submitLabel={t('settings.test_send')}
          onSubmit={send}
          onClose={() => setOpen(false)}
          isBusy={isLoading}
          disabled={to === ''}
        >
          <Typography sx={{ mb: 4 }}>{t('settings.test_lead')}</Typography>
          <TextField
            fullWidth
            autoFocus
            type="email"
            label={t('settings.test_to')}
            value={to}
            error={refusal !== ''}
            onChange={(event) => setTo(event.target.value)}
            sx={{ mt: 1 }}
          />
          {refusal !== '' && (
            <FormHelperText error role="alert">
              {refusal}
            </FormHelperText>
          )}
        </FormDialog>
      )}
    </>
  );
}
