/** Holds the shelf of drafts over the screens, and tells it which of them is shown. */
import { useEffect, useLayoutEffect, type ReactNode } from 'react';
import { useLocation } from 'react-router';
import { useApp } from '../shared/app';
import { DraftShelfContext, type DraftShelf } from './draftShelf';

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
  return <DraftShelfContext value={shelf}>{children}</DraftShelfContext>;
}
