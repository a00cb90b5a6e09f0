/** Error element of the routes: a screen that throws shows this message while the shell keeps working. */
import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../../ui/EmptyState';
import { NamedIcon } from '../../../ui/NamedIcon';

export function ErrorBoundary() {
  const { t } = useTranslation();
  return (
    <EmptyState
      icon={<NamedIcon name="extension" />}
      level="h1"
      title={t('shell.failed.crash')}
      help={t('shell.failed.crash_help')}
      action={
        <Button variant="contained" onClick={() => window.location.reload()}>
          {t('shell.failed.reload')}
        </Button>
      }
    />
  );
}
