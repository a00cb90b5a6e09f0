/** The part of the console only signed-in staff see: asks who they are, opens the live connection, then shows the screens. */
import Button from '@mui/material/Button';
import { Suspense, useEffect, useMemo, useState } from 'react';
import { Navigate, useLocation } from 'react-router';
import { useTranslation } from 'react-i18next';
import { createDraftShelf } from '../../engine/draftShelf';
import { KeptDrafts } from '../../engine/KeptDrafts';
import { PresenceDesk } from '../../engine/presence/PresenceDesk';
import { useApp } from '../../shared/app';
import { BootstrapContext, siteConfigOf, useBootstrapQuery } from '../../shared/bootstrap';
import { useAppDispatch, useAppSelector } from '../../shared/createStore';
import { rightsArrived } from '../../shared/entities';
import { mustEnrol } from '../../shared/wantedFactor';
import { SIDES } from '../../shared/onward';
import { personArrived, selectSigned } from '../../shared/session';
import { EmptyState } from '../../ui/EmptyState';
import { NamedIcon } from '../../ui/icons';
import { ColleagueGroups } from './ColleagueGroups';
import { Shell } from './Shell';
import { ShellSkeleton } from './ShellSkeleton';
import { lazyPart } from '../../ui/lazyPart';

const QueuedSaves = lazyPart(async () => (await import('../../engine/queue/QueuedSaves')).QueuedSaves, 'none');
const Enrolment = lazyPart(async () => (await import('../factor/Enrolment')).Enrolment);

export function Signed() {
  const signed = useAppSelector(selectSigned('admin')) !== null;
  const { pathname, search, key } = useLocation();
  if (signed) return <Started />;
  const from =
    pathname === SIDES.admin.home || pathname === SIDES.admin.loading
      ? ''
      : `?to=${encodeURIComponent(pathname + search)}`;
  // A `Navigate` navigates once. Who goes back before the login screen was drawn meets the same one, unless it has a new key.
  return <Navigate key={key} to={SIDES.admin.login + from} replace />;
}

function Started() {
  const { live } = useApp();
  const dispatch = useAppDispatch();
  const { data, error, refetch } = useBootstrapQuery(undefined);
  const [shelf] = useState(createDraftShelf);
  const site = useAppSelector((state) => state.site.config);
  const shown = useMemo(() => data && (site ? { ...data, siteConfig: siteConfigOf(site) } : data), [data, site]);
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
  if (mustEnrol(error)) {
    return (
      <Suspense fallback={null}>
        <Enrolment onDone={() => void refetch()} />
      </Suspense>
    );
  }
  if (data) {
    return (
      <BootstrapContext value={shown ?? data}>
        <KeptDrafts shelf={shelf}>
          <PresenceDesk facts={ColleagueGroups}>
            <Shell />
            <Suspense fallback={null}>
              <QueuedSaves />
            </Suspense>
          </PresenceDesk>
        </KeptDrafts>
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
