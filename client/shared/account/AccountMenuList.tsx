/** The account menu: the signed-in person, the app's own items and sign-out. */
import Logout from '@mui/icons-material/LogoutOutlined';
import Box from '@mui/material/Box';
import Divider from '@mui/material/Divider';
import ListItemIcon from '@mui/material/ListItemIcon';
import ListItemText from '@mui/material/ListItemText';
import MenuItem from '@mui/material/MenuItem';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ButtonMenu } from '../../ui/ButtonMenu';
import type { OpenMenuProps } from '../../ui/MenuTrigger';
import { useSession } from '../auth/useSession';

interface AccountMenuListProps extends OpenMenuProps {
  /** The app's items between the name and sign-out. */
  readonly children: ReactNode;
}
export function AccountMenuList({ children, ...menu }: AccountMenuListProps) {
  const { t } = useTranslation();
  const { person, signOut } = useSession();
  if (person === undefined) return null;
  return (
    <ButtonMenu {...menu}>
      <Box role="presentation" sx={{ px: 2.5, py: 2, minWidth: 200 }}>
        <Typography noWrap sx={{ fontWeight: 600 }}>
          {person.nickname || person.username}
        </Typography>
        <Typography variant="caption" noWrap component="p" sx={{ color: 'text.secondary' }}>
          {person.username}
        </Typography>
      </Box>
      <Divider sx={{ my: 1 }} />
      {children}
      <MenuItem
        onClick={() => {
          menu.onClose();
          signOut();
        }}
      >
        <ListItemIcon>
          <Logout />
        </ListItemIcon>
        <ListItemText>{t('shell.sign_out')}</ListItemText>
      </MenuItem>
    </ButtonMenu>
  );
}
