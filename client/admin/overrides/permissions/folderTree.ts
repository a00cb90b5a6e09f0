/** Permission tree of the role groups: menu folders, entities, actions. Pure functions. */
import type { AnyEntity } from '../../../../common/entity/entity';
import type { CheckState } from '../../inputs/PermissionCheckbox';
import { hasAdminScreen, permissionActions, permissionKey } from '../../../../common/entity/permissionKeys';

/** Node that grants all permissions, including future ones. */
export const ALL = '*';

export interface Leaf {
  readonly permission: string;
  readonly label: string;
}
export interface Branch {
  readonly key: string;
  readonly label: string;
  readonly leaves: readonly Leaf[];
}
export interface Folder {
  readonly key: string;
  readonly label: string;
  readonly branches: readonly Branch[];
}
interface TreeLabels {
  readonly folder: (menu: string) => string;
  readonly entity: (entity: AnyEntity) => string;
  readonly action: (entity: AnyEntity, action: string) => string;
}

/** All permissions a group can hold, by menu folder. `order`: entity names in menu order. */
export function buildFolders(entities: readonly AnyEntity[], labels: TreeLabels, order: readonly string[] = []) {
  const menuPosition = ({ name }: AnyEntity) => (order.includes(name) ? order.indexOf(name) : order.length);
  const screens = entities.filter(hasAdminScreen).sort((first, second) => menuPosition(first) - menuPosition(second));
  const getBranch = (entity: AnyEntity): Branch => ({
    key: entity.name,
    label: labels.entity(entity),
    leaves: permissionActions(entity).map((action) => ({
      permission: permissionKey(entity, action),
      label: labels.action(entity, action),
    })),
  });
  return [...new Set(screens.map(({ spec }) => spec.menu))].map((menu): Folder => ({
    key: menu,
    label: labels.folder(menu),
    branches: screens.filter(({ spec }) => spec.menu === menu).map(getBranch),
  }));
}

export const listFolderPermissions = ({ branches }: Folder): readonly string[] =>
  branches.flatMap(({ leaves }) => leaves.map(({ permission }) => permission));

export interface FolderFilter {
  readonly text: string;
  /** Only these permissions. */
  readonly onlyPermissions: ReadonlySet<string> | undefined;
}
/** Part of the tree that matches the search. A match of a folder or entity name keeps everything below it. */
export function filterFolders(folders: readonly Folder[], { text, onlyPermissions }: FolderFilter): readonly Folder[] {
  const needle = text.trim().toLowerCase();
  const hits = (...names: readonly string[]) => names.some((name) => name.toLowerCase().includes(needle));
  return folders.flatMap((folder) => {
    const isFolderHit = hits(folder.label);
    const branches = folder.branches.flatMap((branch) => {
      const all = isFolderHit || hits(branch.label, branch.key);
      const leaves = branch.leaves.filter(
        ({ permission, label }) =>
          (all || hits(label, permission)) && (onlyPermissions === undefined || onlyPermissions.has(permission)),
      );
      return leaves.length > 0 ? [{ ...branch, leaves }] : [];
    });
    return branches.length > 0 ? [{ ...folder, branches }] : [];
  });
}

export function computeCheckState(permissions: readonly string[], chosen: ReadonlySet<string>): CheckState {
  const count = permissions.filter((permission) => chosen.has(permission)).length;
  return count === 0 ? 'none' : count === permissions.length ? 'all' : 'some';
}
/** Adds or removes the permissions; others stay. */
export const withPermissions = (
  chosen: readonly string[],
  permissions: readonly string[],
  on: boolean,
): readonly string[] =>
  on ? [...new Set([...chosen, ...permissions])] : chosen.filter((permission) => !permissions.includes(permission));
