/** Labels of the permissions that a module requests. */
import { useTranslation } from 'react-i18next';
import { parsePermission } from '../../../../common/modules/modulePermissions';
import { useTranslateTitle } from '../../../engine/data/useTranslateTitle';
import { crudRecord } from '../../../../common/entities/crudRecord';

export function usePermissionText(): (permission: string) => string {
  const { t } = useTranslation();
  const entityLabel = useTranslateTitle(crudRecord.name);
  return (permission) => {
    const parsed = parsePermission(permission);
    if (parsed === undefined) return permission;
    const { kind, subject } = parsed;
    return t(`modules.permissions.${kind}`, { name: kind === 'http' ? subject : entityLabel(subject) });
  };
}
