/** The question for the password, and for the second factor of whoever has one: fetched when it is first asked. */
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import TextField from '@mui/material/TextField';
import { Suspense, useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../shared/api';
import { useApp } from '../../shared/app';
import { wantedFactor } from '../../shared/wantedFactor';
import { soleFault } from '../../shared/faults';
import { asText } from '../../shared/persist';
import type { Second } from './SecondProof';
import { lazyPart } from '../../ui/lazyPart';

const SecondProof = lazyPart(async () => (await import('./SecondProof')).SecondProof);

/** The password, and then the second factor of whoever has one. */
export function StepUpAsking({ onClose }: { readonly onClose: () => void }) {
  const [second, setSecond] = useState<Second>();
  return (
    <Dialog open onClose={onClose} maxWidth="xs" fullWidth>
      {second === undefined ? (
        <Password onSecond={setSecond} />
      ) : (
        <Suspense fallback={null}>
          <SecondProof second={second} onBack={() => setSecond(undefined)} />
        </Suspense>
      )}
    </Dialog>
  );
}

function Password({ onSecond }: { readonly onSecond: (second: Second) => void }) {
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
    const wanted = wantedFactor(error);
    if (error === undefined) stepUp.settle(true);
    else if (wanted) onSecond({ password, kinds: wanted.kinds });
    else setRefusal(soleFault(error, 'password'));
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
