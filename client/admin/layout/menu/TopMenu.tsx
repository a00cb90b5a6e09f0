/** Main menu in the header (layout mode "Single"): groups open as menus, and one menu has all entries when the row overflows. */
import ExpandMore from '@mui/icons-material/ExpandMore';
import MoreHoriz from '@mui/icons-material/MoreHoriz';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import IconButton from '@mui/material/IconButton';
import Menu from '@mui/material/Menu';
import { useEffect, useRef, useState, type MouseEvent, type ReactNode, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { cssColor } from '../../../shared/store/layout';
import { isOpenAt, findMenuTrail, useDashboardLink, useMenu, type MenuEntry } from './menuEntries';
import { MenuEntryList } from './MenuEntryList';
import { useCanFollow } from './useCanFollow';

const menuItemStyle = (isActive: boolean) => ({
  height: 36,
  px: 3,
  gap: 1,
  flex: 'none',
  borderRadius: '6px',
  fontFamily: 'inherit',
  fontSize: '0.875rem',
  fontWeight: isActive ? 600 : 400,
  color: cssColor(isActive ? 'menuActiveColor' : 'menuColor'),
  bgcolor: isActive ? cssColor('menuActiveBackground') : 'transparent',
  '&:hover': { bgcolor: isActive ? cssColor('menuActiveBackground') : cssColor('headerBarHoverBackground') },
});

function TopMenuLink({
  to,
  isActive,
  children,
}: {
  readonly to: string;
  readonly isActive: boolean;
  readonly children: ReactNode;
}) {
  const canFollow = useCanFollow();
  const onClick = (event: MouseEvent) => {
    if (!canFollow(to)) event.preventDefault();
  };
  return (
    <ButtonBase
      component={Link}
      to={to}
      aria-current={isActive ? 'page' : undefined}
      onClick={onClick}
      sx={menuItemStyle(isActive)}
    >
      {children}
    </ButtonBase>
  );
}

function TopMenuGroup({ entry, isActive }: { readonly entry: MenuEntry; readonly isActive: boolean }) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const close = () => setAnchor(null);
  return (
    <>
      <ButtonBase
        aria-haspopup="true"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={menuItemStyle(isActive)}
      >
        {entry.title}
        <ExpandMore sx={{ fontSize: 16 }} />
      </ButtonBase>
      <Menu
        anchorEl={anchor}
        open={anchor !== null}
        onClose={close}
        disablePortal
        slotProps={{ list: { component: 'div', role: 'group', 'aria-label': entry.title } }}
      >
        <Box sx={{ width: 220 }}>
          <MenuEntryList entries={entry.children} isCollapsed={false} onNavigate={close} />
        </Box>
      </Menu>
    </>
  );
}

/** Menu with all entries, for a row that overflows. */
function FullMenuButton({ menu }: { readonly menu: readonly MenuEntry[] }) {
  const { t } = useTranslation();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const close = () => setAnchor(null);
  const label = t('console.nav.open');
  return (
    <>
      <IconButton
        aria-label={label}
        title={label}
        aria-haspopup="true"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <MoreHoriz />
      </IconButton>
      <Menu
        anchorEl={anchor}
        open={anchor !== null}
        onClose={close}
        disablePortal
        slotProps={{ list: { component: 'div', role: 'group', 'aria-label': label } }}
      >
        <Box sx={{ width: 240 }}>
          <MenuEntryList entries={menu} isCollapsed={false} onNavigate={close} />
        </Box>
      </Menu>
    </>
  );
}

/** Returns whether the row is wider than its space. */
function useOverflow(rowRef: RefObject<HTMLElement | null>, content: unknown): boolean {
  const [isOverflowing, setIsOverflowing] = useState(false);
  useEffect(() => {
    const { current: element } = rowRef;
    if (element === null) return undefined;
    const updateOverflow = () => setIsOverflowing(element.scrollWidth > element.clientWidth + 1);
    const observer = new ResizeObserver(updateOverflow);
    observer.observe(element);
    updateOverflow();
    return () => observer.disconnect();
  }, [rowRef, content]);
  return isOverflowing;
}

/** Covers the end of the row. A CSS mask would also cut off the menus that open from it. */
const fadeStyle = {
  width: 28,
  ml: '-28px',
  alignSelf: 'stretch',
  flex: 'none',
  zIndex: 1,
  pointerEvents: 'none',
  background: `linear-gradient(to right, transparent, ${cssColor('headerBarBackground')})`,
};

export function TopMenu() {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const menu = useMenu();
  const dashboardLink = useDashboardLink();
  const activeEntry = findMenuTrail(menu, pathname)[0];
  const rowRef = useRef<HTMLDivElement>(null);
  const isOverflowing = useOverflow(rowRef, menu);
  return (
    <Box
      component="nav"
      aria-label={t('console.nav.label')}
      sx={{ display: 'flex', alignItems: 'center', flex: 1, minWidth: 0 }}
    >
      <Box
        ref={rowRef}
        sx={{
          display: 'flex',
          gap: 0.5,
          flex: 1,
          minWidth: 0,
          overflowX: 'auto',
          scrollbarWidth: 'none',
          p: 1,
        }}
      >
        <TopMenuLink to={dashboardLink.to} isActive={pathname === dashboardLink.to}>
          {dashboardLink.title}
        </TopMenuLink>
        {menu.map((entry) =>
          entry.children.length > 0 ? (
            <TopMenuGroup key={entry.id} entry={entry} isActive={entry === activeEntry} />
          ) : (
            <TopMenuLink key={entry.id} to={entry.to} isActive={isOpenAt(entry, pathname)}>
              {entry.title}
            </TopMenuLink>
          ),
        )}
      </Box>
      {isOverflowing && <Box sx={fadeStyle} />}
      {isOverflowing && <FullMenuButton menu={menu} />}
    </Box>
  );
}
