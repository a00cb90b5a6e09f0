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
import { MenuButton } from '../../ui/MenuButton';
import { PersonAvatar } from '../../ui/PersonAvatar';
import { PERSON_COLOURS } from '../theme/designTokens';
import { useFullUrl } from '../app/useFullUrl';
import { useSession } from '../auth/useSession';

interface AccountMenuProps {
  /** The app's items between the name and sign-out. */
  readonly renderItems?: (close: () => void) => ReactNode;
}
export function AccountMenu({ renderItems }: AccountMenuProps) {
  const { t } = useTranslation();
  const { person, signOut } = useSession();
  const fullUrl = useFullUrl();
  if (person === undefined) return null;
  const name = person.nickname || person.username;
  return (
    <MenuButton
      label={`${t('shell.account')}: ${name}`}
      icon={<PersonAvatar id={person.id} name={name} src={fullUrl(person.avatar)} colours={PERSON_COLOURS} />}
    >
      {(close) => [
        <Box key="who" role="presentation" sx={{ px: 2.5, py: 2, minWidth: 200 }}>
          <Typography noWrap sx={{ fontWeight: 600 }}>
            {name}
          </Typography>
          <Typography variant="caption" noWrap component="p" sx={{ color: 'text.secondary' }}>
            {person.username}
          </Typography>
        </Box>,
        <Divider key="line" sx={{ my: 1 }} />,
        renderItems?.(close),
        <MenuItem
          key="out"
          onClick={() => {
            close();
            signOut();
          }}
        >
          <ListItemIcon>
            <Logout />
          </ListItemIcon>
          <ListItemText>{t('shell.sign_out')}</ListItemText>
        </MenuItem>,
      ]}
    </MenuButton>
  );
}
