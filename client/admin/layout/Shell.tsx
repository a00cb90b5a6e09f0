/** The console around its screens, in one of four arrangements; the screen fills the rest and never moves when data arrives. */
import { keyframes } from '@emotion/react';
import FullscreenExit from '@mui/icons-material/FullscreenExit';
import Box from '@mui/material/Box';
import Drawer from '@mui/material/Drawer';
import Fab from '@mui/material/Fab';
import Link from '@mui/material/Link';
import type { Theme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet, useLocation } from 'react-router';
import { useBootstrap } from '../../shared/bootstrap';
import { DialogStage } from '../../shared/controls/DialogStage';
import { useAppDispatch, useAppSelector } from '../../shared/createStore';
import { colourVars, type Animation, type Layout } from '../../shared/layout';
import { layoutChanged, selectLayout } from '../../shared/settings';
import { fullToggled, selectTabs } from '../../shared/tabs';
import { SCHEME_ATTRIBUTE } from '../../shared/theme';
import { Logo } from '../../ui/Logo';
import { Extras, useExtras } from './Extras';
import { Header } from './Header';
import { DoubleSidebar, Sidebar } from './Sidebar';
import { StepUpDialog } from './StepUpDialog';
import { TabBar } from './TabBar';
import { TopMenu } from './TopMenu';
import { Trail } from './Trail';

const MAIN = 'main';
const coming = (from: string) =>
  keyframes({ from: { opacity: 0, transform: from }, to: { opacity: 1, transform: 'none' } });
const ENTRANCES: Readonly<Record<Animation, string>> = {
  'slide-right': `${coming('translateX(-8px)')} 160ms ease-out`,
  'slide-left': `${coming('translateX(8px)')} 160ms ease-out`,
  fade: `${coming('none')} 160ms ease-out`,
  none: 'none',
};

function Skip() {
  const { t } = useTranslation();
  const shown = { position: 'absolute', top: -80, left: 16, zIndex: 'tooltip', p: 3, bgcolor: 'background.raised' };
  return (
    <Link href={`#${MAIN}`} sx={{ ...shown, '&:focus': { top: 8 } }}>
      {t('shell.skip')}
    </Link>
  );
}

/** The open screen; a reload from its tab draws it anew. */
function Stage({ animation }: { readonly animation: Animation }) {
  const { pathname } = useLocation();
  const { reloads } = useAppSelector(selectTabs);
  return (
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
      <Box
        key={`${pathname} ${reloads}`}
        sx={{ flex: 1, minHeight: 0, display: 'flex', flexDirection: 'column', animation: ENTRANCES[animation] }}
      >
        <Outlet />
      </Box>
    </Box>
  );
}

function LeaveFull() {
  const { t } = useTranslation();
  const dispatch = useAppDispatch();
  useEffect(() => {
    const onKey = ({ key, defaultPrevented }: KeyboardEvent) => {
      if (key === 'Escape' && !defaultPrevented) dispatch(fullToggled());
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [dispatch]);
  return (
    <Fab
      size="small"
      aria-label={t('frame.tabs.full_leave')}
      title={t('frame.tabs.full_leave')}
      onClick={() => dispatch(fullToggled())}
      sx={{ position: 'fixed', right: 16, bottom: 16 }}
    >
      <FullscreenExit />
    </Fab>
  );
}

/** Light and dark stand side by side as variables: turning the scheme draws nothing again. */
const coloursOf = (layout: Layout) => ({
  ...colourVars(layout, 'light'),
  [`[${SCHEME_ATTRIBUTE}="dark"] &`]: colourVars(layout, 'dark'),
});

export function Shell() {
  const dispatch = useAppDispatch();
  const layout = useAppSelector(selectLayout);
  const { full } = useAppSelector(selectTabs);
  const { siteConfig } = useBootstrap();
  const narrow = useMediaQuery((theme: Theme) => theme.breakpoints.down('md'));
  const [drawer, setDrawer] = useState(false);
  const extras = useExtras();
  const { layoutMode, menuCollapse } = layout;
  const wide = !narrow && (layoutMode === 'Classic' || layoutMode === 'Single');
  const toggle = () => (narrow ? setDrawer(true) : dispatch(layoutChanged({ menuCollapse: !menuCollapse })));
  const header = !full && (
    <Header
      folded={narrow || menuCollapse}
      onToggle={!narrow && layoutMode === 'Single' ? undefined : toggle}
      onSearch={extras.search}
      onLayout={() => extras.show('layout')}
      start={wide && <Logo name={siteConfig.siteName} />}
    >
      {wide && layoutMode === 'Single' ? <TopMenu /> : <Trail />}
    </Header>
  );
  const side = !full && !narrow && layoutMode !== 'Single' && (
    <>
      {layoutMode === 'Double' ? (
        <DoubleSidebar />
      ) : (
        <Sidebar folded={menuCollapse} named={layoutMode === 'Default' && layout.menuShowTopBar} />
      )}
    </>
  );
  return (
    <Box
      sx={{ display: 'flex', flexDirection: 'column', height: '100dvh', overflow: 'hidden', ...coloursOf(layout) }}
      data-layout={layoutMode}
    >
      <Skip />
      {narrow && (
        <Drawer open={drawer} onClose={() => setDrawer(false)} sx={coloursOf(layout)}>
          <Sidebar folded={false} named onLeave={() => setDrawer(false)} />
        </Drawer>
      )}
      {wide && header}
      <Box sx={{ display: 'flex', flex: 1, minHeight: 0 }}>
        {side}
        <Box sx={{ flex: 1, minWidth: 0, display: 'flex', flexDirection: 'column' }}>
          {!wide && header}
          {!full && <TabBar />}
          <DialogStage>
            <Stage animation={layout.mainAnimation} />
          </DialogStage>
        </Box>
      </Box>
      {full && <LeaveFull />}
      <Extras extras={extras} />
      <StepUpDialog />
    </Box>
  );
}
