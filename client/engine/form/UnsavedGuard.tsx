/** Asks before work is lost, and only then: what was typed back is nothing, and what is kept as a draft is not lost. */
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useBlocker } from 'react-router';
import { useApp } from '../../shared/app';
import { useDraftShelf } from '../draftShelf';

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
  return (
    <Dialog open={blocker.state === 'blocked'} onClose={stay} maxWidth="xs" fullWidth>
      <DialogTitle>{t('engine.confirm.leave_title')}</DialogTitle>
      <DialogContent>
        <DialogContentText>{t('engine.confirm.leave_text', { count: lost })}</DialogContentText>
      </DialogContent>
      <DialogActions>
        <Button color="error" onClick={leave}>
          {t('engine.confirm.leave')}
        </Button>
        <Button variant="contained" autoFocus onClick={stay}>
          {t('engine.confirm.stay')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
