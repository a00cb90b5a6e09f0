/** Step-up form, loaded when it is first needed. */
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import TextField from '@mui/material/TextField';
import { Suspense, useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useLazyTranslations } from '../../../shared/i18n/useLazyTranslations';
import { api } from '../../../shared/api/api';
import { useApp } from '../../../shared/app/appContext';
import { parseRequiredFactor } from '../../../shared/auth/requiredFactor';
import { singleFieldError } from '../../../shared/api/faults';
import { asString } from '../../../../common/json';
import type { PendingSecondFactor } from './SecondFactorStep';
import { lazyWithRetry } from '../../../ui/lazyWithRetry';

const SecondFactorStep = lazyWithRetry(async () => (await import('./SecondFactorStep')).SecondFactorStep);

/** Asks for the password, then for the second factor of users who have one. */
export function StepUpForm({ onClose }: { readonly onClose: () => void }) {
  const [secondFactor, setSecondFactor] = useState<PendingSecondFactor>();
  return (
    <Dialog open onClose={onClose} maxWidth="xs" fullWidth>
      {secondFactor === undefined ? (
        <PasswordStep onSecondFactorRequired={setSecondFactor} />
      ) : (
        <Suspense fallback={null}>
          <SecondFactorStep secondFactor={secondFactor} onBack={() => setSecondFactor(undefined)} />
        </Suspense>
      )}
    </Dialog>
  );
}

function PasswordStep({
  onSecondFactorRequired,
}: {
  readonly onSecondFactorRequired: (secondFactor: PendingSecondFactor) => void;
}) {
  useLazyTranslations();
  const { t } = useTranslation();
  const { stepUp } = useApp();
  const [sendRequest, { isLoading }] = api.useRequestMutation();
  const [errorText, setErrorText] = useState('');
  const onSubmit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const password = asString(new FormData(event.currentTarget).get('password'));
    if (password === '') {
      setErrorText(t('secondFactor.step_up.required'));
      return;
    }
    const { error } = await sendRequest({
      url: '/admin/Index/stepUp',
      method: 'POST',
      body: { password },
      isSilent: true,
    });
    const requiredFactor = parseRequiredFactor(error);
    if (error === undefined) stepUp.resolve(true);
    else if (requiredFactor) onSecondFactorRequired({ password, kinds: requiredFactor.kinds });
    else setErrorText(singleFieldError(error, 'password'));
  };
  return (
    <form noValidate onSubmit={(event) => void onSubmit(event)}>
      <DialogTitle>{t('secondFactor.step_up.title')}</DialogTitle>
      <DialogContent>
        <DialogContentText sx={{ mb: 4 }}>{t('secondFactor.step_up.text')}</DialogContentText>
        <TextField
          name="password"
          type="password"
          autoFocus
          autoComplete="current-password"
          label={t('console.login.password')}
          error={errorText !== ''}
          helperText={errorText || ' '}
          slotProps={{ htmlInput: { maxLength: 200 } }}
        />
      </DialogContent>
      <DialogActions>
        <Button onClick={() => stepUp.resolve(false)}>{t('shell.cancel')}</Button>
        <Button type="submit" variant="contained" loading={isLoading}>
          {t('secondFactor.step_up.confirm')}
        </Button>
      </DialogActions>
    </form>
  );
}
