/** Builds the folders of the permission tree from the member rules. */
import { ALL, type Branch, type Folder } from './folderTree';

export interface SelectableMemberRule {
  readonly id: number;
  /** 0 at the root. */
  readonly pid: number;
  readonly isFolder: boolean;
  readonly name: string;
  readonly title: string;
}

/**
 * One folder per root directory and one branch per directory below it. Rules outside of directories, and ticked permissions without a
 * rule, are in their own folder.
 */
export function buildMemberFolders(
  rules: readonly SelectableMemberRule[],
  chosen: readonly string[],
  otherLabel: string,
): Folder[] {
  const byId = new Map(rules.map((rule) => [rule.id, rule]));
  const getRoot = (rule: SelectableMemberRule, depth = 0): SelectableMemberRule => {
    const above = byId.get(rule.pid);
    return above === undefined || depth > rules.length ? rule : getRoot(above, depth + 1);
  };
  const getLeaf = ({ name, title }: SelectableMemberRule) => ({ permission: name, label: title });
  const leaves = rules.filter(({ isFolder }) => !isFolder);
  const getBranch = (directory: SelectableMemberRule): Branch => ({
    key: directory.name,
    label: directory.title,
    leaves: leaves.filter(({ pid }) => pid === directory.id).map(getLeaf),
  });
  const folders = rules
    .filter((rule) => rule.isFolder && !byId.has(rule.pid))
    .map((root): Folder => ({
      key: root.name,
      label: root.title,
      branches: rules.filter((rule) => rule.isFolder && getRoot(rule) === root).map(getBranch),
    }));
  const isFiled = ({ pid }: SelectableMemberRule) => byId.get(pid)?.isFolder === true;
  const known = new Set(leaves.map(({ name }) => name));
  const otherLeaves = [
    ...leaves.filter((rule) => !isFiled(rule)).map(getLeaf),
    ...chosen
      .filter((permission) => permission !== ALL && !known.has(permission))
      .map((permission) => ({ permission, label: permission })),
  ];
  const others: Folder = {
    key: '',
    label: otherLabel,
    branches: [{ key: '', label: otherLabel, leaves: otherLeaves }],
  };
  return [...folders, ...(otherLeaves.length > 0 ? [others] : [])]
    .map((folder) => ({ ...folder, branches: folder.branches.filter((branch) => branch.leaves.length > 0) }))
    .filter(({ branches }) => branches.length > 0);
}
