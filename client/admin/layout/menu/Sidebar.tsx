/** Main menu at the side: expanded to the set width or collapsed to 64 px of icons. */
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { useBootstrap } from '../../../shared/api/bootstrap';
import { useAppSelector } from '../../../shared/app/createStore';
import { cssColor } from '../../../shared/store/layout';
import { selectLayout } from '../../../shared/store/settings';
import { HEADER_HEIGHT, SIDEBAR } from '../../../shared/theme/designTokens';
import { SiteLogo } from '../../../shared/controls/SiteLogo';
import { isOpenAt, menuLeaves, useDashboardLink, useMenu, type MenuEntry } from './menuEntries';
import { MenuLink, MenuEntryList } from './MenuEntryList';

export const menuSurfaceStyle = { bgcolor: cssColor('menuBackground'), borderRight: 1, borderColor: 'divider' };

function SiteName({ isCollapsed }: { readonly isCollapsed: boolean }) {
  const { siteConfig } = useBootstrap();
  return (
    <Box
      sx={{
        height: HEADER_HEIGHT,
        flex: 'none',
        display: 'flex',
        alignItems: 'center',
        pl: 5,
        bgcolor: cssColor('menuTopBarBackground'),
      }}
    >
      <SiteLogo {...(isCollapsed ? {} : { name: siteConfig.siteName })} />
    </Box>
  );
}

interface FavoriteLinksProps {
  readonly menu: readonly MenuEntry[];
  readonly isCollapsed: boolean;
  readonly onNavigate: (() => void) | undefined;
}
/** The entries that the reader marked, above the groups. */
function FavoriteLinks({ menu, isCollapsed, onNavigate }: FavoriteLinksProps) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const { favorites } = useBootstrap();
  const leaves = menuLeaves(menu);
  const entries = favorites.flatMap((id) => leaves.find((entry) => entry.id === id) ?? []);
  if (entries.length === 0) return null;
  return (
    <Box role="group" aria-label={t('console.nav.favorites')} sx={favoritesStyle}>
      {!isCollapsed && (
        <Typography variant="caption" component="div" aria-hidden sx={{ color: 'text.secondary', px: 2.5, pb: 1 }}>
          {t('console.nav.favorites')}
        </Typography>
      )}
      {entries.map((entry) => (
        <MenuLink
          key={entry.id}
          {...entry}
          isCollapsed={isCollapsed}
          onNavigate={onNavigate}
          isActive={isOpenAt(entry, pathname)}
        />
      ))}
    </Box>
  );
}
const favoritesStyle = { my: 2, py: 2, borderTop: 1, borderBottom: 1, borderColor: 'divider' } as const;

interface SidebarProps {
  readonly isCollapsed: boolean;
  /** Shows the site name above the menu. */
  readonly hasSiteName: boolean;
  /** Called when a link is followed; the drawer closes then. */
  readonly onNavigate?: () => void;
}
export function Sidebar({ isCollapsed, hasSiteName, onNavigate }: SidebarProps) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const { menuWidth } = useAppSelector(selectLayout);
  const menu = useMenu();
  const dashboardLink = useDashboardLink();
  return (
    <Box
      component="nav"
      aria-label={t('console.nav.label')}
      sx={{
        ...menuSurfaceStyle,
        width: isCollapsed ? SIDEBAR.collapsed : menuWidth,
        flex: 'none',
        height: '100%',
        display: 'flex',
        flexDirection: 'column',
        transition: 'width 160ms ease-out',
        overflow: 'hidden',
      }}
    >
      {hasSiteName && <SiteName isCollapsed={isCollapsed} />}
      <Box
        sx={{
          flex: 1,
          minHeight: 0,
          overflow: 'hidden auto',
          px: 2.5,
          pt: hasSiteName ? 0 : 3,
          pb: 4,
          scrollbarWidth: 'thin',
        }}
      >
        <MenuLink
          {...dashboardLink}
          isActive={pathname === dashboardLink.to}
          isCollapsed={isCollapsed}
          onNavigate={onNavigate}
        />
        <FavoriteLinks menu={menu} isCollapsed={isCollapsed} onNavigate={onNavigate} />
        <MenuEntryList entries={menu} isCollapsed={isCollapsed} onNavigate={onNavigate} />
        {menu.length === 0 && !isCollapsed && (
          <Typography variant="body2" sx={{ color: 'text.secondary', px: 2.5, pt: 4 }}>
            {t('console.nav.empty')}
          </Typography>
        )}
      </Box>
    </Box>
  );
}
