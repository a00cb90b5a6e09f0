/** Asks before work is lost, and only then: what was typed back is nothing, and what is kept as a draft is not lost. */
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useBlocker } from 'react-router';
import { useApp } from '../../shared/app';
import { useDraftShelf } from '../draftShelf';
import { LeaveQuestion } from './LeaveQuestion';

interface UnsavedGuardProps {
  /** Unsaved fields that are kept nowhere. */
  readonly lost: number;
  /** The last keys are not stored yet. */
  readonly pending: boolean;
  /** Under which the shelf keeps them. */
  readonly keptAs: string;
}

/** Another page, or another record beside the same list; paging and sorting leave the form standing. */
const leaves = (from: { pathname: string; search: string }, to: { pathname: string; search: string }) =>
  from.pathname !== to.pathname ||
  new URLSearchParams(from.search).get('record') !== new URLSearchParams(to.search).get('record');

export function UnsavedGuard({ lost, pending, keptAs }: UnsavedGuardProps) {
  const { t } = useTranslation();
  const { toasts } = useApp();
  const shelf = useDraftShelf();
  const dirty = lost > 0;
  const blocker = useBlocker(({ currentLocation: from, nextLocation: to }) => {
    // Another screen leaves this one in its tab, with everything that was typed.
    const stays = shelf !== null && from.pathname !== to.pathname;
    return dirty && !stays && leaves(from, to);
  });
  useEffect(() => {
    if (!dirty && !pending) return undefined;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [dirty, pending]);
  const stay = () => {
    toasts.show('info', t('faults.navigation.guard'));
    blocker.reset?.();
  };
  const leave = () => {
    shelf?.drop(keptAs);
    blocker.proceed?.();
  };
  return <LeaveQuestion open={blocker.state === 'blocked'} lost={lost} onStay={stay} onLeave={leave} />;
}
