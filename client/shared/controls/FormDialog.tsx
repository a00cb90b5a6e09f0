/** A question in a dialog: a title, fields, and a button that sends them. */
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import type { ReactNode, SubmitEvent, SyntheticEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { AsideDialog } from './AsideDialog';

interface FormDialogProps {
  readonly title: string;
  readonly submit: string;
  readonly onSubmit: (event: SubmitEvent<HTMLFormElement>) => void | Promise<void>;
  readonly onClose: () => void;
  readonly busy: boolean;
  /** There is nothing to send yet. */
  readonly disabled?: boolean;
  /** What it does cannot be undone with the same ease. */
  readonly grave?: boolean;
  readonly children: ReactNode;
}
/** A row that opened the dialog is not clicked, and its list takes no keys, by what happens in here. */
const keep = (event: SyntheticEvent) => event.stopPropagation();

export function FormDialog({ title, submit, onSubmit, onClose, busy, disabled, grave, children }: FormDialogProps) {
  const { t } = useTranslation();
  const send = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    // React hands what happens in a dialog up to the form the dialog was opened from.
    event.stopPropagation();
    void onSubmit(event);
  };
  return (
    <AsideDialog open fullWidth maxWidth="xs" onClose={onClose} onClick={keep} onKeyDown={keep}>
      <form noValidate onSubmit={send}>
        <DialogTitle>{title}</DialogTitle>
        <DialogContent>{children}</DialogContent>
        <DialogActions>
          <Button onClick={onClose}>{t('shell.cancel')}</Button>
          <Button
            type="submit"
            variant="contained"
            color={grave ? 'error' : 'primary'}
            loading={busy}
            disabled={disabled ?? false}
          >
            {submit}
          </Button>
        </DialogActions>
      </form>
    </AsideDialog>
  );
}
