/** The permissions as a tree: folders of the menu, nouns, actions; what of it is chosen, held and found. Pure. */
import type { AnyEntity } from '../../../../common/entity/entity';
import { hasAdminScreen, nodeActions, nodeOf } from '../../../../common/entity/permissionNodes';

/** Stands for every node there is and will be. */
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
interface Naming {
  readonly folder: (menu: string) => string;
  readonly noun: (entity: AnyEntity) => string;
  readonly action: (entity: AnyEntity, action: string) => string;
}

/** Every node a group can hold, in the folders of the menu. `order`: names of nouns as the menu has them. */
export function foldersOf(entities: readonly AnyEntity[], naming: Naming, order: readonly string[] = []) {
  const place = ({ name }: AnyEntity) => (order.includes(name) ? order.indexOf(name) : order.length);
  const screens = entities.filter(hasAdminScreen).sort((one, other) => place(one) - place(other));
  const branchOf = (entity: AnyEntity): Branch => ({
    key: entity.name,
    label: naming.noun(entity),
    leaves: nodeActions(entity).map((action) => ({
      node: nodeOf(entity, action),
      label: naming.action(entity, action),
    })),
  });
  return [...new Set(screens.map(({ spec }) => spec.menu))].map((menu): Folder => ({
    key: menu,
    label: naming.folder(menu),
    branches: screens.filter(({ spec }) => spec.menu === menu).map(branchOf),
  }));
}

export const nodesOf = ({ branches }: Folder): readonly string[] =>
  branches.flatMap(({ leaves }) => leaves.map(({ node }) => node));

export interface Sought {
  readonly text: string;
  /** Only leaves that are chosen. */
  readonly only: ReadonlySet<string> | undefined;
}
/** What of the tree is left of a search: a hit in a name keeps everything below it. */
export function found(folders: readonly Folder[], { text, only }: Sought): readonly Folder[] {
  const sought = text.trim().toLowerCase();
  const hits = (...names: readonly string[]) => names.some((name) => name.toLowerCase().includes(sought));
  return folders.flatMap((folder) => {
    const whole = hits(folder.label);
    const branches = folder.branches.flatMap((branch) => {
      const all = whole || hits(branch.label, branch.key);
      const leaves = branch.leaves.filter(
        ({ node, label }) => (all || hits(label, node)) && (only === undefined || only.has(node)),
      );
      return leaves.length > 0 ? [{ ...branch, leaves }] : [];
    });
    return branches.length > 0 ? [{ ...folder, branches }] : [];
  });
}

export type Mark = 'all' | 'some' | 'none';
export function markOf(nodes: readonly string[], chosen: ReadonlySet<string>): Mark {
  const count = nodes.filter((node) => chosen.has(node)).length;
  return count === 0 ? 'none' : count === nodes.length ? 'all' : 'some';
}
/** The choice with these nodes in it, or without them; what nobody asked about stays. */
export const toggled = (chosen: readonly string[], nodes: readonly string[], on: boolean): readonly string[] =>
  on ? [...new Set([...chosen, ...nodes])] : chosen.filter((node) => !nodes.includes(node));
