/** The main menu: 260 px open, 64 px folded to icons, a drawer on narrow screens. */
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { useBootstrap } from '../../shared/bootstrap';
import { SIDES } from '../../shared/onward';
import { HEADER_HEIGHT, SIDEBAR } from '../../shared/tokens';
import { Logo } from '../../ui/Logo';
import { useMenu } from './menu';
import { Entry, MenuEntries } from './MenuEntries';

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
  return (
    <Box
      component="nav"
      aria-label={t('console.nav.label')}
      sx={{
        width: folded ? SIDEBAR.collapsed : SIDEBAR.open,
        flex: 'none',
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
      <Box sx={{ height: HEADER_HEIGHT, flex: 'none', display: 'flex', alignItems: 'center', pl: 5 }}>
        <Logo {...(folded ? {} : { name: siteConfig.siteName })} />
      </Box>
      <Box sx={{ flex: 1, minHeight: 0, overflow: 'hidden auto', px: 2.5, pb: 4, scrollbarWidth: 'thin' }}>
        <Entry
          title={t('console.nav.overview')}
          icon="dashboard"
          to={SIDES.admin.front}
          active={pathname === SIDES.admin.front}
          {...{ folded, onLeave }}
        />
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
