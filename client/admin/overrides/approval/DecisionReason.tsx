/** Input for the reason of a refusal, and the server's error text. */
import DialogContentText from '@mui/material/DialogContentText';
import TextField from '@mui/material/TextField';
import { useTranslation } from 'react-i18next';
import type { Decision } from './decision';

interface DecisionReasonProps {
  readonly decision: Decision;
  readonly reason: string;
  readonly onChange: (reason: string) => void;
  /** Empty when there is no error. */
  readonly fault: string;
}
export function DecisionReason({ decision, reason, onChange, fault }: DecisionReasonProps) {
  const { t } = useTranslation();
  if (decision === 'refuse')
    return (
      <TextField
        autoFocus
        fullWidth
        label={t('ledger.second.answer')}
        value={reason}
        onChange={({ target }) => onChange(target.value)}
        error={fault !== ''}
        helperText={fault || t('ledger.second.answer_help')}
        slotProps={{ htmlInput: { maxLength: 255 } }}
      />
    );
  if (fault === '') return null;
  return (
    <DialogContentText role="alert" sx={{ color: 'error.main', mt: 3 }}>
      {fault}
    </DialogContentText>
  );
}
