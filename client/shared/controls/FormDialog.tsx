/** A dialog with a title, fields and a submit button. */
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
  /** The form cannot be submitted yet. */
  readonly disabled?: boolean;
  /** The action cannot easily be undone. */
  readonly isDangerous?: boolean;
  /** For long texts. */
  readonly isWide?: boolean;
  readonly children: ReactNode;
}
/** Stops events: React would pass them on to the row and the list that opened the dialog. */
const stopPropagation = (event: SyntheticEvent) => event.stopPropagation();

export function FormDialog({
  title,
  submitLabel,
  onSubmit,
  onClose,
  isBusy,
  disabled,
  isDangerous,
  isWide = false,
  children,
}: FormDialogProps) {
  const { t } = useTranslation();
  const handleSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    // React events of a dialog bubble to the form that opened it, although the DOM does not contain it there.
    event.stopPropagation();
    void onSubmit(event);
  };
  return (
    <ClosableDialog
      open
      fullWidth
      maxWidth={isWide ? 'sm' : 'xs'}
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
