/** Asks for the reason of a request for a refund. */
import Alert from '@mui/material/Alert';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from './FormDialog';

interface RefundRequestDialogProps {
  /** Title of the plugin. */
  readonly title: string;
  readonly isBusy: boolean;
  /** Why the last attempt was refused; empty before. */
  readonly problem: string;
  readonly onSubmit: (reason: string) => void | Promise<void>;
  readonly onClose: () => void;
}
export function RefundRequestDialog({ title, isBusy, problem, onSubmit, onClose }: RefundRequestDialogProps) {
  const { t } = useTranslation();
  const [reason, setReason] = useState('');
  return (
    <FormDialog
      title={t('market.refund.request_title', { title })}
      submitLabel={t('market.refund.request_submit')}
      onSubmit={() => onSubmit(reason.trim())}
      onClose={onClose}
      isBusy={isBusy}
      disabled={reason.trim() === ''}
    >
      <Stack sx={{ gap: 4 }}>
        <Typography>{t('market.refund.request_text')}</Typography>
        {problem !== '' && <Alert severity="error">{problem}</Alert>}
        <TextField
          autoFocus
          required
          label={t('market.refund.memo')}
          value={reason}
          onChange={({ target }) => setReason(target.value)}
          slotProps={{ htmlInput: { maxLength: 255 } }}
        />
      </Stack>
    </FormDialog>
  );
}
