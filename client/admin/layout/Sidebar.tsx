/** The main menu at the side: as wide as set, 64 px folded to icons, a drawer on narrow screens; or two columns, groups first. */
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { useBootstrap } from '../../shared/bootstrap';
import { useAppSelector } from '../../shared/createStore';
import { colourVar } from '../../shared/layout';
import { selectLayout } from '../../shared/settings';
import { HEADER_HEIGHT, SIDEBAR } from '../../shared/tokens';
import { NamedIcon } from '../../ui/icons';
import { Logo } from '../../ui/Logo';
import { trailTo, useFront, useMenu, type MenuEntry } from './menu';
import { Entry, MenuEntries } from './MenuEntries';

const RAIL = 88;
const surface = { bgcolor: colourVar('menuBackground'), borderRight: 1, borderColor: 'divider' };

function Name({ folded }: { readonly folded: boolean }) {
  const { siteConfig } = useBootstrap();
  return (
    <Box
      sx={{
        height: HEADER_HEIGHT,
        flex: 'none',
        display: 'flex',
        alignItems: 'center',
        pl: 5,
        bgcolor: colourVar('menuTopBarBackground'),
      }}
    >
      <Logo {...(folded ? {} : { name: siteConfig.siteName })} />
    </Box>
  );
}

interface SidebarProps {
  readonly folded: boolean;
  /** Shows the site's name above the menu. */
  readonly named: boolean;
  /** The drawer closes when somebody goes somewhere. */
  readonly onLeave?: () => void;
}
export function Sidebar({ folded, named, onLeave }: SidebarProps) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const { menuWidth } = useAppSelector(selectLayout);
  const menu = useMenu();
  const front = useFront();
  return (
    <Box
      component="nav"
      aria-label={t('console.nav.label')}
      sx={{
        ...surface,
        width: folded ? SIDEBAR.collapsed : menuWidth,
        flex: 'none',
        height: '100%',
        display: 'flex',
        flexDirection: 'column',
        transition: 'width 160ms ease-out',
        overflow: 'hidden',
      }}
    >
      {named && <Name folded={folded} />}
      <Box
        sx={{
          flex: 1,
          minHeight: 0,
          overflow: 'hidden auto',
          px: 2.5,
          pt: named ? 0 : 3,
          pb: 4,
          scrollbarWidth: 'thin',
        }}
      >
        <Entry {...front} active={pathname === front.to} {...{ folded, onLeave }} />
        <MenuEntries entries={menu} {...{ folded, onLeave }} />
        {menu.length === 0 && !folded && (
          <Typography variant="body2" sx={{ color: 'text.secondary', px: 2.5, pt: 4 }}>
            {t('console.nav.empty')}
          </Typography>
        )}
      </Box>
    </Box>
  );
}

interface GroupProps {
  readonly entry: MenuEntry;
  readonly chosen: boolean;
  readonly onChoose: () => void;
}
function Group({ entry, chosen, onChoose }: GroupProps) {
  return (
    <ButtonBase
      aria-pressed={chosen}
      onClick={onChoose}
      sx={{
        width: '100%',
        flexDirection: 'column',
        gap: 1,
        py: 2,
        px: 1,
        borderRadius: '6px',
        color: colourVar(chosen ? 'menuActiveColor' : 'menuColor'),
        bgcolor: chosen ? colourVar('menuActiveBackground') : 'transparent',
        '&:hover': { bgcolor: chosen ? colourVar('menuActiveBackground') : 'action.hover' },
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

/** Groups in the first column, the entries of the chosen one in the second. */
export function DoubleSidebar() {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const { menuWidth, menuCollapse } = useAppSelector(selectLayout);
  const menu = useMenu();
  const front = useFront();
  const groups = menu.filter(({ children }) => children.length > 0);
  const loose = menu.filter(({ children }) => children.length === 0);
  const [picked, pick] = useState<number | null>(null);
  const open = trailTo(menu, pathname)[0]?.id;
  const chosen = groups.find(({ id }) => id === (picked ?? open)) ?? groups[0];
  return (
    <Box component="nav" aria-label={t('console.nav.label')} sx={{ display: 'flex', flex: 'none', height: '100%' }}>
      <Box sx={{ ...surface, width: RAIL, display: 'flex', flexDirection: 'column', alignItems: 'center', px: 1.5 }}>
        <Box sx={{ height: HEADER_HEIGHT, flex: 'none', display: 'flex', alignItems: 'center' }}>
          <Logo />
        </Box>
        <Box sx={{ flex: 1, minHeight: 0, width: '100%', overflow: 'hidden auto', scrollbarWidth: 'none', pb: 4 }}>
          <Entry {...front} active={pathname === front.to} folded />
          {groups.map((entry) => (
            <Group key={entry.id} entry={entry} chosen={entry === chosen} onChoose={() => pick(entry.id)} />
          ))}
          <MenuEntries entries={loose} folded onLeave={undefined} />
        </Box>
      </Box>
      {chosen && !menuCollapse && (
        <Box sx={{ ...surface, width: menuWidth - SIDEBAR.collapsed, overflow: 'hidden auto', px: 2.5, pb: 4 }}>
          <Typography noWrap sx={{ fontWeight: 600, px: 2.5, py: 4 }}>
            {chosen.title}
          </Typography>
          <MenuEntries entries={chosen.children} folded={false} onLeave={undefined} />
        </Box>
      )}
    </Box>
  );
}
