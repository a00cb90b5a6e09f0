/** Connects a form to the draft cache: it begins with the cached draft and stores what is not saved when it closes. */
import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import type { AnyEntity } from '../../../common/entity/entity';
import { useApp } from '../../shared/app/appContext';
import type { Draft } from './draft';
import { draftKey, useDraftCache } from './draftCache';

/** The draft this screen was left with, if any, and the key it is kept under. */
export function useCachedDraft(entity: AnyEntity, id: number | null): { key: string; cachedDraft: Draft | undefined } {
  const draftCache = useDraftCache();
  const { pathname } = useLocation();
  const [initial] = useState(() => {
    const key = draftKey(pathname, entity.name, id);
    return { key, cachedDraft: draftCache?.get(key) };
  });
  return initial;
}

const subscribeNever = () => () => undefined;
/** How often a draft of this form came back from elsewhere since the page was loaded. */
export function useDraftRestoreCount(entity: AnyEntity, id: number | null): number {
  const draftCache = useDraftCache();
  const { pathname } = useLocation();
  const key = draftKey(pathname, entity.name, id);
  return useSyncExternalStore(draftCache?.subscribe ?? subscribeNever, () => draftCache?.restoreCount(key) ?? 0);
}

/**
 * Another screen leaves this one in its tab, with everything that was typed. A form that is closed gives its place up: what
 * was typed in it is kept as a draft, and a message says so.
 */
export function useCacheDraft(key: string, draft: Draft, isUnsaved: boolean, isStored: () => Promise<boolean>): void {
  const draftCache = useDraftCache();
  const { toasts } = useApp();
  const { t } = useTranslation();
  const { pathname } = useLocation();
  // Only what this form put there is its to take away.
  const isCached = useRef(isUnsaved);
  useEffect(() => {
    if (isUnsaved) draftCache?.set(key, draft);
    else if (isCached.current) draftCache?.delete(key);
    isCached.current = isUnsaved;
  }, [draftCache, key, draft, isUnsaved]);
  useEffect(() => draftCache?.claim(key), [draftCache, key]);
  const notifyKept = async () => {
    if (await isStored()) toasts.show('info', t('history.draft.kept'));
  };
  const onClose = useEffectEvent(() => {
    const staysInTab =
      draftCache !== null && (draftCache.currentPath() !== pathname || draftCache.isPathBlocked(pathname));
    if (!isUnsaved || staysInTab || (draftCache !== null && draft.queued !== null)) return;
    draftCache?.delete(key);
    void notifyKept();
  });
  useEffect(() => () => onClose(), []);
}
