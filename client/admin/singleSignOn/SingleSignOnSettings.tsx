/** In the profile: links the own account to an identity at the OpenID provider, or unlinks it. Nothing where there is no provider. */
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { ProfileSection } from '../../shared/account/ProfileSection';
import { useLazyTranslations } from '../../shared/i18n/useLazyTranslations';
import { keepPendingRequest, singleSignOnApi } from './singleSignOnApi';

export function SingleSignOnSettings() {
  useLazyTranslations();
  const { t } = useTranslation();
  const { data, refetch } = singleSignOnApi.useLinkStateQuery(undefined);
  const [begin, { isLoading: isBeginning }] = singleSignOnApi.useBeginLinkMutation();
  const [unlink, { isLoading: isUnlinking }] = singleSignOnApi.useUnlinkIdentityMutation();
  if (data === undefined || data.provider === '') return null;
  const leave = async () => {
    const begun = (await begin(undefined)).data;
    if (begun === undefined) return;
    keepPendingRequest({ purpose: 'link', ticket: begun.ticket });
    window.location.assign(begun.url);
  };
  const forget = async () => {
    if ((await unlink(undefined)).error === undefined) void refetch();
  };
  const { provider, isLinked } = data;
  return (
    <ProfileSection title={t('singleSignOn.title')}>
      <Typography sx={{ mb: 4, overflowWrap: 'anywhere' }}>
        {t(isLinked ? 'singleSignOn.linked' : 'singleSignOn.unlinked', { provider })}
      </Typography>
      {isLinked ? (
        <Button variant="outlined" color="error" loading={isUnlinking} onClick={() => void forget()}>
          {t('singleSignOn.unlink')}
        </Button>
      ) : (
        <Button variant="outlined" loading={isBeginning} onClick={() => void leave()}>
          {t('singleSignOn.link')}
        </Button>
      )}
    </ProfileSection>
  );
}
