/** Header of the console: breadcrumbs or menu, search, connection, notices, terminal, language, colors, layout, account. */
import MenuIcon from '@mui/icons-material/MenuOutlined';
import MenuOpen from '@mui/icons-material/MenuOpenOutlined';
import SearchIcon from '@mui/icons-material/SearchOutlined';
import LayoutIcon from '@mui/icons-material/WebOutlined';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ScreenPresence } from '../../../engine/presence/ScreenPresence';
import { AccountMenu } from '../../../shared/account/AccountMenu';
import { ConnectionPill } from '../../../shared/controls/ConnectionPill';
import { LanguageMenu } from '../../../shared/controls/LanguageMenu';
import { ColorSchemeMenu } from '../../../shared/controls/ColorSchemeMenu';
import { cssColor } from '../../../shared/store/layout';
import { HEADER_HEIGHT } from '../../../shared/theme/designTokens';
import { lazyWithoutSuspense } from '../../../ui/lazyWithRetry';
import { AdminNoticeBell } from './AdminNoticeBell';
import { TerminalLauncher } from './TerminalLauncher';
import { MissedChanges } from './MissedChanges';
import { FullScreenButton } from './FullScreenButton';

const AdminAccountMenu = lazyWithoutSuspense(async () => (await import('./AdminAccountMenu')).AdminAccountMenu);

/** On narrow screens only the icon. */
function SearchField({ onOpen }: { readonly onOpen: () => void }) {
  const { t } = useTranslation();
  return (
    <ButtonBase
      onClick={onOpen}
      aria-label={t('adminLayout.palette.open')}
      aria-keyshortcuts="Control+K Meta+K"
      sx={{
        height: 36,
        px: { xs: 2, lg: 3 },
        gap: 2,
        minWidth: { lg: 180 },
        justifyContent: 'flex-start',
        border: { lg: 1 },
        borderColor: { lg: 'divider' },
        borderRadius: '6px',
        color: 'text.secondary',
        '&:hover': { bgcolor: cssColor('headerBarHoverBackground') },
      }}
    >
      <SearchIcon />
      <Box component="span" sx={{ flex: 1, textAlign: 'left', display: { xs: 'none', lg: 'block' } }}>
        {t('adminLayout.palette.open')}
      </Box>
      <Box
        component="kbd"
        aria-hidden
        sx={{ fontSize: '0.75rem', display: { xs: 'none', lg: 'block' }, '@media (hover: none)': { display: 'none' } }}
      >
        Ctrl K
      </Box>
    </ButtonBase>
  );
}

/** Colleagues come and go, and the connection's text changes its width, within this part: nothing else in the header moves. */
const FLEXIBLE_STYLE = { flex: 1, minWidth: 0, display: 'flex', alignItems: 'center', gap: { xs: 1, sm: 3 } } as const;

interface HeaderProps {
  readonly isMenuCollapsed: boolean;
  /** Undefined where the menu cannot be collapsed. */
  readonly onToggleMenu: (() => void) | undefined;
  /** Logo at the start of the header, for layouts that do not show it above the menu. */
  readonly logo?: ReactNode;
  readonly onOpenSearch: () => void;
  readonly onOpenLayoutSettings: () => void;
  readonly children: ReactNode;
}
export function Header({
  isMenuCollapsed,
  onToggleMenu,
  logo,
  onOpenSearch,
  onOpenLayoutSettings,
  children,
}: HeaderProps) {
  const { t } = useTranslation();
  const label = isMenuCollapsed ? t('console.nav.expand') : t('console.nav.collapse');
  return (
    <Box
      component="header"
      sx={{
        height: HEADER_HEIGHT,
        flex: 'none',
        display: 'flex',
        alignItems: 'center',
        gap: { xs: 1, sm: 2 },
        px: { xs: 2, sm: 4 },
        bgcolor: cssColor('headerBarBackground'),
        borderBottom: 1,
        borderColor: 'divider',
      }}
    >
      {logo}
      {onToggleMenu && (
        <Tooltip title={label}>
          <IconButton aria-label={label} onClick={onToggleMenu}>
            {isMenuCollapsed ? <MenuIcon /> : <MenuOpen />}
          </IconButton>
        </Tooltip>
      )}
      <Box sx={FLEXIBLE_STYLE}>
        <Box sx={{ display: 'flex', flex: '0 1 auto', minWidth: 0 }}>{children}</Box>
        <ScreenPresence />
      </Box>
      <ConnectionPill />
      <MissedChanges />
      <SearchField onOpen={onOpenSearch} />
      <Box sx={{ display: 'flex', alignItems: 'center', gap: { xs: 0, sm: 1 } }}>
        <AdminNoticeBell />
        <TerminalLauncher />
        <Box sx={{ display: { xs: 'none', sm: 'flex' }, gap: 1 }}>
          <LanguageMenu />
          <ColorSchemeMenu />
          <FullScreenButton />
          <IconButton
            aria-label={t('adminLayout.layout.title')}
            title={t('adminLayout.layout.title')}
            onClick={onOpenLayoutSettings}
          >
            <LayoutIcon />
          </IconButton>
        </Box>
        <AccountMenu Menu={AdminAccountMenu} />
      </Box>
    </Box>
  );
}
