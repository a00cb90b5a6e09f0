/** Confirmations: disable a module, discard a package, uninstall with a decision about the rows. */
import Alert from '@mui/material/Alert';
import FormControl from '@mui/material/FormControl';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormLabel from '@mui/material/FormLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isCallFault } from '../../../shared/api/faults';
import { FormDialog } from '../../../shared/controls/FormDialog';
import { useChangeModuleMutation, useDiscardPackageMutation } from './moduleApi';

interface ConfirmProps {
  readonly id: number;
  readonly title: string;
  readonly onClose: () => void;
}
interface StartProps extends ConfirmProps {
  readonly onStarted: (job: number) => void;
}

export function DisableDialog({ id, title, onClose, onStarted }: StartProps) {
  const { t } = useTranslation();
  const [change, { error, isLoading }] = useChangeModuleMutation();
  const submit = async () => {
    const { data } = await change({ action: 'changeState', id, state: 0 });
    if (data !== undefined) onStarted(data);
  };
  return (
    <FormDialog
      title={t('modules.disable.title', { title })}
      submitLabel={t('modules.actions.disable')}
      onSubmit={submit}
      onClose={onClose}
      isBusy={isLoading}
    >
      <Stack sx={{ gap: 4 }}>
        <Typography>{t('modules.disable.text')}</Typography>
        {isCallFault(error) && error.kind !== 'cancelled' && <Alert severity="error">{error.msg}</Alert>}
      </Stack>
    </FormDialog>
  );
}

export function DiscardDialog({ id, title, onClose }: ConfirmProps) {
  const { t } = useTranslation();
  const [discard, { isLoading }] = useDiscardPackageMutation();
  const submit = async () => {
    if ((await discard(id)).error === undefined) onClose();
  };
  return (
    <FormDialog
      isDangerous
      title={t('modules.discard.title', { title })}
      submitLabel={t('modules.actions.discard')}
      onSubmit={submit}
      onClose={onClose}
      isBusy={isLoading}
    >
      <Typography>{t('modules.discard.text')}</Typography>
    </FormDialog>
  );
}

export function UninstallDialog({ id, title, uid, onClose, onStarted }: StartProps & { readonly uid: string }) {
  const { t } = useTranslation();
  const labelId = useId();
  const [change, { error, isLoading }] = useChangeModuleMutation();
  const [rows, setRows] = useState<'archive' | 'delete'>('archive');
  const [typedUid, setTypedUid] = useState('');
  const submit = async () => {
    const { data } = await change({ action: 'uninstall', id, rows });
    if (data !== undefined) onStarted(data);
  };
  return (
    <FormDialog
      isWide
      isDangerous
      title={t('modules.uninstall.title', { title })}
      submitLabel={t('modules.uninstall.submit')}
      onSubmit={submit}
      onClose={onClose}
      isBusy={isLoading}
      disabled={rows === 'delete' && typedUid.trim() !== uid}
    >
      <Stack sx={{ gap: 4 }}>
        <Typography>{t('modules.uninstall.text')}</Typography>
        <FormControl>
          <FormLabel id={labelId}>{t('modules.uninstall.rows')}</FormLabel>
          <RadioGroup
            aria-labelledby={labelId}
            value={rows}
            onChange={(_, next) => setRows(next === 'delete' ? 'delete' : 'archive')}
          >
            {(['archive', 'delete'] as const).map((name) => (
              <FormControlLabel key={name} value={name} control={<Radio />} label={t(`modules.uninstall.${name}`)} />
            ))}
          </RadioGroup>
        </FormControl>
        {rows === 'delete' && (
          <TextField
            fullWidth
            size="small"
            autoComplete="off"
            label={t('modules.uninstall.typed', { uid })}
            value={typedUid}
            onChange={({ target }) => setTypedUid(target.value)}
          />
        )}
        {isCallFault(error) && error.kind !== 'cancelled' && <Alert severity="error">{error.msg}</Alert>}
      </Stack>
    </FormDialog>
  );
}
