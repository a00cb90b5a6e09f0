/** Main menu of the mode "Double": a column of groups, and one of the entries of the selected group. */
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { useAppSelector } from '../../../shared/app/createStore';
import { cssColor } from '../../../shared/store/layout';
import { selectLayout } from '../../../shared/store/settings';
import { HEADER_HEIGHT, SIDEBAR } from '../../../shared/theme/designTokens';
import { NamedIcon } from '../../../ui/NamedIcon';
import { SiteLogo } from '../../../shared/controls/SiteLogo';
import { findMenuTrail, useDashboardLink, useMenu, type MenuEntry } from './menuEntries';
import { MenuLink, MenuEntryList } from './MenuEntryList';
import { menuSurfaceStyle } from './Sidebar';

const GROUP_COLUMN_WIDTH = 88;

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
          ...menuSurfaceStyle,
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
        <Box
          sx={{ ...menuSurfaceStyle, width: menuWidth - SIDEBAR.collapsed, overflow: 'hidden auto', px: 2.5, pb: 4 }}
        >
          <Typography noWrap sx={{ fontWeight: 600, px: 2.5, py: 4 }}>
            {selectedGroup.title}
          </Typography>
          <MenuEntryList entries={selectedGroup.children} isCollapsed={false} onNavigate={undefined} />
        </Box>
      )}
    </Box>
  );
}
