/** The link of a security mail: one press ends every session and locks the account. A mail's preview must not do it. */
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../shared/api';
import { isCallFault } from '../../shared/faults';
import { useLaterWords } from '../../shared/useLaterWords';
import { notMeTicket } from './supportTicket';

export function NotMe() {
  useLaterWords();
  const { t } = useTranslation();
  const [ask, { isLoading }] = api.useRequestMutation();
  const [said, setSaid] = useState<{ readonly tone: 'success' | 'error'; readonly text: string }>();
  const send = async () => {
    const body = { ticket: notMeTicket() ?? '' };
    const { error } = await ask({ url: '/api/account/notMe', method: 'POST', body, quiet: true });
    if (error === undefined) setSaid({ tone: 'success', text: t('care.not_me.done') });
    else setSaid({ tone: 'error', text: isCallFault(error) ? error.msg : '?' });
  };
  return (
    <>
      <Typography variant="h1">{t('care.not_me.title')}</Typography>
      <Typography sx={{ color: 'text.secondary', my: 4 }}>{t('care.not_me.text')}</Typography>
      {said && <Alert severity={said.tone}>{said.text}</Alert>}
      {said?.tone !== 'success' && (
        <Button
          fullWidth
          size="large"
          variant="contained"
          color="error"
          loading={isLoading}
          onClick={() => void send()}
          sx={{ mt: 4 }}
        >
          {t('care.not_me.submit')}
        </Button>
      )}
    </>
  );
}
