/** Ties a form to the shelf of drafts: begins with what was left there, and leaves there what is unsaved. */
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import type { AnyEntity } from '../../common/entity/entity';
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

export function useKeeping(key: string, draft: Draft, dirty: boolean): void {
  const shelf = useDraftShelf();
  useEffect(() => {
    if (dirty && draft.gone === null) shelf?.keep(key, draft);
    else shelf?.drop(key);
  }, [shelf, key, draft, dirty]);
}
