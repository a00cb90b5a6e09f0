/** Inputs that list the screens a menu rule or member rule can open. */
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { ADMIN_SCREENS } from '../../../../common/adminScreens';
import { hasAdminScreen } from '../../../../common/entity/permissionKeys';
import { entityLabels } from '../../../../common/locales/entityLabels';
import { memberMenuTitle } from '../../../../common/locales/memberMenuTitle';
import { MEMBER_SCREENS } from '../../../../common/memberScreens';
import { useEngine } from '../../../engine/engineContext';
import type { InputProps } from '../../../engine/fieldTypes/fieldType';
import { useLanguage } from '../../../shared/i18n/i18n';
import { ScreenInput } from '../../inputs/ScreenInput';

/** Custom screens first, then one per entity, sorted by title. */
export function AdminScreenInput(props: InputProps) {
  const { t } = useTranslation();
  const { registry } = useEngine();
  const lang = useLanguage();
  const options = useMemo(() => {
    const customScreenTitles = {
      dashboard: t('console.nav.overview'),
      profile: t('adminLayout.profile.title'),
      explain: t('console.nav.explain'),
      terminal: t('terminal.title'),
      market: t('market.title'),
    };
    const entities = registry.all
      .filter(hasAdminScreen)
      .map((entity) => ({ name: entity.name, title: entityLabels(entity, lang).many }))
      .sort((first, second) => first.title.localeCompare(second.title, lang));
    return [...ADMIN_SCREENS.map((name) => ({ name, title: customScreenTitles[name] })), ...entities];
  }, [registry, lang, t]);
  return <ScreenInput {...props} options={options} />;
}

export function MemberScreenInput(props: InputProps) {
  const lang = useLanguage();
  const options = useMemo(() => MEMBER_SCREENS.map((name) => ({ name, title: memberMenuTitle(name, lang) })), [lang]);
  return <ScreenInput {...props} options={options} />;
}
