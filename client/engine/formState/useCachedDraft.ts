/** Connects a form to the draft cache: it begins with the cached draft and stores what is not saved when it closes. */
import { useEffect, useEffectEvent, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import type { AnyEntity } from '../../../common/entity/entity';
import { useApp } from '../../shared/app/appContext';
import { omitSharedTexts, type Draft } from './draft';
import { draftKey, useDraftCache } from './draftCache';

/** The cached draft of this form, undefined if there is none, and its key in the draft cache. */
export function useCachedDraft(entity: AnyEntity, id: number | null): { key: string; cachedDraft: Draft | undefined } {
  const draftCache = useDraftCache();
  const { pathname } = useLocation();
  const [initial] = useState(() => {
    const key = draftKey(pathname, entity.name, id);
    return { key, cachedDraft: draftCache?.get(key) };
  });
  return initial;
}

interface UnsavedState {
  readonly isUnsaved: boolean;
  readonly savesQuietly: boolean;
  readonly isStored: () => Promise<boolean>;
}

const subscribeNever = () => () => undefined;
/** Number of times that the cache replaced the draft of this form since the page was loaded, for example by a restored queued save. */
export function useDraftRestoreCount(entity: AnyEntity, id: number | null): number {
  const draftCache = useDraftCache();
  const { pathname } = useLocation();
  const key = draftKey(pathname, entity.name, id);
  return useSyncExternalStore(draftCache?.subscribe ?? subscribeNever, () => draftCache?.restoreCount(key) ?? 0);
}

/**
 * Puts the unsaved draft of a form, without its shared texts, into the draft cache. When the user opens another screen, this one stays in its tab and the draft stays
 * in the cache. When the form is closed, the draft leaves the cache; if autosave has stored it, a toast says that it was kept, unless the form
 * saves each edit by itself and the save is under way.
 */
export function useCacheDraft(key: string, draft: Draft, { isUnsaved, savesQuietly, isStored }: UnsavedState): void {
  const draftCache = useDraftCache();
  const ownDraft = useMemo(() => omitSharedTexts(draft), [draft]);
  const { toasts } = useApp();
  const { t } = useTranslation();
  const { pathname } = useLocation();
  // The form deletes only a draft that it has put into the cache itself.
  const isCached = useRef(isUnsaved);
  useEffect(() => {
    if (isUnsaved) draftCache?.set(key, ownDraft);
    else if (isCached.current) draftCache?.delete(key);
    isCached.current = isUnsaved;
  }, [draftCache, key, ownDraft, isUnsaved]);
  useEffect(() => draftCache?.claim(key), [draftCache, key]);
  const notifyKept = async () => {
    if (await isStored()) toasts.show('info', t('history.draft.kept'));
  };
  const onClose = useEffectEvent(() => {
    const staysInTab =
      draftCache !== null && (draftCache.currentPath() !== pathname || draftCache.isPathBlocked(pathname));
    if (!isUnsaved || staysInTab || (draftCache !== null && draft.queued !== null)) return;
    draftCache?.delete(key);
    if (!savesQuietly || draft.pendingSave === null) void notifyKept();
  });
  useEffect(() => () => onClose(), []);
}
