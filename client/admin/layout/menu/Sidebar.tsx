/** Main menu at the side: expanded to the set width or collapsed to 64 px of icons; the double mode has two columns. */
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { useBootstrap } from '../../../shared/api/bootstrap';
import { useAppSelector } from '../../../shared/app/createStore';
import { cssColor } from '../../../shared/store/layout';
import { selectLayout } from '../../../shared/store/settings';
import { HEADER_HEIGHT, SIDEBAR } from '../../../shared/theme/designTokens';
import { NamedIcon } from '../../../ui/NamedIcon';
import { SiteLogo } from '../../../shared/controls/SiteLogo';
import { findMenuTrail, isOpenAt, menuLeaves, useDashboardLink, useMenu, type MenuEntry } from './menuEntries';
import { MenuLink, MenuEntryList } from './MenuEntryList';

const GROUP_COLUMN_WIDTH = 88;
const surfaceStyle = { bgcolor: cssColor('menuBackground'), borderRight: 1, borderColor: 'divider' };

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
        ...surfaceStyle,
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

interface MenuGroupButtonProps {
  readonly entry: MenuEntry;
  readonly isSelected: boolean;
  readonly onSelect: () => void;
}
function MenuGroupButton({ entry, isSelected, onSelect }: MenuGroupButtonProps) {
  return (
    <ButtonBase
      aria-pressed={isSelected}
      onClick={onSelect}
      sx={{
        width: '100%',
        flexDirection: 'column',
        gap: 1,
        py: 2,
        px: 1,
        borderRadius: '6px',
        color: cssColor(isSelected ? 'menuActiveColor' : 'menuColor'),
        bgcolor: isSelected ? cssColor('menuActiveBackground') : 'transparent',
        '&:hover': { bgcolor: isSelected ? cssColor('menuActiveBackground') : 'action.hover' },
        '&:focus-visible': { outlineOffset: -2 },
      }}
    >
      <NamedIcon name={entry.icon || (entry.children[0]?.icon ?? '')} />
      <Typography variant="caption" noWrap component="span" sx={{ maxWidth: '100%' }}>
        {entry.title}
      </Typography>
    </ButtonBase>
  );
}

/** First column: groups. Second column: entries of the selected group. */
export function DoubleSidebar() {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const { menuWidth, menuCollapse } = useAppSelector(selectLayout);
  const menu = useMenu();
  const dashboardLink = useDashboardLink();
  const groups = menu.filter(({ children }) => children.length > 0);
  const ungroupedEntries = menu.filter(({ children }) => children.length === 0);
  const [pickedGroup, setPickedGroup] = useState<number | null>(null);
  const activeGroup = findMenuTrail(menu, pathname)[0]?.id;
  const selectedGroup = groups.find(({ id }) => id === (pickedGroup ?? activeGroup)) ?? groups[0];
  return (
    <Box component="nav" aria-label={t('console.nav.label')} sx={{ display: 'flex', flex: 'none', height: '100%' }}>
      <Box
        sx={{
          ...surfaceStyle,
          width: GROUP_COLUMN_WIDTH,
          display: 'flex',
          flexDirection: 'column',
          alignItems: 'center',
          px: 1.5,
        }}
      >
        <Box sx={{ height: HEADER_HEIGHT, flex: 'none', display: 'flex', alignItems: 'center' }}>
          <SiteLogo />
        </Box>
        <Box sx={{ flex: 1, minHeight: 0, width: '100%', overflow: 'hidden auto', scrollbarWidth: 'none', pb: 4 }}>
          <MenuLink {...dashboardLink} isActive={pathname === dashboardLink.to} isCollapsed />
          {groups.map((entry) => (
            <MenuGroupButton
              key={entry.id}
              entry={entry}
              isSelected={entry === selectedGroup}
              onSelect={() => setPickedGroup(entry.id)}
            />
          ))}
          <MenuEntryList entries={ungroupedEntries} isCollapsed onNavigate={undefined} />
        </Box>
      </Box>
      {selectedGroup && !menuCollapse && (
        <Box sx={{ ...surfaceStyle, width: menuWidth - SIDEBAR.collapsed, overflow: 'hidden auto', px: 2.5, pb: 4 }}>
          <Typography noWrap sx={{ fontWeight: 600, px: 2.5, py: 4 }}>
            {selectedGroup.title}
          </Typography>
          <MenuEntryList entries={selectedGroup.children} isCollapsed={false} onNavigate={undefined} />
        </Box>
      )}
    </Box>
  );
}
