/** Kiosk display: a link with a token opens one dashboard, live and without any controls. No admin is signed in. */
import LinkOff from '@mui/icons-material/LinkOff';
import Box from '@mui/material/Box';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate } from 'react-router';
import { useApp } from '../../shared/app/appContext';
import { BootstrapContext, useBootstrapQuery } from '../../shared/api/bootstrap';
import { useAppDispatch, useAppSelector } from '../../shared/app/createStore';
import { permissionsReceived } from '../../shared/store/entities';
import { APP_PATHS } from '../../shared/routing/safeRedirects';
import { selectSession } from '../../shared/store/session';
import { useLazyTranslations } from '../../shared/i18n/useLazyTranslations';
import { EmptyState } from '../../ui/EmptyState';
import { useBoard } from '../screens/dashboard/arrange/useBoard';
import { useVisibleCards } from '../screens/dashboard/useVisibleCards';
import { KioskView } from '../screens/dashboard/kiosk/KioskView';
import { readKioskToken } from './kioskLink';

export function KioskPage() {
  useLazyTranslations();
  const hasToken = useAppSelector(selectSession('admin')) !== null;
  if (readKioskToken() === undefined) return <Navigate to={`${APP_PATHS.admin.front}?wall=1`} replace />;
  return hasToken ? <BootstrappedKiosk /> : <KioskExpired />;
}

function BootstrappedKiosk() {
  const { live } = useApp();
  const dispatch = useAppDispatch();
  const { data, error, refetch } = useBootstrapQuery(undefined);
  const isReady = data !== undefined;
  useEffect(() => {
    if (isReady) live.open();
  }, [isReady, live]);
  useEffect(() => {
    if (data === undefined) return;
    const readableColumns = Object.entries(data.entities).map(
      ([entityName, permissions]) => [entityName, permissions.readable] as const,
    );
    dispatch(permissionsReceived(Object.fromEntries(readableColumns)));
  }, [data, dispatch]);
  const isFailed = error !== undefined && !isReady;
  useEffect(() => {
    if (!isFailed) return undefined;
    // A kiosk has no user who could press "Retry".
    const timer = setInterval(() => void refetch(), RETRY_MS);
    return () => clearInterval(timer);
  }, [isFailed, refetch]);
  if (data === undefined) return <Box component="main" sx={{ minHeight: '100vh', bgcolor: 'background.default' }} />;
  return (
    <BootstrapContext value={data}>
      <KioskDashboard />
    </BootstrapContext>
  );
}
const RETRY_MS = 5_000;

function KioskDashboard() {
  const board = useBoard();
  return <KioskView cards={useVisibleCards(board.isKnown ? board.cards : [])} workSince={undefined} />;
}

/** Shown when the link was revoked or has expired. */
function KioskExpired() {
  const { t } = useTranslation();
  return (
    <Box
      component="main"
      sx={{ minHeight: '100vh', display: 'grid', placeItems: 'center', bgcolor: 'background.default' }}
    >
      <EmptyState
        icon={<LinkOff />}
        level="h1"
        title={t('dashboard.wall.ended')}
        help={t('dashboard.wall.ended_help')}
      />
    </Box>
  );
}
