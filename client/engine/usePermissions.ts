/** Permissions (RBAC) of the signed-in user from the bootstrap; the server checks every request again. */
import { useMemo } from 'react';
import type { AnyEntity, Verb } from '../../common/entity/entity';
import { getColumns, type Column } from '../../common/entity/columns';
import { actionPermission, permissionKey } from '../../common/entity/permissionKeys';
import { requiredColumns } from '../../common/entity/requiredColumns';
import { isPermissionGranted, useBootstrap } from '../shared/api/bootstrap';

export interface EntityPermissions {
  readonly can: (verb: Verb) => boolean;
  readonly canRunAction: (action: string) => boolean;
  readonly readable: ReadonlySet<string>;
  readonly writable: ReadonlySet<string>;
  /** Readable columns in the entity's order. */
  readonly columns: readonly Column[];
  /** In the recycle bin: rows can only be restored or purged. */
  readonly isRecycleBin?: true;
}
const VERB_ACTIONS: Readonly<Record<Verb, string>> = { read: 'index', create: 'add', update: 'edit', remove: 'del' };

/** Permissions on an entity; they update when the bootstrap is fetched again after a permission change. */
export function usePermissions(entity: AnyEntity): EntityPermissions {
  const { entities, permissions, admin } = useBootstrap();
  return useMemo(() => {
    const fieldPermissions = entities[entity.name];
    // Only super admins use an entity with `superOnly`; no permission key grants it.
    const isGranted = (permission: string) =>
      entity.spec.superOnly ? admin.super : isPermissionGranted(permissions, permission);
    const canAct = (action: string) => isGranted(permissionKey(entity, action));
    const readable = new Set(fieldPermissions?.readable);
    const writable = new Set(fieldPermissions?.writable);
    const canFill = requiredColumns(entity).every(({ name }) => writable.has(name));
    return {
      can: (verb) => {
        if (verb === 'read') return fieldPermissions !== undefined;
        return canAct(VERB_ACTIONS[verb]) && (verb !== 'create' || fieldPermissions === undefined || canFill);
      },
      canRunAction: (action) => isGranted(actionPermission(entity, action)),
      readable,
      writable,
      columns: [...getColumns(entity).values()].filter(({ name }) => readable.has(name)),
    };
  }, [entity, entities, permissions, admin.super]);
}
