/** The bar on top: where one is, how live it is, language, colours, account. */
import MenuIcon from '@mui/icons-material/MenuOutlined';
import MenuOpen from '@mui/icons-material/MenuOpenOutlined';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import { useTranslation } from 'react-i18next';
import { AccountMenu } from '../../shared/controls/AccountMenu';
import { ConnectionPill } from '../../shared/controls/ConnectionPill';
import { LanguageMenu } from '../../shared/controls/LanguageMenu';
import { SchemeMenu } from '../../shared/controls/SchemeMenu';
import { HEADER_HEIGHT } from '../../shared/tokens';
import { AdminBell } from './AdminBell';
import { Trail } from './Trail';

interface HeaderProps {
  readonly folded: boolean;
  readonly onToggle: () => void;
}
export function Header({ folded, onToggle }: HeaderProps) {
  const { t } = useTranslation();
  const label = folded ? t('console.nav.expand') : t('console.nav.collapse');
  return (
    <Box
      component="header"
      sx={{
        height: HEADER_HEIGHT,
        flex: 'none',
        display: 'flex',
        alignItems: 'center',
        gap: 2,
        px: { xs: 2, sm: 4 },
        bgcolor: 'background.paper',
        borderBottom: 1,
        borderColor: 'divider',
      }}
    >
      <Tooltip title={label}>
        <IconButton aria-label={label} onClick={onToggle}>
          {folded ? <MenuIcon /> : <MenuOpen />}
        </IconButton>
      </Tooltip>
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Trail />
      </Box>
      <ConnectionPill />
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
        <AdminBell />
        <LanguageMenu />
        <SchemeMenu />
        <AccountMenu />
      </Box>
    </Box>
  );
}
