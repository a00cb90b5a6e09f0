/** The screens menu rules and member rules can open, as choices of their forms. */
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { ADMIN_SCREENS } from '../../../../common/adminScreens';
import { hasScreen } from '../../../../common/entity/nodes';
import { entityWords } from '../../../../common/locales/entityWords';
import { memberTitle } from '../../../../common/locales/memberTitle';
import { MEMBER_SCREENS } from '../../../../common/memberScreens';
import { useEngine } from '../../../engine/engineContext';
import type { InputProps } from '../../../engine/kinds/kindView';
import { useLang } from '../../../shared/i18n';
import { ScreenInput } from './ScreenInput';

/** The console's own screens first, then one for each entity in the order of their names. */
export function AdminScreenInput(props: InputProps) {
  const { t } = useTranslation();
  const { registry } = useEngine();
  const lang = useLang();
  const options = useMemo(() => {
    const own = {
      dashboard: t('console.nav.overview'),
      profile: t('frame.profile.title'),
      explain: t('console.nav.explain'),
      terminal: t('terminal.title'),
    };
    const entities = registry.all
      .filter(hasScreen)
      .map((entity) => ({ name: entity.name, title: entityWords(entity, lang).many }))
      .sort((one, other) => one.title.localeCompare(other.title, lang));
    return [...ADMIN_SCREENS.map((name) => ({ name, title: own[name] })), ...entities];
  }, [registry, lang, t]);
  return <ScreenInput {...props} options={options} />;
}

export function MemberScreenInput(props: InputProps) {
  const lang = useLang();
  const options = useMemo(() => MEMBER_SCREENS.map((name) => ({ name, title: memberTitle(name, lang) })), [lang]);
  return <ScreenInput {...props} options={options} />;
}
