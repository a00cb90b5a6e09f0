/** Holds the shelf of drafts over the screens, and tells it which of them is shown. */
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
  // Before what a form does when it is left: that is done after all layout effects of the screen that follows.
  useLayoutEffect(() => draftCache.setCurrentPath(pathname), [draftCache, pathname]);
  useEffect(() => openForms.register(draftCache.formIds), [openForms, draftCache]);
  return <DraftCacheContext value={draftCache}>{children}</DraftCacheContext>;
}
