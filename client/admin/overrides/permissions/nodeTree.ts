/** Permission tree of the role groups: menu folders, entities, actions. Pure functions. */
import type { AnyEntity } from '../../../../common/entity/entity';
import type { CheckState } from '../../inputs/PermissionCheckbox';
import { hasAdminScreen, nodeActions, nodeOf } from '../../../../common/entity/permissionNodes';

/** Node that grants all permissions, including future ones. */
export const ALL = '*';

export interface Leaf {
  readonly node: string;
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

/** All nodes a group can hold, by menu folder. `order`: entity names in menu order. */
export function buildFolders(entities: readonly AnyEntity[], labels: TreeLabels, order: readonly string[] = []) {
  const menuPosition = ({ name }: AnyEntity) => (order.includes(name) ? order.indexOf(name) : order.length);
  const screens = entities.filter(hasAdminScreen).sort((first, second) => menuPosition(first) - menuPosition(second));
  const branchOf = (entity: AnyEntity): Branch => ({
    key: entity.name,
    label: labels.entity(entity),
    leaves: nodeActions(entity).map((action) => ({
      node: nodeOf(entity, action),
      label: labels.action(entity, action),
    })),
  });
  return [...new Set(screens.map(({ spec }) => spec.menu))].map((menu): Folder => ({
    key: menu,
    label: labels.folder(menu),
    branches: screens.filter(({ spec }) => spec.menu === menu).map(branchOf),
  }));
}

export const listFolderNodes = ({ branches }: Folder): readonly string[] =>
  branches.flatMap(({ leaves }) => leaves.map(({ node }) => node));

export interface FolderFilter {
  readonly text: string;
  /** Only these nodes. */
  readonly onlyNodes: ReadonlySet<string> | undefined;
}
/** Part of the tree that matches the search. A match of a folder or entity name keeps everything below it. */
export function filterFolders(folders: readonly Folder[], { text, onlyNodes }: FolderFilter): readonly Folder[] {
  const needle = text.trim().toLowerCase();
  const hits = (...names: readonly string[]) => names.some((name) => name.toLowerCase().includes(needle));
  return folders.flatMap((folder) => {
    const isFolderHit = hits(folder.label);
    const branches = folder.branches.flatMap((branch) => {
      const all = isFolderHit || hits(branch.label, branch.key);
      const leaves = branch.leaves.filter(
        ({ node, label }) => (all || hits(label, node)) && (onlyNodes === undefined || onlyNodes.has(node)),
      );
      return leaves.length > 0 ? [{ ...branch, leaves }] : [];
    });
    return branches.length > 0 ? [{ ...folder, branches }] : [];
  });
}

export function computeCheckState(nodes: readonly string[], chosen: ReadonlySet<string>): CheckState {
  const count = nodes.filter((node) => chosen.has(node)).length;
  return count === 0 ? 'none' : count === nodes.length ? 'all' : 'some';
}
/** Adds or removes the nodes; others stay. */
export const withNodes = (chosen: readonly string[], nodes: readonly string[], on: boolean): readonly string[] =>
  on ? [...new Set([...chosen, ...nodes])] : chosen.filter((node) => !nodes.includes(node));
