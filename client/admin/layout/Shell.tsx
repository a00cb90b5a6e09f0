/** The console around its screens: menu left, bar on top, the screen fills the rest and never moves when data arrives. */
import Box from '@mui/material/Box';
import Drawer from '@mui/material/Drawer';
import Link from '@mui/material/Link';
import type { Theme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet } from 'react-router';
import { useAppDispatch, useAppSelector } from '../../shared/createStore';
import { selectSettings, settingsChanged } from '../../shared/settings';
import { Header } from './Header';
import { Sidebar } from './Sidebar';

const MAIN = 'main';

export function Shell() {
  const { t } = useTranslation();
  const dispatch = useAppDispatch();
  const { menuCollapsed } = useAppSelector(selectSettings);
  const narrow = useMediaQuery((theme: Theme) => theme.breakpoints.down('md'));
  const [drawer, setDrawer] = useState(false);
  const toggle = () => {
    if (narrow) setDrawer(true);
    else dispatch(settingsChanged({ menuCollapsed: !menuCollapsed }));
  };
  return (
    <Box sx={{ display: 'flex', height: '100dvh', overflow: 'hidden' }}>
      <Link
        href={`#${MAIN}`}
        sx={{
          position: 'absolute',
          top: -80,
          left: 16,
          zIndex: 'tooltip',
          p: 3,
          bgcolor: 'background.raised',
          '&:focus': { top: 8 },
        }}
      >
        {t('shell.skip')}
      </Link>
      {narrow ? (
        <Drawer open={drawer} onClose={() => setDrawer(false)}>
          <Sidebar folded={false} onLeave={() => setDrawer(false)} />
        </Drawer>
      ) : (
        <Sidebar folded={menuCollapsed} />
      )}
      <Box sx={{ flex: 1, minWidth: 0, display: 'flex', flexDirection: 'column' }}>
        <Header folded={narrow || menuCollapsed} onToggle={toggle} />
        <Box
          component="main"
          id={MAIN}
          tabIndex={-1}
          sx={{
            flex: 1,
            minHeight: 0,
            overflow: 'auto',
            display: 'flex',
            flexDirection: 'column',
            '&:focus-visible': { outline: 'none' },
          }}
        >
          <Outlet />
        </Box>
      </Box>
    </Box>
  );
}
