/** The screens for an address that leads nowhere, and for one this person may not open. They say nothing the address says. */
import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { Link, Outlet } from 'react-router';
import { useAppSelector } from '../../../shared/app/createStore';
import { APP_PATHS } from '../../../shared/routing/safeRedirects';
import { selectSession } from '../../../shared/store/session';
import { useDocumentTitle } from '../../../shared/app/useDocumentTitle';
import { EmptyState } from '../../../ui/EmptyState';
import { NamedIcon } from '../../../ui/NamedIcon';
import { AuthenticatedShell } from './AuthenticatedShell';
import { useSiteName } from '../../../shared/store/siteSettings';

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
      title={t('console.no_power.title')}
      help={t('console.no_power.help')}
      action={homeButton(t('console.no_power.action'))}
    />
  );
}

/** Within the console for whoever is signed in, on its own for everybody else. */
export function OptionalShell() {
  const isSignedIn = useAppSelector(selectSession('admin')) !== null;
  if (isSignedIn) return <AuthenticatedShell />;
  return (
    <main style={{ display: 'flex', minHeight: '100dvh' }}>
      <Outlet />
    </main>
  );
}
