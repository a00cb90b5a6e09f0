/** Renames a passkey. */
import TextField from '@mui/material/TextField';
import { useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { PasskeySummary } from '../../../common/secondFactor';
import { FormDialog } from '../../shared/controls/FormDialog';
import { asString } from '../../../common/json';
import type { SecondFactor } from '../../shared/secondFactor/useSecondFactor';

interface RenamePasskeyDialogProps {
  readonly secondFactor: SecondFactor;
  readonly passkey: PasskeySummary;
  readonly onClose: () => void;
}
export function RenamePasskeyDialog({ secondFactor, passkey, onClose }: RenamePasskeyDialogProps) {
  const { t } = useTranslation();
  const [errorText, setErrorText] = useState('');
  const rename = async (event: SubmitEvent<HTMLFormElement>) => {
    const name = asString(new FormData(event.currentTarget).get('name')).trim();
    if (name === '') {
      setErrorText(t('ownProfile.required'));
      return;
    }
    const result = await secondFactor.send('passkeyRename', { id: passkey.id, name }, true);
    if ('refusal' in result) {
      setErrorText(result.refusal);
      return;
    }
    onClose();
  };
  return (
    <FormDialog
      title={t('secondFactor.rename_title')}
      submitLabel={t('secondFactor.rename')}
      onSubmit={rename}
      onClose={onClose}
      isBusy={secondFactor.isBusy}
    >
      <TextField
        name="name"
        autoFocus
        fullWidth
        margin="dense"
        defaultValue={passkey.name}
        label={t('secondFactor.passkey_name')}
        error={errorText !== ''}
        helperText={errorText || t('secondFactor.passkey_name_help')}
        onFocus={(event) => event.target.select()}
        slotProps={{ htmlInput: { maxLength: 40 } }}
      />
    </FormDialog>
  );
}
