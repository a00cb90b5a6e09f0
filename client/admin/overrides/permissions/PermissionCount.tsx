/** The number of permissions in words; the tooltip names them by entity. */
import { useTranslation } from 'react-i18next';
import { asStringList } from '../../../../common/json';
import { entityLabels } from '../../../../common/locales/entityLabels';
import { menuTitle } from '../../../../common/locales/menuTitle';
import type { Lang } from '../../../../common/lang';
import type { Registry } from '../../../../common/entity/registry';
import { useEngine } from '../../../engine/engineContext';
import { PlainText } from '../../../engine/fieldTypes/cells/cells';
import type { CellProps } from '../../../engine/fieldTypes/fieldType';
import { useLanguage } from '../../../shared/i18n/i18n';
import { useLazyTranslations } from '../../../shared/i18n/useLazyTranslations';
import { ALL } from './folderTree';

/** One line for each entity with its actions; a permission of no known entity is left out. */
function describePermissions(permissions: readonly string[], registry: Registry, lang: Lang): string {
  const actions = new Map<string, readonly string[]>();
  for (const [name = '', action = ''] of permissions.map((permission) => permission.split('/'))) {
    const entity = registry.get(name);
    if (entity === undefined) continue;
    const labels = entityLabels(entity, lang);
    const label = labels.actions[action] ?? menuTitle(lang, action) ?? action;
    actions.set(labels.many, [...(actions.get(labels.many) ?? []), label]);
  }
  return [...actions].map(([name, labels]) => `${name}: ${labels.join(', ')}`).join('\n');
}

export function PermissionCount({ value }: CellProps) {
  useLazyTranslations();
  const { t } = useTranslation();
  const { registry } = useEngine();
  const lang = useLanguage();
  const permissions = asStringList(value);
  if (permissions.includes(ALL))
    return <PlainText hint={t('console.groups.everything')}>{t('permissions.cell.all')}</PlainText>;
  if (permissions.length === 0) return <PlainText>{t('permissions.cell.none')}</PlainText>;
  const text = t('permissions.cell.count', { count: permissions.length });
  return <PlainText hint={describePermissions(permissions, registry, lang) || text}>{text}</PlainText>;
}
