/** Permissions that are added together: of a menu folder, of viewing, or of another role group. Pure functions. */
import { ALL, listFolderPermissions, type Folder } from './folderTree';

export interface PermissionSet {
  readonly key: string;
  readonly permissions: readonly string[];
}

/** All permissions of one folder. */
export const folderSet = (folder: Folder): PermissionSet => ({
  key: `folder:${folder.key}`,
  permissions: listFolderPermissions(folder),
});

/** The permission to view, of every entity. */
export const readOnlySet = (folders: readonly Folder[]): PermissionSet => ({
  key: 'read_only',
  permissions: folders.flatMap(listFolderPermissions).filter((permission) => permission.endsWith('/index')),
});

/** The permissions of another group that exist today: all where it has all. */
export function copiedSet(id: number, rules: readonly string[], folders: readonly Folder[]): PermissionSet {
  const existing = folders.flatMap(listFolderPermissions);
  const permissions = rules.includes(ALL) ? existing : existing.filter((permission) => rules.includes(permission));
  return { key: `group:${id}`, permissions };
}

export interface AddedPermissions {
  readonly permissions: readonly string[];
  /** Permissions of the set that were not added, because they cannot be granted or would have no effect. */
  readonly leftOut: number;
}
/** Adds the permissions of a set that can be granted to those already chosen. */
export function addSet(
  chosen: readonly string[],
  set: PermissionSet,
  canGrant: (permission: string) => boolean,
): AddedPermissions {
  const missing = set.permissions.filter((permission) => !chosen.includes(permission));
  const added = missing.filter(canGrant);
  return { permissions: [...chosen, ...added], leftOut: missing.length - added.length };
}
