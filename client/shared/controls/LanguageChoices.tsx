/** The languages to choose from, with a mark at the current one. */
import Check from '@mui/icons-material/Check';
import ListItemText from '@mui/material/ListItemText';
import MenuItem from '@mui/material/MenuItem';
import { useTranslation } from 'react-i18next';
import { ButtonMenu } from '../../ui/ButtonMenu';
import type { OpenMenuProps } from '../../ui/MenuTrigger';
import { useAppDispatch, useAppSelector } from '../app/createStore';
import { selectSettings, settingsChanged } from '../store/settings';
import { LANGUAGES } from '../../../common/lang';

const LABEL_KEYS = { en: 'shell.languages.en', 'zh-cn': 'shell.languages.zh' } as const;

export function LanguageChoices(menu: OpenMenuProps) {
  const { t } = useTranslation();
  const dispatch = useAppDispatch();
  const { lang } = useAppSelector(selectSettings);
  return (
    <ButtonMenu {...menu}>
      {LANGUAGES.map((choice) => (
        <MenuItem
          key={choice}
          selected={choice === lang}
          lang={choice === 'zh-cn' ? 'zh-CN' : 'en'}
          onClick={() => {
            dispatch(settingsChanged({ lang: choice }));
            menu.onClose();
          }}
        >
          <ListItemText>{t(LABEL_KEYS[choice])}</ListItemText>
          {choice === lang && <Check color="primary" />}
        </MenuItem>
      ))}
    </ButtonMenu>
  );
}
