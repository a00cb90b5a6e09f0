/** Asks for the password once more when a request needs it; the request goes on by itself. */
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import TextField from '@mui/material/TextField';
import { useState, useSyncExternalStore, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../shared/api';
import { useApp } from '../../shared/app';
import { fieldFaults, isCallFault } from '../../shared/faults';
import { asText } from '../../shared/persist';

function Asking() {
  const { t } = useTranslation();
  const { stepUp } = useApp();
  const [ask, { isLoading }] = api.useRequestMutation();
  const [refusal, setRefusal] = useState('');
  const send = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const password = asText(new FormData(event.currentTarget).get('password'));
    if (password === '') {
      setRefusal(t('frame.step_up.required'));
      return;
    }
    const { error } = await ask({ url: '/admin/Index/stepUp', method: 'POST', body: { password }, quiet: true });
    if (error === undefined) stepUp.settle(true);
    else setRefusal(fieldFaults(error)['password'] ?? (isCallFault(error) ? error.msg : ''));
  };
  return (
    <form noValidate onSubmit={(event) => void send(event)}>
      <DialogTitle>{t('frame.step_up.title')}</DialogTitle>
      <DialogContent>
        <DialogContentText sx={{ mb: 4 }}>{t('frame.step_up.text')}</DialogContentText>
        <TextField
          name="password"
          type="password"
          autoFocus
          autoComplete="current-password"
          label={t('console.login.password')}
          error={refusal !== ''}
          helperText={refusal || ' '}
          slotProps={{ htmlInput: { maxLength: 200 } }}
        />
      </DialogContent>
      <DialogActions>
        <Button onClick={() => stepUp.settle(false)}>{t('shell.cancel')}</Button>
        <Button type="submit" variant="contained" loading={isLoading}>
          {t('frame.step_up.confirm')}
        </Button>
      </DialogActions>
    </form>
  );
}

export function StepUpDialog() {
  const { stepUp } = useApp();
  const open = useSyncExternalStore(stepUp.subscribe, stepUp.pending);
  return (
    <Dialog open={open} onClose={() => stepUp.settle(false)} maxWidth="xs" fullWidth>
      {open && <Asking />}
    </Dialog>
  );
}
