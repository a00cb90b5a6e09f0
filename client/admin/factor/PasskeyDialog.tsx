/** Adding a passkey: its name first, then whatever the browser asks for. */
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import TextField from '@mui/material/TextField';
import { useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useApp } from '../../shared/app';
import { makePasskey } from './passkey';
import { asText } from '../../shared/persist';
import type { Factor } from './useFactor';

interface PasskeyDialogProps {
  readonly factor: Factor;
  readonly onClose: () => void;
}

/** Makes a passkey and has it kept; answers what went wrong, nothing when all went well. */
function useMaking({ send }: Factor) {
  const { t } = useTranslation();
  return async (name: string): Promise<string> => {
    const begun = await send('passkeyBegin', { name });
    if ('refusal' in begun) return begun.refusal;
    const answer = await makePasskey(begun.data['options']);
    if (answer === undefined) return t('factor.passkey_failed');
    const kept = await send('passkeyAdd', { name, answer });
    return 'refusal' in kept ? kept.refusal : '';
  };
}

export function PasskeyDialog({ factor, onClose }: PasskeyDialogProps) {
  const { t } = useTranslation();
  const { toasts } = useApp();
  const [refusal, setRefusal] = useState('');
  const [busy, setBusy] = useState(false);
  const make = useMaking(factor);
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const name = asText(new FormData(event.currentTarget).get('name')).trim();
    if (name === '') {
      setRefusal(t('frame.profile.required'));
      return;
    }
    setBusy(true);
    const wrong = await make(name);
    setBusy(false);
    setRefusal(wrong);
    if (wrong !== '') return;
    toasts.show('success', t('factor.passkey_added'));
    onClose();
  };
  return (
    <Dialog open onClose={onClose} maxWidth="xs" fullWidth>
      <form noValidate onSubmit={(event) => void submit(event)}>
        <DialogTitle>{t('factor.passkey_add')}</DialogTitle>
        <DialogContent>
          <TextField
            name="name"
            autoFocus
            margin="dense"
            label={t('factor.passkey_name')}
            error={refusal !== ''}
            helperText={refusal || t('factor.passkey_name_help')}
            slotProps={{ htmlInput: { maxLength: 40 } }}
          />
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>{t('shell.cancel')}</Button>
          <Button type="submit" variant="contained" loading={busy}>
            {t('factor.passkey_create')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
