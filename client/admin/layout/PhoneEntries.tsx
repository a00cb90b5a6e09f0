/** Language and colours where the bar has no room for their buttons: what the screen could turn to. */
import Divider from '@mui/material/Divider';
import MenuItem from '@mui/material/MenuItem';
import { useTranslation } from 'react-i18next';
import { useAppDispatch, useAppSelector } from '../../shared/createStore';
import { LANGS, SCHEMES, selectSettings, settingsChanged, type Settings } from '../../shared/settings';

const NAMES = { en: 'shell.languages.en', 'zh-cn': 'shell.languages.zh' } as const;

export function PhoneEntries({ onDone }: { readonly onDone: () => void }) {
  const { t } = useTranslation();
  const dispatch = useAppDispatch();
  const { lang, scheme } = useAppSelector(selectSettings);
  const turn = (settings: Partial<Settings>) => () => {
    dispatch(settingsChanged(settings));
    onDone();
  };
  return (
    <>
      <Divider sx={{ my: 1 }} />
      {LANGS.filter((one) => one !== lang).map((one) => (
        <MenuItem key={one} lang={one === 'zh-cn' ? 'zh-CN' : 'en'} onClick={turn({ lang: one })}>
          {t(NAMES[one])}
        </MenuItem>
      ))}
      {SCHEMES.filter((one) => one !== scheme).map((one) => (
        <MenuItem key={one} onClick={turn({ scheme: one })}>
          {t('shell.scheme.turn', { scheme: t(`shell.scheme.${one}`) })}
        </MenuItem>
      ))}
    </>
  );
}
