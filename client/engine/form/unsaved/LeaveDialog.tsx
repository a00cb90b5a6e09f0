/** Asks whether to leave without saving. */
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import { useTranslation } from 'react-i18next';

interface LeaveDialogProps {
  readonly isOpen: boolean;
  /** Number of unsaved values that would be lost. */
  readonly lostCount: number;
  readonly onStay: () => void;
  readonly onLeave: () => void;
}
export function LeaveDialog({ isOpen, lostCount, onStay, onLeave }: LeaveDialogProps) {
  const { t } = useTranslation();
  return (
    <Dialog open={isOpen} onClose={onStay} maxWidth="xs" fullWidth>
      <DialogTitle>{t('engine.confirm.leave_title')}</DialogTitle>
      <DialogContent>
        <DialogContentText>{t('engine.confirm.leave_text', { count: lostCount })}</DialogContentText>
      </DialogContent>
      <DialogActions>
        <Button color="error" onClick={onLeave}>
          {t('engine.confirm.leave')}
        </Button>
        <Button variant="contained" autoFocus onClick={onStay}>
          {t('engine.confirm.stay')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
