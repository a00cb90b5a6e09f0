/** Holds the shelf of drafts over the screens, tells it which of them is shown, and what of them may still be known. */
import { useEffect, useLayoutEffect, type ReactNode } from 'react';
import { useLocation } from 'react-router';
import { useApp } from '../shared/app';
import { useBootstrap } from '../shared/bootstrap';
import { withinRights } from './departing';
import { DraftShelfContext, type DraftShelf } from './draftShelf';
import { useEngine } from './engineContext';
import { fieldsOfForm } from './formLayout';

interface KeptDraftsProps {
  readonly shelf: DraftShelf;
  readonly children: ReactNode;
}
export function KeptDrafts({ shelf, children }: KeptDraftsProps) {
  const { pathname } = useLocation();
  const { forms } = useApp();
  // Before what a form does when it is left: that is done after all layout effects of the screen that follows.
  useLayoutEffect(() => shelf.stand(pathname), [shelf, pathname]);
  useEffect(() => forms.hold(shelf.marks), [forms, shelf]);
  const { registry } = useEngine();
  const { entities } = useBootstrap();
  useEffect(() => {
    shelf.cut((name, draft) => {
      const entity = registry.get(name);
      const rights = entities[name];
      if (entity === undefined) return draft;
      return withinRights({ entity, fields: fieldsOfForm(entity) }, draft, rights && new Set(rights.readable));
    });
  }, [shelf, registry, entities]);
  return <DraftShelfContext value={shelf}>{children}</DraftShelfContext>;
}
