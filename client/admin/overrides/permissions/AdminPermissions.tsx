/** Permission tree of a role group: permissions of all entities, limited to those the editor holds. */
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { entityLabels } from '../../../../common/locales/entityLabels';
import { menuTitle } from '../../../../common/locales/menuTitle';
import { useEngine } from '../../../engine/engineContext';
import type { InputProps } from '../../../engine/fieldTypes/fieldType';
import { isPermissionGranted, useBootstrap, type MenuNode } from '../../../shared/api/bootstrap';
import { useLanguage } from '../../../shared/i18n/i18n';
import { ALL, buildFolders, type Folder } from './folderTree';
import { PermissionTree, type PermissionSource } from './PermissionTree';
import { useParentLimits } from './useParentLimits';

const menuNames = (menus: readonly MenuNode[]): readonly string[] =>
  menus.flatMap(({ name, children }) => [name, ...menuNames(children)]);

function usePermissionFolders(): readonly Folder[] {
  const { registry } = useEngine();
  const lang = useLanguage();
  const { menus } = useBootstrap();
  return useMemo(
    () =>
      buildFolders(
        registry.all,
        {
          folder: (menu) => menuTitle(lang, menu) ?? menu,
          entity: (entity) => entityLabels(entity, lang).many,
          action: (entity, action) => entityLabels(entity, lang).actions[action] ?? menuTitle(lang, action) ?? action,
        },
        menuNames(menus),
      ),
    [registry, lang, menus],
  );
}

function useAdminPermissions(chosen: readonly string[], parent: number | null): PermissionSource {
  const { t } = useTranslation();
  const { admin, permissions } = useBootstrap();
  const folders = usePermissionFolders();
  const limitReason = useParentLimits(parent);
  const superReason = chosen.includes(ALL) ? undefined : limitReason(ALL);
  return {
    folders,
    isHeld: (permission) => isPermissionGranted(permissions, permission),
    limitReason,
    hasSets: true,
    allDisabledReason: admin.super ? superReason : t('permissions.tree.only_super'),
  };
}

export const AdminPermissions = (props: InputProps) => <PermissionTree {...props} useSource={useAdminPermissions} />;
