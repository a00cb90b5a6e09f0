/** `/admin/loading?url=…&query=…`: target of guards and unknown paths; redirects once the menu is loaded. */
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
  const requestedPath = readLoadingPath(APP_PATHS.admin, search);
  if (requestedPath === undefined || requestedPath === home) return <Navigate to={front} replace />;
  const isKnown = isKnownPath(requestedPath, { registry, menus, origin: window.location.origin });
  return <Navigate to={isKnown ? requestedPath : NOT_FOUND_PATH} replace />;
}
