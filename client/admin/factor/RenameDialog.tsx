/** Gives a passkey another name. */
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import TextField from '@mui/material/TextField';
import { useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { PasskeyLine } from '../../../common/secondFactor';
import { useApp } from '../../shared/app';
import { asText } from '../../shared/persist';
import type { Factor } from './useFactor';

interface RenameDialogProps {
  readonly factor: Factor;
  readonly passkey: PasskeyLine;
  readonly onClose: () => void;
}
export function RenameDialog({ factor, passkey, onClose }: RenameDialogProps) {
  const { t } = useTranslation();
  const { toasts } = useApp();
  const [refusal, setRefusal] = useState('');
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const name = asText(new FormData(event.currentTarget).get('name')).trim();
    if (name === '') {
      setRefusal(t('frame.profile.required'));
      return;
    }
    const sent = await factor.send('passkeyRename', { id: passkey.id, name });
    if ('refusal' in sent) {
      setRefusal(sent.refusal);
      return;
    }
    toasts.show('success', t('factor.renamed'));
    onClose();
  };
  return (
    <Dialog open onClose={onClose} maxWidth="xs" fullWidth>
      <form noValidate onSubmit={(event) => void submit(event)}>
        <DialogTitle>{t('factor.rename_title')}</DialogTitle>
        <DialogContent>
          <TextField
            name="name"
            autoFocus
            fullWidth
            margin="dense"
            defaultValue={passkey.name}
            label={t('factor.passkey_name')}
            error={refusal !== ''}
            helperText={refusal || t('factor.passkey_name_help')}
            onFocus={(event) => event.target.select()}
            slotProps={{ htmlInput: { maxLength: 40 } }}
          />
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>{t('shell.cancel')}</Button>
          <Button type="submit" variant="contained" loading={factor.busy}>
            {t('factor.rename')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
