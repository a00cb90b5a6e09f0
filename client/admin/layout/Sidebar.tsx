/** The main menu: 260 px open, 64 px folded to icons, a drawer on narrow screens. */
import ExpandMore from '@mui/icons-material/ExpandMore';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import Collapse from '@mui/material/Collapse';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { useBootstrap } from '../../shared/bootstrap';
import { HEADER_HEIGHT, SIDEBAR } from '../../shared/tokens';
import { NamedIcon } from '../../ui/icons';
import { Logo } from '../../ui/Logo';
import { isOpenAt, useMenu, type MenuEntry } from './menu';

interface EntryProps {
  readonly title: string;
  readonly icon: string;
  readonly active: boolean;
  readonly folded: boolean;
  readonly to?: string;
  readonly href?: string;
  readonly onLeave?: (() => void) | undefined;
}
function Entry({ title, icon, active, folded, to, href, onLeave }: EntryProps) {
  const target = href
    ? { component: 'a', href, target: '_blank', rel: 'noreferrer' }
    : { component: Link, to: to ?? '' };
  return (
    <Tooltip title={folded ? title : ''} placement="right">
      <ButtonBase
        {...target}
        aria-current={active ? 'page' : undefined}
        aria-label={folded ? title : undefined}
        onClick={() => onLeave?.()}
        sx={{
          width: '100%',
          height: 36,
          px: folded ? 0 : 2.5,
          gap: 2.5,
          justifyContent: folded ? 'center' : 'flex-start',
          borderRadius: '6px',
          color: active ? 'primary.main' : 'text.primary',
          bgcolor: active ? 'action.selected' : 'transparent',
          fontWeight: active ? 600 : 400,
          '&:hover': { bgcolor: active ? 'action.selected' : 'action.hover' },
          '& svg': { color: active ? 'primary.main' : 'text.secondary' },
        }}
      >
        <NamedIcon name={icon} />
        {!folded && (
          <Typography noWrap component="span" sx={{ fontWeight: 'inherit' }}>
            {title}
          </Typography>
        )}
      </ButtonBase>
    </Tooltip>
  );
}

function Section({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const [open, setOpen] = useState(true);
  return (
    <Box sx={{ mt: 3 }}>
      <ButtonBase
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        sx={{
          width: '100%',
          height: 28,
          px: 2.5,
          justifyContent: 'space-between',
          borderRadius: '6px',
          color: 'text.secondary',
          '&:hover': { color: 'text.primary' },
        }}
      >
        <Typography variant="caption" noWrap sx={{ fontWeight: 500 }}>
          {title}
        </Typography>
        <ExpandMore
          sx={{ fontSize: 16, transition: 'transform 160ms ease-out', transform: open ? 'none' : 'rotate(-90deg)' }}
        />
      </ButtonBase>
      <Collapse in={open} timeout={160}>
        {children}
      </Collapse>
    </Box>
  );
}

interface SidebarProps {
  readonly folded: boolean;
  /** The drawer closes when somebody goes somewhere. */
  readonly onLeave?: () => void;
}
export function Sidebar({ folded, onLeave }: SidebarProps) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const { siteConfig } = useBootstrap();
  const menu = useMenu();
  const draw = (entry: MenuEntry): ReactNode => {
    if (entry.children.length === 0) {
      const { id, title, icon, to, href } = entry;
      return <Entry key={id} {...{ title, icon, to, href, folded, onLeave }} active={isOpenAt(entry, pathname)} />;
    }
    const inner = entry.children.map(draw);
    if (!folded)
      return (
        <Section key={entry.id} title={entry.title}>
          {inner}
        </Section>
      );
    return (
      <Box key={entry.id} sx={{ mt: 2, pt: 2, borderTop: 1, borderColor: 'divider' }}>
        {inner}
      </Box>
    );
  };
  return (
    <Box
      component="nav"
      aria-label={t('console.nav.label')}
      sx={{
        width: folded ? SIDEBAR.collapsed : SIDEBAR.open,
        height: '100%',
        display: 'flex',
        flexDirection: 'column',
        bgcolor: 'background.paper',
        borderRight: 1,
        borderColor: 'divider',
        transition: 'width 160ms ease-out',
        overflow: 'hidden',
      }}
    >
      <Box
        sx={{
          height: HEADER_HEIGHT,
          flex: 'none',
          display: 'flex',
          alignItems: 'center',
          px: folded ? 0 : 5,
          justifyContent: folded ? 'center' : 'flex-start',
        }}
      >
        <Logo {...(folded ? {} : { name: siteConfig.siteName })} />
      </Box>
      <Box
        sx={{
          flex: 1,
          minHeight: 0,
          overflowY: 'auto',
          overflowX: 'hidden',
          px: folded ? 2.5 : 2.5,
          pb: 4,
          scrollbarWidth: 'thin',
        }}
      >
        <Entry
          title={t('console.nav.overview')}
          icon="dashboard"
          to="/admin"
          active={pathname === '/admin'}
          {...{ folded, onLeave }}
        />
        {menu.map(draw)}
        {menu.length === 0 && !folded && (
          <Typography variant="body2" sx={{ color: 'text.secondary', px: 2.5, pt: 4 }}>
            {t('console.nav.empty')}
          </Typography>
        )}
      </Box>
    </Box>
  );
}
