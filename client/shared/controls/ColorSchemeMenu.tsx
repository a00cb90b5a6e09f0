/** Menu of the color scheme: light, dark (dark mode) or that of the system. */
import { useTranslation } from 'react-i18next';
import { lazyWithoutSuspense } from '../../ui/lazyWithRetry';
import { MenuTrigger } from '../../ui/MenuTrigger';
import { useAppSelector } from '../app/createStore';
import { selectSettings } from '../store/settings';
import { SCHEME_ICONS } from './schemeIcons';

const ColorSchemeChoices = lazyWithoutSuspense(async () => (await import('./ColorSchemeChoices')).ColorSchemeChoices);

export function ColorSchemeMenu() {
  const { t } = useTranslation();
  const { scheme } = useAppSelector(selectSettings);
  const Current = SCHEME_ICONS[scheme];
  return (
    <MenuTrigger label={t('shell.scheme.label')} icon={<Current />} onApproach={ColorSchemeChoices.load}>
      {(menu) => <ColorSchemeChoices {...menu} />}
    </MenuTrigger>
  );
}
