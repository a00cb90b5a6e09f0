/** A screen on a wall that nobody signed in at: its link opens one dashboard, live, and nothing can be done on it. */
import LinkOff from '@mui/icons-material/LinkOff';
import Box from '@mui/material/Box';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate } from 'react-router';
import { useApp } from '../../shared/app';
import { BootstrapContext, useBootstrapQuery } from '../../shared/bootstrap';
import { useAppDispatch, useAppSelector } from '../../shared/createStore';
import { rightsArrived } from '../../shared/entities';
import { SIDES } from '../../shared/onward';
import { selectSigned } from '../../shared/session';
import { useLaterWords } from '../../shared/useLaterWords';
import { EmptyState } from '../../ui/EmptyState';
import { useBoard } from '../screens/dashboard/arrange/useBoard';
import { useShownCards } from '../screens/dashboard/useShownCards';
import { Wall } from '../screens/dashboard/Wall';
import { wallToken } from './wallLink';

export function WallPage() {
  useLaterWords();
  const isOpen = useAppSelector(selectSigned('admin')) !== null;
  if (wallToken() === undefined) return <Navigate to={`${SIDES.admin.front}?wall=1`} replace />;
  return isOpen ? <Opened /> : <Ended />;
}

function Opened() {
  const { live } = useApp();
  const dispatch = useAppDispatch();
  const { data, error, refetch } = useBootstrapQuery(undefined);
  const ready = data !== undefined;
  useEffect(() => {
    if (ready) live.open();
  }, [ready, live]);
  useEffect(() => {
    if (data === undefined) return;
    const readable = Object.entries(data.entities).map(([e, rights]) => [e, rights.readable] as const);
    dispatch(rightsArrived(Object.fromEntries(readable)));
  }, [data, dispatch]);
  const failed = error !== undefined && !ready;
  useEffect(() => {
    if (!failed) return undefined;
    // Nobody is there to press anything.
    const timer = setInterval(() => void refetch(), AGAIN_MS);
    return () => clearInterval(timer);
  }, [failed, refetch]);
  if (data === undefined) return <Box component="main" sx={{ minHeight: '100vh', bgcolor: 'background.default' }} />;
  return (
    <BootstrapContext value={data}>
      <Board />
    </BootstrapContext>
  );
}
const AGAIN_MS = 5_000;

function Board() {
  const board = useBoard();
  return <Wall cards={useShownCards(board.known ? board.cards : [])} since={undefined} />;
}

/** The link was taken back, or its time is over. */
function Ended() {
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
