/** Adding a passkey: its name first, then whatever the browser asks for. */
import TextField from '@mui/material/TextField';
import { useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../shared/controls/FormDialog';
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
    const kept = await send('passkeyAdd', { name, answer }, true);
    return 'refusal' in kept ? kept.refusal : '';
  };
}

export function PasskeyDialog({ factor, onClose }: PasskeyDialogProps) {
  const { t } = useTranslation();
  const [refusal, setRefusal] = useState('');
  const [busy, setBusy] = useState(false);
  const make = useMaking(factor);
  const add = async (event: SubmitEvent<HTMLFormElement>) => {
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
    onClose();
  };
  return (
    <FormDialog
      title={t('factor.passkey_add')}
      submit={t('factor.passkey_create')}
      onSubmit={add}
      onClose={onClose}
      busy={busy}
    >
      <TextField
        name="name"
        autoFocus
        margin="dense"
        label={t('factor.passkey_name')}
        error={refusal !== ''}
        helperText={refusal || t('factor.passkey_name_help')}
        slotProps={{ htmlInput: { maxLength: 40 } }}
      />
    </FormDialog>
  );
}
