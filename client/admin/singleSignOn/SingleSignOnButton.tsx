/** Leads to the OpenID provider; this tab keeps the ticket that its response needs. */
import KeyIcon from '@mui/icons-material/KeyOutlined';
import Button from '@mui/material/Button';
import Divider from '@mui/material/Divider';
import { useTranslation } from 'react-i18next';
import { useLazyTranslations } from '../../shared/i18n/useLazyTranslations';
import { keepPendingRequest, singleSignOnApi } from './singleSignOnApi';

export function SingleSignOnButton() {
  useLazyTranslations();
  const { t } = useTranslation();
  const [begin, { isLoading }] = singleSignOnApi.useBeginSingleSignOnMutation();
  const leave = async () => {
    const { data } = await begin(undefined);
    if (data === undefined) return;
    keepPendingRequest({ purpose: 'sign_in', ticket: data.ticket });
    window.location.assign(data.url);
  };
  return (
    <>
      <Divider sx={{ my: 4, color: 'text.secondary' }}>{t('singleSignOn.or')}</Divider>
      <Button
        fullWidth
        size="large"
        variant="outlined"
        startIcon={<KeyIcon />}
        loading={isLoading}
        loadingPosition="start"
        onClick={() => void leave()}
      >
        {t('singleSignOn.sign_in')}
      </Button>
    </>
  );
}
