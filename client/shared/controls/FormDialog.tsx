/** A question in a dialog: a title, fields, and a button that sends them. */
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import type { ReactNode, SubmitEvent, SyntheticEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { ClosableDialog } from './ClosableDialog';

interface FormDialogProps {
  readonly title: string;
  readonly submitLabel: string;
  readonly onSubmit: (event: SubmitEvent<HTMLFormElement>) => void | Promise<void>;
  readonly onClose: () => void;
  readonly isBusy: boolean;
  /** There is nothing to send yet. */
  readonly disabled?: boolean;
  /** What it does cannot be undone with the same ease. */
  readonly isDangerous?: boolean;
  readonly children: ReactNode;
}
/** A row that opened the dialog is not clicked, and its list takes no keys, by what happens in here. */
const stopPropagation = (event: SyntheticEvent) => event.stopPropagation();

export function FormDialog({
  title,
  submitLabel,
  onSubmit,
  onClose,
  isBusy,
  disabled,
  isDangerous,
  children,
}: FormDialogProps) {
  const { t } = useTranslation();
  const handleSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    // React hands what happens in a dialog up to the form the dialog was opened from.
    event.stopPropagation();
    void onSubmit(event);
  };
  return (
    <ClosableDialog
      open
      fullWidth
      maxWidth="xs"
      onClose={onClose}
      onClick={stopPropagation}
      onKeyDown={stopPropagation}
    >
      <form noValidate onSubmit={handleSubmit}>
        <DialogTitle>{title}</DialogTitle>
        <DialogContent>{children}</DialogContent>
        <DialogActions>
          <Button onClick={onClose}>{t('shell.cancel')}</Button>
          <Button
            type="submit"
            variant="contained"
            color={isDangerous ? 'error' : 'primary'}
            loading={isBusy}
            disabled={disabled ?? false}
          >
            {submitLabel}
          </Button>
        </DialogActions>
      </form>
    </ClosableDialog>
  );
}
