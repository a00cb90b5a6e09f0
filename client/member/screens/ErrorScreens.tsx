/** The member center's error screens: address not found, access denied, no screens at all. */
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useTranslation } from 'react-i18next';
import { useApp } from '../../shared/app/appContext';
import { APP_PATHS } from '../../shared/routing/safeRedirects';
import { useDocumentTitle } from '../../shared/app/useDocumentTitle';
import { EmptyState } from '../../ui/EmptyState';
import { SiteLogo } from '../../shared/controls/SiteLogo';
import { useSiteName } from '../../shared/store/siteSettings';

interface ErrorScreenProps {
  readonly name: string;
  readonly title: string;
  readonly help: string;
}
function ErrorScreen({ name, title, help }: ErrorScreenProps) {
  const { t } = useTranslation();
  const { navigate } = useApp();
  useDocumentTitle(name, useSiteName());
  return (
    <Stack component="main" sx={{ minHeight: '100dvh' }}>
      <EmptyState
        icon={<SiteLogo size={40} />}
        level="h1"
        title={title}
        help={help}
        action={
          <Button variant="contained" onClick={() => navigate(APP_PATHS.member.home)}>
            {t('member.refused.action')}
          </Button>
        }
      />
    </Stack>
  );
}

export function NotFound() {
  const { t } = useTranslation();
  const texts = { name: t('console.title.notFound'), title: t('console.missing.title') };
  return <ErrorScreen help={t('console.missing.help')} {...texts} />;
}

export function Forbidden() {
  const { t } = useTranslation();
  const texts = { name: t('console.title.noPower'), title: t('console.no_access.title') };
  return <ErrorScreen help={t('member.refused.no_access')} {...texts} />;
}

/** For a member without any screen; shown within the frame, so that the member can sign out and sees changes. */
export function NoScreens() {
  const { t } = useTranslation();
  useDocumentTitle(t('console.title.User'), useSiteName());
  return <EmptyState level="h1" title={t('member.refused.nothing')} help={t('member.refused.nothing_help')} />;
}
