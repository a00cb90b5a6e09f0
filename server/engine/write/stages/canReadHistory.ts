/** Decides whether an actor may read the history of a row. */
import { grantedRows, hasPermission, type Actor } from '../../../../common/entity/access';
import type { AnyEntity } from '../../../../common/entity/entity';
import type { StoredRow } from '../../../../common/entity/columns';
import { isInScope, isRemoved } from './authorize';

/** A removed row requires the permission to restore it; a purged row (`undefined`) requires the permission to purge rows of any owner. */
export function canReadHistory(actor: Actor, entity: AnyEntity, row: StoredRow | undefined): boolean {
  if (grantedRows(actor, entity, 'read') === undefined) return false;
  if (row === undefined)
    return hasPermission(actor, `${entity.name}/purge`) && (actor.isSuper || actor.scope === 'all');
  if (!isRemoved(row)) return isInScope(actor, entity, 'read', row);
  return (
    hasPermission(actor, `${entity.name}/restore`) && isInScope(actor, entity, 'read', { ...row, delete_time: null })
  );
}
