/** Language and color scheme items for phones, whose header has no room for the buttons. */
import Divider from '@mui/material/Divider';
import MenuItem from '@mui/material/MenuItem';
import { useTranslation } from 'react-i18next';
import { useAppDispatch, useAppSelector } from '../../../shared/app/createStore';
import { SCHEMES, selectSettings, settingsChanged, type Settings } from '../../../shared/store/settings';
import { LANGUAGES } from '../../../../common/lang';

const LANGUAGE_NAMES = { en: 'shell.languages.en', 'zh-cn': 'shell.languages.zh' } as const;

export function MobileMenuItems({ onDone }: { readonly onDone: () => void }) {
  const { t } = useTranslation();
  const dispatch = useAppDispatch();
  const { lang, scheme: colorScheme } = useAppSelector(selectSettings);
  const applySetting = (settings: Partial<Settings>) => () => {
    dispatch(settingsChanged(settings));
    onDone();
  };
  return (
    <>
      <Divider sx={{ my: 1 }} />
      {LANGUAGES.filter((otherLanguage) => otherLanguage !== lang).map((otherLanguage) => (
        <MenuItem
          key={otherLanguage}
          lang={otherLanguage === 'zh-cn' ? 'zh-CN' : 'en'}
          onClick={applySetting({ lang: otherLanguage })}
        >
          {t(LANGUAGE_NAMES[otherLanguage])}
        </MenuItem>
      ))}
      {SCHEMES.filter((scheme) => scheme !== colorScheme).map((scheme) => (
        <MenuItem key={scheme} onClick={applySetting({ scheme })}>
          {t('shell.scheme.turn', { scheme: t(`shell.scheme.${scheme}`) })}
        </MenuItem>
      ))}
    </>
  );
}
