/** What the signed-in person may do here, as the bootstrap says; the server decides anew at every request. */
import { useMemo } from 'react';
import type { AnyEntity, Verb } from '../../common/entity/entity';
import { columnsOf, type Column } from '../../common/entity/columns';
import { actionNode, nodeOf } from '../../common/entity/permissionNodes';
import { requiredColumns } from '../../common/entity/validate';
import { hasPermission, useBootstrap } from '../shared/api/bootstrap';

export interface EntityPermissions {
  readonly can: (verb: Verb) => boolean;
  readonly canRunAction: (action: string) => boolean;
  readonly readable: ReadonlySet<string>;
  readonly writable: ReadonlySet<string>;
  /** Readable columns in the entity's order. */
  readonly columns: readonly Column[];
  /** Deleted rows are looked at: they come back or go for good, nothing else can be done with them. */
  readonly isRecycleBin?: true;
}
const VERB_ACTIONS: Readonly<Record<Verb, string>> = { read: 'index', create: 'add', update: 'edit', remove: 'del' };

/** Rights on an entity; live, because the bootstrap is fetched again whenever rights change. */
export function usePermissions(entity: AnyEntity): EntityPermissions {
  const { entities, permissions } = useBootstrap();
  return useMemo(() => {
    const fieldPermissions = entities[entity.name];
    const canAct = (action: string) => hasPermission(permissions, nodeOf(entity, action));
    const readable = new Set(fieldPermissions?.readable);
    const writable = new Set(fieldPermissions?.writable);
    const canFill = requiredColumns(entity).every(({ name }) => writable.has(name));
    return {
      can: (verb) => {
        if (verb === 'read') return fieldPermissions !== undefined;
        return canAct(VERB_ACTIONS[verb]) && (verb !== 'create' || fieldPermissions === undefined || canFill);
      },
      canRunAction: (action) => hasPermission(permissions, actionNode(entity, action)),
      readable,
      writable,
      columns: [...columnsOf(entity).values()].filter(({ name }) => readable.has(name)),
    };
  }, [entity, entities, permissions]);
}
