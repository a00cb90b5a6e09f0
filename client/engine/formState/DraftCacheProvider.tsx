/** Provides the draft cache to all screens and tells it which screen is shown. */
import { useEffect, useLayoutEffect, type ReactNode } from 'react';
import { useLocation } from 'react-router';
import { useApp } from '../../shared/app/appContext';
import { DraftCacheContext, type DraftCache } from './draftCache';

interface DraftCacheProviderProps {
  readonly draftCache: DraftCache;
  readonly children: ReactNode;
}
export function DraftCacheProvider({ draftCache, children }: DraftCacheProviderProps) {
  const { pathname } = useLocation();
  const { openForms } = useApp();
  // A layout effect, so that it runs before the cleanup effects of the form that is left.
  useLayoutEffect(() => draftCache.setCurrentPath(pathname), [draftCache, pathname]);
  useEffect(() => openForms.register(draftCache.formIds), [openForms, draftCache]);
  return <DraftCacheContext value={draftCache}>{children}</DraftCacheContext>;
}
