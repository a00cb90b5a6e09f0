/** Asks for confirmation before a tab with unsaved text is closed, if the text cannot be stored as a draft. */
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import { useTranslation } from 'react-i18next';

export interface PendingClose {
  readonly title: string;
  readonly proceed: () => void;
}
export function CloseTabDialog({
  pendingClose,
  onDone,
}: {
  readonly pendingClose: PendingClose;
  readonly onDone: () => void;
}) {
  const { t } = useTranslation();
  return (
    <Dialog open onClose={onDone} maxWidth="xs" fullWidth>
      <DialogTitle>{t('adminLayout.tabs.lose_title')}</DialogTitle>
      <DialogContent>
        <DialogContentText>{t('adminLayout.tabs.lose_text', { title: pendingClose.title })}</DialogContentText>
      </DialogContent>
      <DialogActions>
        <Button
          color="error"
          onClick={() => {
            pendingClose.proceed();
            onDone();
          }}
        >
          {t('adminLayout.tabs.lose')}
        </Button>
        <Button variant="contained" autoFocus onClick={onDone}>
          {t('adminLayout.tabs.keep')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
