/** Links a member account of a source by the key that the member made there. */
import Alert from '@mui/material/Alert';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isCallFault } from '../../../shared/api/faults';
import { FormDialog } from '../../../shared/controls/FormDialog';
import { marketApi, type MarketSource } from './marketApi';

interface LinkAccountDialogProps {
  readonly source: MarketSource;
  readonly onClose: () => void;
  readonly onLinked: () => void;
}
export function LinkAccountDialog({ source, onClose, onLinked }: LinkAccountDialogProps) {
  const { t } = useTranslation();
  const [link, { error, isLoading }] = marketApi.useLinkMarketAccountMutation();
  const [key, setKey] = useState('');
  const submit = async () => {
    const { error: refusal } = await link({ source: source.id, key: key.trim() });
    if (refusal !== undefined) return;
    onLinked();
    onClose();
  };
  return (
    <FormDialog
      title={t('market.account.title', { title: source.title })}
      submitLabel={t('market.account.submit')}
      onSubmit={submit}
      onClose={onClose}
      isBusy={isLoading}
      disabled={key.trim() === ''}
    >
      <Stack sx={{ gap: 4 }}>
        <Typography sx={{ overflowWrap: 'anywhere' }}>{t('market.account.text', { url: source.url })}</Typography>
        {isCallFault(error) && error.kind !== 'cancelled' && <Alert severity="error">{error.msg}</Alert>}
        <TextField
          autoFocus
          label={t('market.account.key')}
          value={key}
          onChange={({ target }) => setKey(target.value)}
          slotProps={{ htmlInput: { spellCheck: false, autoComplete: 'off', maxLength: 100 } }}
        />
      </Stack>
    </FormDialog>
  );
}
