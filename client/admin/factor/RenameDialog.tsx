/** Gives a passkey another name. */
import TextField from '@mui/material/TextField';
import { useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { PasskeyLine } from '../../../common/secondFactor';
import { FormDialog } from '../../shared/controls/FormDialog';
import { asText } from '../../shared/persist';
import type { Factor } from './useFactor';

interface RenameDialogProps {
  readonly factor: Factor;
  readonly passkey: PasskeyLine;
  readonly onClose: () => void;
}
export function RenameDialog({ factor, passkey, onClose }: RenameDialogProps) {
  const { t } = useTranslation();
  const [refusal, setRefusal] = useState('');
  const rename = async (event: SubmitEvent<HTMLFormElement>) => {
    const name = asText(new FormData(event.currentTarget).get('name')).trim();
    if (name === '') {
      setRefusal(t('frame.profile.required'));
      return;
    }
    const sent = await factor.send('passkeyRename', { id: passkey.id, name }, true);
    if ('refusal' in sent) {
      setRefusal(sent.refusal);
      return;
    }
    onClose();
  };
  return (
    <FormDialog
      title={t('factor.rename_title')}
      submit={t('factor.rename')}
      onSubmit={rename}
      onClose={onClose}
      busy={factor.busy}
    >
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
    </FormDialog>
  );
}
