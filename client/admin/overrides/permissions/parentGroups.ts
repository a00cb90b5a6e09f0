/** Limits of role groups: a permission that a parent group lacks has no effect in its children. The server enforces it. */
import { ALL } from './folderTree';

export interface ParentGroup {
  readonly pid: number | null;
  readonly name: string;
  readonly rules: readonly string[];
  readonly isEnabled: boolean;
}
/** The parent group that limits a permission, and whether the reason is that it is disabled. */
export interface PermissionLimit {
  readonly name: string;
  readonly isDisabled: boolean;
}

/** The known parents up to the root; a cycle ends the list. */
export function listParentGroups(
  parent: number | null,
  groups: ReadonlyMap<number, ParentGroup>,
): readonly ParentGroup[] {
  const parents: ParentGroup[] = [];
  for (let currentId = parent; currentId !== null;) {
    const group = groups.get(currentId);
    if (group === undefined || parents.includes(group)) break;
    parents.push(group);
    currentId = group.pid;
  }
  return parents;
}

/** Nearest parent group that lacks the permission or is disabled. */
export function findLimit(permission: string, parents: readonly ParentGroup[]): PermissionLimit | undefined {
  const group = parents.find(
    ({ isEnabled, rules }) => !isEnabled || !(rules.includes(ALL) || rules.includes(permission)),
  );
  return group && { name: group.name, isDisabled: !group.isEnabled };
}
