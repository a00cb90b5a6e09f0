/** The console around its screens, in one of four arrangements; the screen fills the rest and never moves when data arrives. */
import { keyframes } from '@emotion/react';
import FullscreenExit from '@mui/icons-material/FullscreenExit';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Link from '@mui/material/Link';
import type { Theme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useBootstrap } from '../../shared/bootstrap';
import { DialogStage } from '../../shared/controls/DialogStage';
import { useAppDispatch, useAppSelector } from '../../shared/createStore';
import { colourVars, type Animation, type Layout } from '../../shared/layout';
import { layoutChanged, selectLayout } from '../../shared/settings';
import { fullToggled, selectTabs } from '../../shared/tabs';
import { SCHEME_ATTRIBUTE } from '../../shared/theme';
import { lazyPart } from '../../ui/lazyPart';
import { Logo } from '../../ui/Logo';
import { Extras, useExtras } from './Extras';
import { Header } from './Header';
import { CachedOutlet } from './CachedOutlet';
import { DoubleSidebar, Sidebar } from './Sidebar';
import { HeldMoney } from './HeldMoney';
import { StepUpDialog } from './StepUpDialog';
import { TabBar } from './TabBar';
import { Trail } from './Trail';

/** Only one of the four arrangements shows the top menu, and only a narrow screen the drawer. */
const MenuDrawer = lazyPart(async () => (await import('./MenuDrawer')).MenuDrawer, 'none');
const TopMenu = lazyPart(async () => (await import('./TopMenu')).TopMenu, 'small');

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
      <CachedOutlet animation={ENTRANCES[animation]} />
    </Box>
  );
}

const RAISED = { bgcolor: 'background.raised', boxShadow: 6 } as const;
const FLOATING = {
  ...RAISED,
  position: 'fixed',
  right: 16,
  bottom: 16,
  zIndex: 'fab',
  width: 40,
  height: 40,
  borderRadius: '50%',
  '&:hover': RAISED,
} as const;
function LeaveFull() {
  const { t } = useTranslation();
  const dispatch = useAppDispatch();
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      event.preventDefault();
      dispatch(fullToggled());
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [dispatch]);
  return (
    <IconButton
      aria-label={t('frame.tabs.full_leave')}
      title={t('frame.tabs.full_leave')}
      onClick={() => dispatch(fullToggled())}
      sx={FLOATING}
    >
      <FullscreenExit />
    </IconButton>
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
      <Suspense fallback={null}>{wide && layoutMode === 'Single' ? <TopMenu /> : <Trail />}</Suspense>
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
        <Suspense fallback={null}>
          <MenuDrawer open={drawer} onClose={() => setDrawer(false)} sx={coloursOf(layout)} />
        </Suspense>
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
      <HeldMoney />
    </Box>
  );
}
