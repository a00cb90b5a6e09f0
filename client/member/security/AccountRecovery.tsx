/** The link of a security mail: one press ends every session and locks the account. It needs a press, because mail clients open links for a preview. */
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Lang } from '../../../common/lang';
import { api } from '../../shared/api/api';
import { getErrorText } from '../../shared/api/faults';
import { useLanguage } from '../../shared/i18n/i18n';
import { useLazyTranslations } from '../../shared/i18n/useLazyTranslations';
import { readAccountRecoveryTicket } from '../support/linkTickets';

export function AccountRecovery() {
  useLazyTranslations();
  const { t } = useTranslation();
  const [send, { isLoading }] = api.useRequestWithMessageMutation();
  const lang = useLanguage();
  const [response, setResponse] = useState<{ tone: 'success' | 'error'; text: string; lang: Lang }>();
  const lockAccount = async () => {
    const body = { ticket: readAccountRecoveryTicket() ?? '' };
    const { data, error } = await send({ url: '/api/account/notMe', method: 'POST', body, isSilent: true });
    if (error === undefined) setResponse({ tone: 'success', text: data.message, lang });
    else setResponse({ tone: 'error', text: getErrorText(error, t('shell.failed.crash')), lang });
  };
  return (
    <>
      <Typography variant="h1">{t('memberSupport.not_me.title')}</Typography>
      <Typography sx={{ color: 'text.secondary', my: 4 }}>{t('memberSupport.not_me.text')}</Typography>
      {response?.tone === 'error' && <Alert severity="error">{response.text}</Alert>}
      {response?.tone === 'success' ? (
        <Alert severity="success">{(response.lang === lang && response.text) || t('memberSupport.not_me.done')}</Alert>
      ) : (
        <Button
          fullWidth
          size="large"
          variant="contained"
          color="error"
          loading={isLoading}
          onClick={() => void lockAccount()}
          sx={{ mt: 4 }}
        >
          {t('memberSupport.not_me.submit')}
        </Button>
      )}
    </>
  );
}
