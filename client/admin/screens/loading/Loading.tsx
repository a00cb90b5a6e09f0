/** `/admin/loading?url=…&query=…`: where guards and unknown addresses lead; goes on once the menu is there. */
import { useTranslation } from 'react-i18next';
import { Navigate, useSearchParams } from 'react-router';
import { useEngine } from '../../../engine/engineContext';
import { useBootstrap } from '../../../shared/bootstrap';
import { MISSING, rememberedPath, SIDES } from '../../../shared/onward';
import { useTitle } from '../../../shared/useTitle';
import { isKnownPath } from '../../layout/knownPath';

export function Loading() {
  const { t } = useTranslation();
  const [search] = useSearchParams();
  const { registry } = useEngine();
  const { menus, siteConfig } = useBootstrap();
  useTitle(t('console.title.Loading'), siteConfig.siteName);
  const { home, front } = SIDES.admin;
  const wanted = rememberedPath(SIDES.admin, search);
  if (wanted === undefined || wanted === home) return <Navigate to={front} replace />;
  const known = isKnownPath(wanted, { registry, menus, origin: window.location.origin });
  return <Navigate to={known ? wanted : MISSING} replace />;
}
