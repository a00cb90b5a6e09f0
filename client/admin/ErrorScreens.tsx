/** Error pages: 404 for an unknown address and 403 for one without permission. They never print the address itself. */
import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { APP_PATHS } from '../shared/routing/safeRedirects';
import { useDocumentTitle } from '../shared/app/useDocumentTitle';
import { EmptyState } from '../ui/EmptyState';
import { NamedIcon } from '../ui/NamedIcon';
import { useSiteName } from '../shared/store/siteSettings';

const homeButton = (label: string) => (
  <Button component={Link} to={APP_PATHS.admin.home} variant="contained">
    {label}
  </Button>
);

export function NotFound() {
  const { t } = useTranslation();
  useDocumentTitle(t('console.title.notFound'), useSiteName());
  return (
    <EmptyState
      icon={<NamedIcon name="explore" />}
      level="h1"
      title={t('console.missing.title')}
      help={t('console.missing.help')}
      action={homeButton(t('console.missing.action'))}
    />
  );
}

export function Forbidden() {
  const { t } = useTranslation();
  useDocumentTitle(t('console.title.noPower'), useSiteName());
  return (
    <EmptyState
      icon={<NamedIcon name="security" />}
      level="h1"
      title={t('console.no_access.title')}
      help={t('console.no_access.help')}
      action={homeButton(t('console.no_access.action'))}
    />
  );
}
