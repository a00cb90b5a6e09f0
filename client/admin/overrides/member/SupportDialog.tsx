/** Asks for the reason of a support session, which the member can read. */
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../../shared/controls/FormDialog';
import { useSupport } from './useSupport';

interface SupportDialogProps {
  readonly id: number;
  readonly name: string;
  readonly onClose: () => void;
}
export function SupportDialog({ id, name, onClose }: SupportDialogProps) {
  const { t } = useTranslation();
  const { openAccount, isBusy } = useSupport(id);
  const [reason, setReason] = useState('');
  const [errorText, setErrorText] = useState('');
  const [blockedUrl, setBlockedUrl] = useState<string>();
  const send = async () => {
    const outcome = await openAccount(reason.trim());
    if ('refusal' in outcome) setErrorText(outcome.refusal.trim());
    else if (outcome.blockedUrl === undefined) onClose();
    else setBlockedUrl(outcome.blockedUrl);
  };
  const link = (
    <Button size="small" component="a" href={blockedUrl} target="_blank" rel="noreferrer" onClick={onClose}>
      {t('memberSupport.support.open_tab')}
    </Button>
  );
  return (
    <FormDialog
      title={t('memberSupport.support.title', { name })}
      submitLabel={t('memberSupport.support.submit')}
      onSubmit={send}
      onClose={onClose}
      isBusy={isBusy}
      disabled={reason.trim() === '' || blockedUrl !== undefined}
    >
      <TextField
        autoFocus
        fullWidth
        required
        disabled={blockedUrl !== undefined}
        label={t('memberSupport.support.reason')}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
        error={errorText !== ''}
        helperText={errorText || t('memberSupport.support.help')}
        slotProps={{ htmlInput: { maxLength: 200 } }}
        sx={{ mt: 1 }}
      />
      {blockedUrl !== undefined && (
        <Alert severity="warning" action={link} sx={{ mt: 3 }}>
          {t('memberSupport.support.blocked')}
        </Alert>
      )}
    </FormDialog>
  );
}
