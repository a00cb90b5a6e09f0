/** Whether an actor can undo the changes of one row in a change-set. */
import { hasPermission, writableColumns, type Actor } from '../../../common/entity/access';
import type { StoredRow } from '../../../common/entity/columns';
import { permissionKey } from '../../../common/entity/permissionKeys';
import { isInScope } from '../../engine/write/stages/authorize';
import { revertEdit, type RowChange } from './computeNetChanges';

/** Whether an undo of the row could succeed for the actor, by definitions and permissions. The undo itself checks the rest. */
export function canUndo(actor: Actor, row: RowChange, currentRow: StoredRow | undefined): boolean {
  const { entity, effect } = row;
  if (currentRow === undefined || effect === 'purged' || entity.spec.base === 'log') return false;
  const notDeletedRow = { ...currentRow, delete_time: null };
  if (effect === 'deleted')
    return hasPermission(actor, permissionKey(entity, 'restore')) && isInScope(actor, entity, 'read', notDeletedRow);
  if (effect !== 'updated') return isInScope(actor, entity, 'remove', notDeletedRow);
  const revert = revertEdit(row);
  const writable = new Set(writableColumns(actor, entity).map(({ name }) => name));
  return (
    revert !== undefined &&
    Object.keys(revert.values).every((name) => writable.has(name)) &&
    isInScope(actor, entity, 'update', notDeletedRow)
  );
}
