/** Ties a form to the shelf of drafts: begins with what was left there, and leaves there what is unsaved. */
import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import type { AnyEntity } from '../../common/entity/entity';
import { useApp } from '../shared/app';
import type { Draft } from './draft';
import { draftKey, useDraftShelf } from './draftShelf';

/** The draft this screen was left with, if any, and the key it is kept under. */
export function useRecalledDraft(entity: AnyEntity, id: number | null): { key: string; recalled: Draft | undefined } {
  const shelf = useDraftShelf();
  const { pathname } = useLocation();
  const [first] = useState(() => {
    const key = draftKey(pathname, entity.name, id);
    return { key, recalled: shelf?.recall(key) };
  });
  return first;
}

const never = () => () => undefined;
/** How often a draft of this form came back from elsewhere since the page was loaded. */
export function useRevived(entity: AnyEntity, id: number | null): number {
  const shelf = useDraftShelf();
  const { pathname } = useLocation();
  const key = draftKey(pathname, entity.name, id);
  return useSyncExternalStore(shelf?.subscribe ?? never, () => shelf?.revived(key) ?? 0);
}

/**
 * Another screen leaves this one in its tab, with everything that was typed. A form that is closed gives its place up: what
 * was typed in it waits among the kept drafts, and that is said.
 */
export function useShelved(key: string, draft: Draft, unsaved: boolean, stored: () => Promise<boolean>): void {
  const shelf = useDraftShelf();
  const { toasts } = useApp();
  const { t } = useTranslation();
  const { pathname } = useLocation();
  // Only what this form put there is its to take away.
  const holds = useRef(unsaved);
  useEffect(() => {
    if (unsaved) shelf?.keep(key, draft);
    else if (holds.current) shelf?.drop(key);
    holds.current = unsaved;
  }, [shelf, key, draft, unsaved]);
  useEffect(() => shelf?.claim(key), [shelf, key]);
  const say = async () => {
    if (await stored()) toasts.show('info', t('history.draft.kept'));
  };
  const closed = useEffectEvent(() => {
    const staysInTab = shelf !== null && (shelf.standing() !== pathname || shelf.isWithheld(pathname));
    if (!unsaved || staysInTab || (shelf !== null && draft.queued !== null)) return;
    shelf?.drop(key);
    void say();
  });
  useEffect(() => () => closed(), []);
}
