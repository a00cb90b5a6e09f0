/** The main menu lying in the top bar (layout "Single column"): groups open downwards, and all of it where there is no room. */
import ExpandMore from '@mui/icons-material/ExpandMore';
import MoreHoriz from '@mui/icons-material/MoreHoriz';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import IconButton from '@mui/material/IconButton';
import Menu from '@mui/material/Menu';
import { useEffect, useRef, useState, type MouseEvent, type ReactNode, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { colourVar } from '../../shared/layout';
import { isOpenAt, trailTo, useFront, useMenu, type MenuEntry } from './menu';
import { MenuEntries } from './MenuEntries';
import { useFollow } from './useFollow';

const look = (active: boolean) => ({
  height: 36,
  px: 3,
  gap: 1,
  flex: 'none',
  borderRadius: '6px',
  fontFamily: 'inherit',
  fontSize: '0.875rem',
  fontWeight: active ? 600 : 400,
  color: colourVar(active ? 'menuActiveColor' : 'menuColor'),
  bgcolor: active ? colourVar('menuActiveBackground') : 'transparent',
  '&:hover': { bgcolor: active ? colourVar('menuActiveBackground') : colourVar('headerBarHoverBackground') },
});

function Direct({
  to,
  active,
  children,
}: {
  readonly to: string;
  readonly active: boolean;
  readonly children: ReactNode;
}) {
  const follow = useFollow();
  const onClick = (event: MouseEvent) => {
    if (!follow(to)) event.preventDefault();
  };
  return (
    <ButtonBase component={Link} to={to} aria-current={active ? 'page' : undefined} onClick={onClick} sx={look(active)}>
      {children}
    </ButtonBase>
  );
}

function Group({ entry, active }: { readonly entry: MenuEntry; readonly active: boolean }) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const close = () => setAnchor(null);
  return (
    <>
      <ButtonBase
        aria-haspopup="true"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={look(active)}
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
          <MenuEntries entries={entry.children} folded={false} onLeave={close} />
        </Box>
      </Menu>
    </>
  );
}

/** Everything, where the bar has no room for all of it. */
function Whole({ menu }: { readonly menu: readonly MenuEntry[] }) {
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
          <MenuEntries entries={menu} folded={false} onLeave={close} />
        </Box>
      </Menu>
    </>
  );
}

/** Whether something of the row is out of sight. */
function useOverflow(row: RefObject<HTMLElement | null>, content: unknown): boolean {
  const [over, setOver] = useState(false);
  useEffect(() => {
    const { current } = row;
    if (current === null) return undefined;
    const look = () => setOver(current.scrollWidth > current.clientWidth + 1);
    const observer = new ResizeObserver(look);
    observer.observe(current);
    look();
    return () => observer.disconnect();
  }, [row, content]);
  return over;
}

/** Lies over the end of the row: a mask would also cut the menus that open from it. */
const fading = {
  width: 28,
  ml: '-28px',
  alignSelf: 'stretch',
  flex: 'none',
  zIndex: 1,
  pointerEvents: 'none',
  background: `linear-gradient(to right, transparent, ${colourVar('headerBarBackground')})`,
};

export function TopMenu() {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const menu = useMenu();
  const front = useFront();
  const open = trailTo(menu, pathname)[0];
  const row = useRef<HTMLDivElement>(null);
  const over = useOverflow(row, menu);
  return (
    <Box
      component="nav"
      aria-label={t('console.nav.label')}
      sx={{ display: 'flex', alignItems: 'center', flex: 1, minWidth: 0 }}
    >
      <Box
        ref={row}
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
        <Direct to={front.to} active={pathname === front.to}>
          {front.title}
        </Direct>
        {menu.map((entry) =>
          entry.children.length > 0 ? (
            <Group key={entry.id} entry={entry} active={entry === open} />
          ) : (
            <Direct key={entry.id} to={entry.to} active={isOpenAt(entry, pathname)}>
              {entry.title}
            </Direct>
          ),
        )}
      </Box>
      {over && <Box sx={fading} />}
      {over && <Whole menu={menu} />}
    </Box>
  );
}
