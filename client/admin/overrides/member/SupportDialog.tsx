/** Asks for the reason before support looks at an account; the member reads it. */
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
  const { look, busy } = useSupport(id);
  const [reason, setReason] = useState('');
  const [fault, setFault] = useState('');
  const send = async () => {
    const refused = await look(reason.trim());
    if (refused === undefined) onClose();
    else setFault(refused);
  };
  return (
    <FormDialog
      title={t('care.support.title', { name })}
      submit={t('care.support.submit')}
      onSubmit={send}
      onClose={onClose}
      busy={busy}
      disabled={reason.trim() === ''}
    >
      <TextField
        autoFocus
        fullWidth
        required
        label={t('care.support.reason')}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
        error={fault !== ''}
        helperText={fault || t('care.support.help')}
        slotProps={{ htmlInput: { maxLength: 200 } }}
        sx={{ mt: 1 }}
      />
    </FormDialog>
  );
}
