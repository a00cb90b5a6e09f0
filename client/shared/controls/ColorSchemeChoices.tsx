/** The color schemes to choose from, with a mark at the current one. */
import Check from '@mui/icons-material/Check';
import ListItemIcon from '@mui/material/ListItemIcon';
import ListItemText from '@mui/material/ListItemText';
import MenuItem from '@mui/material/MenuItem';
import { useTranslation } from 'react-i18next';
import { ButtonMenu } from '../../ui/ButtonMenu';
import type { OpenMenuProps } from '../../ui/MenuTrigger';
import { useAppDispatch, useAppSelector } from '../app/createStore';
import { SCHEMES, selectSettings, settingsChanged } from '../store/settings';
import { SCHEME_ICONS } from './schemeIcons';

export function ColorSchemeChoices(menu: OpenMenuProps) {
  const { t } = useTranslation();
  const dispatch = useAppDispatch();
  const { scheme } = useAppSelector(selectSettings);
  return (
    <ButtonMenu {...menu}>
      {SCHEMES.map((choice) => {
        const Icon = SCHEME_ICONS[choice];
        return (
          <MenuItem
            key={choice}
            selected={choice === scheme}
            onClick={() => {
              dispatch(settingsChanged({ scheme: choice }));
              menu.onClose();
            }}
          >
            <ListItemIcon>
              <Icon />
            </ListItemIcon>
            <ListItemText>{t(`shell.scheme.${choice}`)}</ListItemText>
            {choice === scheme && <Check color="primary" />}
          </MenuItem>
        );
      })}
    </ButtonMenu>
  );
}
