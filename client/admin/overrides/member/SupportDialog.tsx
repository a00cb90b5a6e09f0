/** Asks for the reason before support looks at an account; the member reads it. */
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
  const { openAccount, busy } = useSupport(id);
  const [reason, setReason] = useState('');
  const [fault, setFault] = useState('');
  const [blocked, setBlocked] = useState<string>();
  const send = async () => {
    const outcome = await openAccount(reason.trim());
    if ('refusal' in outcome) setFault(outcome.refusal.trim());
    else if (outcome.blocked === undefined) onClose();
    else setBlocked(outcome.blocked);
  };
  const link = (
    <Button size="small" component="a" href={blocked} target="_blank" rel="noreferrer" onClick={onClose}>
      {t('memberSupport.support.open_tab')}
    </Button>
  );
  return (
    <FormDialog
      title={t('memberSupport.support.title', { name })}
      submitLabel={t('memberSupport.support.submit')}
      onSubmit={send}
      onClose={onClose}
      isBusy={busy}
      disabled={reason.trim() === '' || blocked !== undefined}
    >
      <TextField
        autoFocus
        fullWidth
        required
        disabled={blocked !== undefined}
        label={t('memberSupport.support.reason')}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
        error={fault !== ''}
        helperText={fault || t('memberSupport.support.help')}
        slotProps={{ htmlInput: { maxLength: 200 } }}
        sx={{ mt: 1 }}
      />
      {blocked !== undefined && (
        <Alert severity="warning" action={link} sx={{ mt: 3 }}>
          {t('memberSupport.support.blocked')}
        </Alert>
      )}
    </FormDialog>
  );
}
