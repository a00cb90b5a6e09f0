/** The part of the console only signed-in staff see: asks who they are, opens the live connection, then shows the screens. */
import Button from '@mui/material/Button';
import { useEffect, useState } from 'react';
import { Navigate, useLocation } from 'react-router';
import { useTranslation } from 'react-i18next';
import { createDraftShelf, DraftShelfContext } from '../../engine/draftShelf';
import { useApp } from '../../shared/app';
import { BootstrapContext, useBootstrapQuery } from '../../shared/bootstrap';
import { useAppDispatch, useAppSelector } from '../../shared/createStore';
import { rightsArrived } from '../../shared/entities';
import { SIDES } from '../../shared/onward';
import { personArrived, selectSigned } from '../../shared/session';
import { EmptyState } from '../../ui/EmptyState';
import { NamedIcon } from '../../ui/icons';
import { Shell } from './Shell';
import { ShellSkeleton } from './ShellSkeleton';

export function Signed() {
  const signed = useAppSelector(selectSigned('admin')) !== null;
  const { pathname, search } = useLocation();
  if (signed) return <Started />;
  const from =
    pathname === SIDES.admin.home || pathname === SIDES.admin.loading
      ? ''
      : `?to=${encodeURIComponent(pathname + search)}`;
  return <Navigate to={SIDES.admin.login + from} replace />;
}

function Started() {
  const { live } = useApp();
  const dispatch = useAppDispatch();
  const { data, error, refetch } = useBootstrapQuery(undefined);
  const [shelf] = useState(createDraftShelf);
  const ready = data !== undefined;
  useEffect(() => {
    if (ready) live.open();
  }, [ready, live]);
  useEffect(() => {
    if (data === undefined) return;
    if (data.admin.id > 0) dispatch(personArrived({ realm: 'admin', person: data.admin }));
    const readable = Object.entries(data.entities).map(([e, rights]) => [e, rights.readable] as const);
    dispatch(rightsArrived(Object.fromEntries(readable)));
  }, [data, dispatch]);
  if (data) {
    return (
      <BootstrapContext value={data}>
        <DraftShelfContext value={shelf}>
          <Shell />
        </DraftShelfContext>
      </BootstrapContext>
    );
  }
  if (error) return <Failed text={'msg' in error ? error.msg : ''} again={() => void refetch()} />;
  return <ShellSkeleton />;
}

function Failed({ text, again }: { readonly text: string; readonly again: () => void }) {
  const { t } = useTranslation();
  return (
    <EmptyState
      icon={<NamedIcon name="inbox" />}
      level="h1"
      title={t('shell.failed.title')}
      help={text}
      action={
        <Button variant="contained" onClick={again}>
          {t('shell.retry')}
        </Button>
      }
    />
  );
}
