/** Labels of the permissions that a module requests. */
import { useTranslation } from 'react-i18next';
import { MODULE_PERMISSIONS } from '../../../../common/modules/modulePermissions';
import { useTranslateTitle } from '../../../engine/data/useTranslateTitle';
import { crudRecord } from '../../../../common/entities/crudRecord';

export function usePermissionText(): (permission: string) => string {
  const { t } = useTranslation();
  const entityLabel = useTranslateTitle(crudRecord.name);
  return (permission) => {
    const known = MODULE_PERMISSIONS.find((name) => name === permission);
    if (known !== undefined) return t(`modules.permissions.${known}`);
    return t('modules.permissions.refer', { name: entityLabel(permission.slice('refer:'.length)) });
  };
}
