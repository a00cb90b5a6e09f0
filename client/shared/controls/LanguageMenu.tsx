/** Chooses the language; it changes without a reload. */
import Check from '@mui/icons-material/Check';
import Translate from '@mui/icons-material/TranslateOutlined';
import ListItemText from '@mui/material/ListItemText';
import MenuItem from '@mui/material/MenuItem';
import { useTranslation } from 'react-i18next';
import { MenuButton } from '../../ui/MenuButton';
import { useAppDispatch, useAppSelector } from '../app/createStore';
import { LANGUAGES, selectSettings, settingsChanged } from '../store/settings';

const LABEL_KEYS = { en: 'shell.languages.en', 'zh-cn': 'shell.languages.zh' } as const;

export function LanguageMenu() {
  const { t } = useTranslation();
  const dispatch = useAppDispatch();
  const { lang } = useAppSelector(selectSettings);
  return (
    <MenuButton label={t('shell.language')} icon={<Translate />}>
      {(close) =>
        LANGUAGES.map((choice) => (
          <MenuItem
            key={choice}
            selected={choice === lang}
            lang={choice === 'zh-cn' ? 'zh-CN' : 'en'}
            onClick={() => {
              dispatch(settingsChanged({ lang: choice }));
              close();
            }}
          >
            <ListItemText>{t(LABEL_KEYS[choice])}</ListItemText>
            {choice === lang && <Check color="primary" />}
          </MenuItem>
        ))
      }
    </MenuButton>
  );
}
