/** Navigation guard (beforeunload): asks before unsaved values are lost. Values typed back and values stored as a draft do not count. */
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useBlocker } from 'react-router';
import { useApp } from '../../../shared/app/appContext';
import { useDraftCache } from '../../formState/draftCache';
import { LeaveDialog } from './LeaveDialog';

interface UnsavedGuardProps {
  /** Number of unsaved fields that no draft stores. */
  readonly lostCount: number;
  /** The latest edits are not stored yet. */
  readonly isPending: boolean;
  /** Key of the draft in the draft cache. */
  readonly draftKey: string;
}

/** Whether a navigation closes the form: to another page, or to another record beside the same list. Paging and sorting keep it open. */
const leavesScreen = (from: { pathname: string; search: string }, to: { pathname: string; search: string }) =>
  from.pathname !== to.pathname ||
  new URLSearchParams(from.search).get('record') !== new URLSearchParams(to.search).get('record');

export function UnsavedGuard({ lostCount, isPending, draftKey }: UnsavedGuardProps) {
  const { t } = useTranslation();
  const { toasts } = useApp();
  const draftCache = useDraftCache();
  const isDirty = lostCount > 0;
  const blocker = useBlocker(({ currentLocation: from, nextLocation: to }) => {
    // A navigation to another screen keeps this one in its tab, with all typed text.
    const staysInTab = draftCache !== null && from.pathname !== to.pathname;
    return isDirty && !staysInTab && leavesScreen(from, to);
  });
  useEffect(() => {
    if (!isDirty && !isPending) return undefined;
    const shouldBlock = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', shouldBlock);
    return () => window.removeEventListener('beforeunload', shouldBlock);
  }, [isDirty, isPending]);
  const stay = () => {
    toasts.show('info', t('faults.navigation.guard'));
    blocker.reset?.();
  };
  const confirmLeave = () => {
    draftCache?.delete(draftKey);
    blocker.proceed?.();
  };
  return (
    <LeaveDialog isOpen={blocker.state === 'blocked'} lostCount={lostCount} onStay={stay} onLeave={confirmLeave} />
  );
}
