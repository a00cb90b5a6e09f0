/** The screens for an address that leads nowhere, and for one this person may not open. */
import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { EmptyState } from '../../ui/EmptyState';
import { NamedIcon } from '../../ui/icons';

const home = (label: string) => (
  <Button component={Link} to="/admin" variant="contained">
    {label}
  </Button>
);

export function Missing() {
  const { t } = useTranslation();
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
