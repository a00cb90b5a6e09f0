/** Adds a passkey: asks for its name, then starts the browser's dialog. */
import TextField from '@mui/material/TextField';
import { useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../shared/controls/FormDialog';
import { createPasskey } from '../../shared/secondFactor/passkey';
import { asString } from '../../../common/json';
import type { SecondFactor } from '../../shared/secondFactor/useSecondFactor';

interface PasskeyDialogProps {
  readonly secondFactor: SecondFactor;
  readonly onClose: () => void;
}

/** Creates and stores a passkey; returns the error text, empty on success. */
function useCreatePasskey({ send }: SecondFactor) {
  const { t } = useTranslation();
  return async (name: string): Promise<string> => {
    const challenge = await send('passkeyBegin', { name });
    if ('refusal' in challenge) return challenge.refusal;
    const answer = await createPasskey(challenge.data['options']);
    if (answer === undefined) return t('secondFactor.passkey_failed');
    const stored = await send('passkeyAdd', { name, answer }, true);
    return 'refusal' in stored ? stored.refusal : '';
  };
}

export function PasskeyDialog({ secondFactor, onClose }: PasskeyDialogProps) {
  const { t } = useTranslation();
  const [errorText, setErrorText] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  const createPasskey = useCreatePasskey(secondFactor);
  const onSubmit = async (event: SubmitEvent<HTMLFormElement>) => {
    const name = asString(new FormData(event.currentTarget).get('name')).trim();
    if (name === '') {
      setErrorText(t('ownProfile.required'));
      return;
    }
    setIsBusy(true);
    const nameError = await createPasskey(name);
    setIsBusy(false);
    setErrorText(nameError);
    if (nameError !== '') return;
    onClose();
  };
  return (
    <FormDialog
      title={t('secondFactor.passkey_add')}
      submitLabel={t('secondFactor.passkey_create')}
      onSubmit={onSubmit}
      onClose={onClose}
      isBusy={isBusy}
    >
      <TextField
        name="name"
        autoFocus
        margin="dense"
        label={t('secondFactor.passkey_name')}
        error={errorText !== ''}
        helperText={errorText || t('secondFactor.passkey_name_help')}
        slotProps={{ htmlInput: { maxLength: 40 } }}
      />
    </FormDialog>
  );
}
