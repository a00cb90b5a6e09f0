/** Chooses the language; it changes without a reload. */
import Translate from '@mui/icons-material/TranslateOutlined';
import { useTranslation } from 'react-i18next';
import { lazyWithoutSuspense } from '../../ui/lazyWithRetry';
import { MenuTrigger } from '../../ui/MenuTrigger';

const LanguageChoices = lazyWithoutSuspense(async () => (await import('./LanguageChoices')).LanguageChoices);

export function LanguageMenu() {
  const { t } = useTranslation();
  return (
    <MenuTrigger label={t('shell.language')} icon={<Translate />} onApproach={LanguageChoices.load}>
      {(menu) => <LanguageChoices {...menu} />}
    </MenuTrigger>
  );
}
