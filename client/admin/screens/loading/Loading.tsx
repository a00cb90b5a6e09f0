/** `/admin/loading?url=…&query=…`: where guards and unknown addresses lead; goes on once the menu is there. */
import { useTranslation } from 'react-i18next';
import { Navigate, useSearchParams } from 'react-router';
import { useEngine } from '../../../engine/engineContext';
import { useBootstrap } from '../../../shared/api/bootstrap';
import { NOT_FOUND_PATH, readLoadingPath, APP_PATHS } from '../../../shared/routing/safeRedirects';
import { useDocumentTitle } from '../../../shared/app/useDocumentTitle';
import { isKnownPath } from '../../layout/menu/isKnownPath';

export function Loading() {
  const { t } = useTranslation();
  const [search] = useSearchParams();
  const { registry } = useEngine();
  const { menus, siteConfig } = useBootstrap();
  useDocumentTitle(t('console.title.Loading'), siteConfig.siteName);
  const { home, front } = APP_PATHS.admin;
  const wanted = readLoadingPath(APP_PATHS.admin, search);
  if (wanted === undefined || wanted === home) return <Navigate to={front} replace />;
  const known = isKnownPath(wanted, { registry, menus, origin: window.location.origin });
  return <Navigate to={known ? wanted : NOT_FOUND_PATH} replace />;
}
