/** Row-level permissions of as-of reads: which rows of the past an actor may see. */
import { canSeeDeleted, type Actor } from '../../../../common/entity/access';
import { compileFilter } from '../../../../common/query/compileFilter';
import type { ReadView } from '../readView';
import type { RebuiltRow } from './rebuildRows';

/**
 * Whether the actor may see a changed row: both its current state and its state at that moment must be within the rows that the actor may
 * read. A row that is now in the recycle bin requires the permission to restore it, as its history does.
 */
export function createVisibilityFilter(
  actor: Actor,
  { entity, rows }: Pick<ReadView, 'entity' | 'rows'>,
): (row: RebuiltRow) => boolean {
  const isGranted = compileFilter(entity, rows);
  const maySeeDeletedRows = canSeeDeleted(actor, entity);
  return ({ now, then }) =>
    (now['delete_time'] === null || maySeeDeletedRows) && isGranted({ ...now, delete_time: null }) && isGranted(then);
}
