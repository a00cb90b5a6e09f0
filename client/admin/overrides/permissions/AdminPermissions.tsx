/** The permissions of a role group: the nodes of all entities, as far as the editor holds them. */
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { entityLabels } from '../../../../common/locales/entityLabels';
import { menuTitle } from '../../../../common/locales/menuTitle';
import { useEngine } from '../../../engine/engineContext';
import type { InputProps } from '../../../engine/fieldTypes/fieldType';
import { hasPermission, useBootstrap, type MenuNode } from '../../../shared/api/bootstrap';
import { useLanguage } from '../../../shared/i18n/i18n';
import { ALL, foldersOf, type Folder } from './nodeTree';
import { PermissionTree, type PermissionSource } from './PermissionTree';
import { useBarriers } from './useBarriers';

const namesIn = (menus: readonly MenuNode[]): readonly string[] =>
  menus.flatMap(({ name, children }) => [name, ...namesIn(children)]);

function useFolders(): readonly Folder[] {
  const { registry } = useEngine();
  const lang = useLanguage();
  const { menus } = useBootstrap();
  return useMemo(
    () =>
      foldersOf(
        registry.all,
        {
          folder: (menu) => menuTitle(lang, menu) ?? menu,
          noun: (entity) => entityLabels(entity, lang).many,
          action: (entity, action) => entityLabels(entity, lang).actions[action] ?? menuTitle(lang, action) ?? action,
        },
        namesIn(menus),
      ),
    [registry, lang, menus],
  );
}

function useAdminNodes(nodes: readonly string[], parent: number | null): PermissionSource {
  const { t } = useTranslation();
  const { admin, permissions } = useBootstrap();
  const folders = useFolders();
  const beyond = useBarriers(parent);
  const ofSuper = nodes.includes(ALL) ? undefined : beyond(ALL);
  return {
    folders,
    holds: (node) => hasPermission(permissions, node),
    beyond,
    allBarred: admin.super ? ofSuper : t('permissions.tree.only_super'),
  };
}

export const AdminPermissions = (props: InputProps) => <PermissionTree {...props} useSource={useAdminNodes} />;
