/** Layout for signed-in admins: loads the bootstrap, opens the live connection, then shows the screens. */
import Button from '@mui/material/Button';
import { Suspense, useEffect, useMemo, useState } from 'react';
import { Navigate, useLocation } from 'react-router';
import { useTranslation } from 'react-i18next';
import { createDraftCache } from '../../../engine/formState/draftCache';
import { DraftCacheProvider } from '../../../engine/formState/DraftCacheProvider';
import { PresenceProvider } from '../../../engine/presence/PresenceProvider';
import { useApp } from '../../../shared/app/appContext';
import { BootstrapContext, parseSiteConfig, useBootstrapQuery } from '../../../shared/api/bootstrap';
import { useAppDispatch, useAppSelector } from '../../../shared/app/createStore';
import { permissionsReceived } from '../../../shared/store/entities';
import { needsEnrolment } from '../../../shared/auth/requiredFactor';
import { APP_PATHS } from '../../../shared/routing/safeRedirects';
import { userUpdated, selectSession } from '../../../shared/store/session';
import { EmptyState } from '../../../ui/EmptyState';
import { NamedIcon } from '../../../ui/NamedIcon';
import { useDesignedEngine } from '../../designed/useDesignedEngine';
import { EngineContext } from '../../../engine/engineContext';
import { StepUpDialog } from '../stepUp/StepUpDialog';
import { Shell } from './Shell';
import { ShellSkeleton } from './ShellSkeleton';
import { lazyWithoutSuspense, lazyWithRetry } from '../../../ui/lazyWithRetry';

const QueuedSaves = lazyWithRetry(
  async () => (await import('../../../engine/queue/QueuedSavesSender')).QueuedSavesSender,
  'none',
);
/** Shown in the card of a colleague. */
const ColleagueGroupNames = lazyWithoutSuspense(
  async () => (await import('./ColleagueGroupNames')).ColleagueGroupNames,
);
const Enrolment = lazyWithRetry(async () => (await import('../../secondFactor/RequiredEnrolment')).RequiredEnrolment);

export function AuthenticatedShell() {
  const isSignedIn = useAppSelector(selectSession('admin')) !== null;
  const { pathname, search, key } = useLocation();
  if (isSignedIn) return <BootstrappedShell />;
  const returnQuery =
    pathname === APP_PATHS.admin.home || pathname === APP_PATHS.admin.loading
      ? ''
      : `?to=${encodeURIComponent(pathname + search)}`;
  // `Navigate` navigates once per mount. The key mounts a new one when the user goes back before the login screen has loaded.
  return <Navigate key={key} to={APP_PATHS.admin.login + returnQuery} replace />;
}

function BootstrappedShell() {
  const { live } = useApp();
  const dispatch = useAppDispatch();
  const { data, error, refetch } = useBootstrapQuery(undefined);
  const [draftCache] = useState(createDraftCache);
  const siteSettings = useAppSelector((state) => state.site.config);
  const bootstrap = useMemo(
    () => data && (siteSettings ? { ...data, siteConfig: parseSiteConfig(siteSettings) } : data),
    [data, siteSettings],
  );
  const engine = useDesignedEngine(data);
  const isReady = data !== undefined;
  useEffect(() => {
    if (isReady) live.open();
  }, [isReady, live]);
  useEffect(() => {
    if (data === undefined) return;
    if (data.admin.id > 0) dispatch(userUpdated({ realm: 'admin', person: data.admin }));
    const readableColumns = Object.entries(data.entities).map(
      ([entityName, permissions]) => [entityName, permissions.readable] as const,
    );
    dispatch(permissionsReceived(Object.fromEntries(readableColumns)));
  }, [data, dispatch]);
  if (needsEnrolment(error)) {
    return (
      <Suspense fallback={null}>
        <Enrolment onDone={() => void refetch()} />
        <StepUpDialog />
      </Suspense>
    );
  }
  if (data && engine) {
    return (
      <BootstrapContext value={bootstrap ?? data}>
        <EngineContext value={engine}>
          <DraftCacheProvider draftCache={draftCache}>
            <PresenceProvider facts={ColleagueGroupNames}>
              <Shell />
              <Suspense fallback={null}>
                <QueuedSaves />
              </Suspense>
            </PresenceProvider>
          </DraftCacheProvider>
        </EngineContext>
      </BootstrapContext>
    );
  }
  if (error) return <BootstrapFailed message={'msg' in error ? error.msg : ''} onRetry={() => void refetch()} />;
  return <ShellSkeleton />;
}

function BootstrapFailed({ message, onRetry }: { readonly message: string; readonly onRetry: () => void }) {
  const { t } = useTranslation();
  return (
    <EmptyState
      icon={<NamedIcon name="inbox" />}
      level="h1"
      title={t('shell.failed.title')}
      help={message}
      action={
        <Button variant="contained" onClick={onRetry}>
          {t('shell.retry')}
        </Button>
      }
    />
  );
}
