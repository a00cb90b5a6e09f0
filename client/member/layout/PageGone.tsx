/** In place of an open page whose module was disabled; shown within the frame. */
import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { useApp } from '../../shared/app/appContext';
import { useDocumentTitle } from '../../shared/app/useDocumentTitle';
import { APP_PATHS } from '../../shared/routing/safeRedirects';
import { useSiteName } from '../../shared/store/siteSettings';
import { EmptyState } from '../../ui/EmptyState';

export function PageGone() {
  const { t } = useTranslation();
  const { navigate } = useApp();
  useDocumentTitle(t('console.title.User'), useSiteName());
  return (
    <EmptyState
      level="h1"
      title={t('member.refused.gone')}
      help={t('member.refused.gone_help')}
      action={
        <Button variant="contained" onClick={() => navigate(APP_PATHS.member.home)}>
          {t('member.refused.action')}
        </Button>
      }
    />
  );
}
