/**
 * Shows a screen while the member’s group has its permission; otherwise redirects to the "access denied" page. After a revocation, a
 * form with unsaved text stays open, read-only.
 */
import { useCallback, useEffect, useMemo, useState, type ReactNode } from 'react';
import { useApp } from '../../shared/app/appContext';
import { FORBIDDEN_PATH } from '../../shared/routing/safeRedirects';
import { useCenterQuery } from '../memberCenterApi';
import { PermissionContext } from './permissionContext';

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
  const isRedirected = isDenied && openForms === 0;
  const keepOpen = useCallback(() => {
    setOpenForms((now) => now + 1);
    return () => setOpenForms((now) => now - 1);
  }, []);
  const permission = useMemo(() => ({ isDenied, keepOpen }), [isDenied, keepOpen]);
  useEffect(() => {
    if (isRedirected) navigate(FORBIDDEN_PATH, true);
  }, [isRedirected, navigate]);
  return isRedirected ? null : <PermissionContext value={permission}>{children}</PermissionContext>;
}
