/** Shell of the console in one of four layout modes. The size of the main area does not change when data arrives. */
import { keyframes } from '@emotion/react';
import FullscreenExit from '@mui/icons-material/FullscreenExit';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Link from '@mui/material/Link';
import type { Theme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useBootstrap } from '../../../shared/api/bootstrap';
import { DialogHost } from '../../../shared/controls/DialogHost';
import { useAppDispatch, useAppSelector } from '../../../shared/app/createStore';
import { cssColorVariables, type Animation, type Layout } from '../../../shared/store/layout';
import { layoutChanged, selectLayout } from '../../../shared/store/settings';
import { fullScreenToggled, selectTabs } from '../../../shared/store/tabs';
import { SCHEME_ATTRIBUTE } from '../../../shared/theme/theme';
import { lazyWithRetry } from '../../../ui/lazyWithRetry';
import { SiteLogo } from '../../../shared/controls/SiteLogo';
import { Overlays, useOverlays } from './Overlays';
import { Header } from './Header';
import { KeepAliveOutlet } from './KeepAliveOutlet';
import { Sidebar } from '../menu/Sidebar';
import { BalanceConfirmation } from '../stepUp/BalanceConfirmation';
import { StepUpDialog } from '../stepUp/StepUpDialog';
import { TAB_BAR_HEIGHT } from '../tabs/tabBarHeight';
import { PageBreadcrumbs } from './PageBreadcrumbs';

/** Loaded on demand: only the mode "Single" has the top menu, only narrow screens have the drawer. The tabs load beside the first screen. */
const MenuDrawer = lazyWithRetry(async () => (await import('../menu/MenuDrawer')).MenuDrawer, 'none');
const TabBar = lazyWithRetry(async () => (await import('../tabs/TabBar')).TabBar, 'none');
const DoubleSidebar = lazyWithRetry(async () => (await import('../menu/DoubleSidebar')).DoubleSidebar, 'small');
const TopMenu = lazyWithRetry(async () => (await import('../menu/TopMenu')).TopMenu, 'small');

const MAIN_ID = 'main';
const slideIn = (startTransform: string) =>
  keyframes({ from: { opacity: 0, transform: startTransform }, to: { opacity: 1, transform: 'none' } });
const ENTRANCE_ANIMATIONS: Readonly<Record<Animation, string>> = {
  'slide-right': `${slideIn('translateX(-8px)')} 160ms ease-out`,
  'slide-left': `${slideIn('translateX(8px)')} 160ms ease-out`,
  fade: `${slideIn('none')} 160ms ease-out`,
  none: 'none',
};

function SkipLink() {
  const { t } = useTranslation();
  const linkStyle = { position: 'absolute', top: -80, left: 16, zIndex: 'tooltip', p: 3, bgcolor: 'background.raised' };
  return (
    <Link href={`#${MAIN_ID}`} sx={{ ...linkStyle, '&:focus': { top: 8 } }}>
      {t('shell.skip')}
    </Link>
  );
}

/** The open screen. */
function MainContent({ animation }: { readonly animation: Animation }) {
  return (
    <Box
      component="main"
      id={MAIN_ID}
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
      <KeepAliveOutlet animation={ENTRANCE_ANIMATIONS[animation]} />
    </Box>
  );
}

const RAISED_STYLE = { bgcolor: 'background.raised', boxShadow: 6 } as const;
const FLOATING_BUTTON_STYLE = {
  ...RAISED_STYLE,
  position: 'fixed',
  right: 16,
  bottom: 16,
  zIndex: 'fab',
  width: 40,
  height: 40,
  borderRadius: '50%',
  '&:hover': RAISED_STYLE,
} as const;
function LeaveFullScreenButton() {
  const { t } = useTranslation();
  const dispatch = useAppDispatch();
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      event.preventDefault();
      dispatch(fullScreenToggled());
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [dispatch]);
  return (
    <IconButton
      aria-label={t('adminLayout.tabs.full_leave')}
      title={t('adminLayout.tabs.full_leave')}
      onClick={() => dispatch(fullScreenToggled())}
      sx={FLOATING_BUTTON_STYLE}
    >
      <FullscreenExit />
    </IconButton>
  );
}

/** Both schemes are CSS variables, so changing the scheme renders nothing again. */
const layoutColorStyles = (layout: Layout) => ({
  ...cssColorVariables(layout, 'light'),
  [`[${SCHEME_ATTRIBUTE}="dark"] &`]: cssColorVariables(layout, 'dark'),
});

/** Menu at the side; none in the mode "Single". */
function ShellSidebar({ layout }: { readonly layout: Layout }) {
  const { layoutMode, menuCollapse, menuShowTopBar, menuWidth } = layout;
  if (layoutMode === 'Single') return null;
  if (layoutMode === 'Double')
    return (
      <Suspense fallback={<Box sx={{ width: menuWidth, flex: 'none' }} />}>
        <DoubleSidebar />
      </Suspense>
    );
  return <Sidebar isCollapsed={menuCollapse} hasSiteName={layoutMode === 'Default' && menuShowTopBar} />;
}

/** Reserved until the tabs are loaded, so that the screen below does not move. */
const TAB_BAR_SPACE = {
  display: { xs: 'none', sm: 'block' },
  flex: 'none',
  height: TAB_BAR_HEIGHT,
  borderBottom: 1,
  borderColor: 'divider',
} as const;
const TabRow = () => (
  <Suspense fallback={<Box sx={TAB_BAR_SPACE} />}>
    <TabBar />
  </Suspense>
);
const SHELL_STYLE = { display: 'flex', flexDirection: 'column', height: '100dvh', overflow: 'hidden' } as const;

export function Shell() {
  const dispatch = useAppDispatch();
  const layout = useAppSelector(selectLayout);
  const { isFullScreen } = useAppSelector(selectTabs);
  const { siteConfig } = useBootstrap();
  const isNarrow = useMediaQuery((theme: Theme) => theme.breakpoints.down('md'));
  const [isDrawerOpen, setIsDrawerOpen] = useState(false);
  const overlays = useOverlays();
  const { layoutMode, menuCollapse } = layout;
  const hasFullWidthHeader = !isNarrow && (layoutMode === 'Classic' || layoutMode === 'Single');
  const toggleMenu = () =>
    isNarrow ? setIsDrawerOpen(true) : dispatch(layoutChanged({ menuCollapse: !menuCollapse }));
  const header = !isFullScreen && (
    <Header
      isMenuCollapsed={isNarrow || menuCollapse}
      onToggleMenu={!isNarrow && layoutMode === 'Single' ? undefined : toggleMenu}
      onOpenSearch={overlays.openPalette}
      onOpenLayoutSettings={() => overlays.showOverlay('layout')}
      logo={hasFullWidthHeader && <SiteLogo name={siteConfig.siteName} />}
    >
      <Suspense fallback={null}>
        {hasFullWidthHeader && layoutMode === 'Single' ? <TopMenu /> : <PageBreadcrumbs />}
      </Suspense>
    </Header>
  );
  return (
    <Box sx={{ ...SHELL_STYLE, ...layoutColorStyles(layout) }} data-layout={layoutMode}>
      <SkipLink />
      {isNarrow && (
        <Suspense fallback={null}>
          <MenuDrawer isOpen={isDrawerOpen} onClose={() => setIsDrawerOpen(false)} sx={layoutColorStyles(layout)} />
        </Suspense>
      )}
      {hasFullWidthHeader && header}
      <Box sx={{ display: 'flex', flex: 1, minHeight: 0 }}>
        {!isFullScreen && !isNarrow && <ShellSidebar layout={layout} />}
        <Box sx={{ flex: 1, minWidth: 0, display: 'flex', flexDirection: 'column' }}>
          {!hasFullWidthHeader && header}
          {!isFullScreen && <TabRow />}
          <DialogHost>
            <MainContent animation={layout.mainAnimation} />
          </DialogHost>
        </Box>
      </Box>
      {isFullScreen && <LeaveFullScreenButton />}
      <Overlays overlays={overlays} />
      <StepUpDialog />
      <BalanceConfirmation />
    </Box>
  );
}
