/** Chooses the light, dark or system colour scheme. */
import Contrast from '@mui/icons-material/BrightnessAutoOutlined';
import Check from '@mui/icons-material/Check';
import DarkMode from '@mui/icons-material/DarkModeOutlined';
import LightMode from '@mui/icons-material/LightModeOutlined';
import ListItemIcon from '@mui/material/ListItemIcon';
import ListItemText from '@mui/material/ListItemText';
import MenuItem from '@mui/material/MenuItem';
import { useTranslation } from 'react-i18next';
import { MenuButton } from '../../ui/MenuButton';
import { useAppDispatch, useAppSelector } from '../app/createStore';
import { SCHEMES, selectSettings, settingsChanged } from '../store/settings';

const ICONS = { light: LightMode, dark: DarkMode, system: Contrast } as const;

export function ColorSchemeMenu() {
  const { t } = useTranslation();
  const dispatch = useAppDispatch();
  const { scheme } = useAppSelector(selectSettings);
  const Current = ICONS[scheme];
  return (
    <MenuButton label={t('shell.scheme.label')} icon={<Current />}>
      {(close) =>
        SCHEMES.map((choice) => {
          const Icon = ICONS[choice];
          return (
            <MenuItem
              key={choice}
              selected={choice === scheme}
              onClick={() => {
                dispatch(settingsChanged({ scheme: choice }));
                close();
              }}
            >
              <ListItemIcon>
                <Icon />
              </ListItemIcon>
              <ListItemText>{t(`shell.scheme.${choice}`)}</ListItemText>
              {choice === scheme && <Check color="primary" />}
            </MenuItem>
          );
        })
      }
    </MenuButton>
  );
}
