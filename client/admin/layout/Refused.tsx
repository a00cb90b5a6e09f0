/** The screens for an address that leads nowhere, and for one this person may not open. They say nothing the address says. */
import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { Link, Outlet } from 'react-router';
import { useAppSelector } from '../../shared/createStore';
import { SIDES } from '../../shared/onward';
import { selectSigned } from '../../shared/session';
import { useTitle } from '../../shared/useTitle';
import { EmptyState } from '../../ui/EmptyState';
import { NamedIcon } from '../../ui/icons';
import { Signed } from './Signed';
import { useSiteName } from '../../shared/site';

const home = (label: string) => (
  <Button component={Link} to={SIDES.admin.home} variant="contained">
    {label}
  </Button>
);

export function Missing() {
  const { t } = useTranslation();
  useTitle(t('console.title.notFound'), useSiteName());
  return (
    <EmptyState
      icon={<NamedIcon name="explore" />}
      level="h1"
      title={t('console.missing.title')}
      help={t('console.missing.help')}
      action={home(t('console.missing.action'))}
    />
  );
}

export function NoPower() {
  const { t } = useTranslation();
  useTitle(t('console.title.noPower'), useSiteName());
  return (
    <EmptyState
      icon={<NamedIcon name="security" />}
      level="h1"
      title={t('console.no_power.title')}
      help={t('console.no_power.help')}
      action={home(t('console.no_power.action'))}
    />
  );
}

/** Within the console for whoever is signed in, on its own for everybody else. */
export function Anyhow() {
  const signed = useAppSelector(selectSigned('admin')) !== null;
  if (signed) return <Signed />;
  return (
    <main style={{ display: 'flex', minHeight: '100dvh' }}>
      <Outlet />
    </main>
  );
}
