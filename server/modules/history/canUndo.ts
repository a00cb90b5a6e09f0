/** Whether an actor can undo what a change-set did to one row. */
import { holds, writableColumns, type Actor } from '../../../common/entity/access';
import type { StoredRow } from '../../../common/entity/meta';
import { nodeOf } from '../../../common/entity/nodes';
import { isInScope } from '../../engine/write/authorize';
import { wayBack, type Touched } from './fold';

/** Whether an undo of the row could succeed for the actor, as far as definitions and rights say. The undo itself checks the rest. */
export function canUndo(actor: Actor, row: Touched, now: StoredRow | undefined): boolean {
  const { entity, way } = row;
  if (now === undefined || way === 'purge' || entity.spec.base === 'log') return false;
  const alive = { ...now, delete_time: null };
  if (way === 'lose') return holds(actor, nodeOf(entity, 'restore')) && isInScope(actor, entity, 'read', alive);
  if (way !== 'change') return isInScope(actor, entity, 'remove', alive);
  const back = wayBack(row);
  const writable = new Set(writableColumns(actor, entity).map(({ name }) => name));
  return (
    back !== undefined &&
    Object.keys(back.values).every((name) => writable.has(name)) &&
    isInScope(actor, entity, 'update', alive)
  );
}
