/**
 * Shows a screen while the member’s group has its permission; otherwise redirects to the "access denied" page, or says that a page of a module
 * no longer exists. After a revocation, a form with unsaved text stays open, read-only.
 */
import { useCallback, useEffect, useMemo, useState, type ReactNode } from 'react';
import { modulePagePath } from '../../../common/memberScreens';
import { useApp } from '../../shared/app/appContext';
import { APP_PATHS, FORBIDDEN_PATH } from '../../shared/routing/safeRedirects';
import { useCenterQuery } from '../memberCenterApi';
import { PageGone } from './PageGone';
import { PermissionContext } from './permissionContext';

const MODULE_PAGES = `${APP_PATHS.member.home}/${modulePagePath('')}`;

interface PermissionGuardProps {
  readonly path: string;
  readonly children: ReactNode;
}
export function PermissionGuard({ path, children }: PermissionGuardProps) {
  const { navigate } = useApp();
  const permittedPaths = useCenterQuery(undefined).data?.permittedPaths;
  const isDenied =
    permittedPaths !== undefined && !permittedPaths.some(({ to }) => to.toLowerCase() === path.toLowerCase());
  const [openForms, setOpenForms] = useState(0);
  const isHidden = isDenied && openForms === 0;
  const isModulePage = path.startsWith(MODULE_PAGES);
  const keepOpen = useCallback(() => {
    setOpenForms((now) => now + 1);
    return () => setOpenForms((now) => now - 1);
  }, []);
  const permission = useMemo(() => ({ isDenied, keepOpen }), [isDenied, keepOpen]);
  useEffect(() => {
    if (isHidden && !isModulePage) navigate(FORBIDDEN_PATH, true);
  }, [isHidden, isModulePage, navigate]);
  if (isHidden) return isModulePage ? <PageGone /> : null;
  return <PermissionContext value={permission}>{children}</PermissionContext>;
}
