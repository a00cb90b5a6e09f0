/** The link of a security mail: one press ends every session and locks the account. A mail's preview must not do it. */
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Lang } from '../../../common/locales/index';
import { api } from '../../shared/api';
import { isCallFault } from '../../shared/faults';
import { useLang } from '../../shared/i18n';
import { useLaterWords } from '../../shared/useLaterWords';
import { notMeTicket } from './supportTicket';

export function NotMe() {
  useLaterWords();
  const { t } = useTranslation();
  const [ask, { isLoading }] = api.useTellMutation();
  const lang = useLang();
  const [answer, setAnswer] = useState<{ tone: 'success' | 'error'; text: string; lang: Lang }>();
  const send = async () => {
    const body = { ticket: notMeTicket() ?? '' };
    const { data, error } = await ask({ url: '/api/account/notMe', method: 'POST', body, quiet: true });
    if (error === undefined) setAnswer({ tone: 'success', text: data.said, lang });
    else setAnswer({ tone: 'error', text: isCallFault(error) ? error.msg : '?', lang });
  };
  return (
    <>
      <Typography variant="h1">{t('care.not_me.title')}</Typography>
      <Typography sx={{ color: 'text.secondary', my: 4 }}>{t('care.not_me.text')}</Typography>
      {answer?.tone === 'error' && <Alert severity="error">{answer.text}</Alert>}
      {answer?.tone === 'success' ? (
        <Alert severity="success">{(answer.lang === lang && answer.text) || t('care.not_me.done')}</Alert>
      ) : (
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
