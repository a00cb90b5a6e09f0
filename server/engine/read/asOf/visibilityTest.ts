import { canSeeDeleted, type Actor } from '../../../../common/entity/access';
import { compileFilter } from '../../../../common/query/compileFilter';
import type { ReadView } from '../readView';
import type { RebuiltRow } from './rebuildRows';

/**
 * Whether the actor may see a changed row: both its state of today and its state of that moment must be within the rows that the actor may
 * read. A row that is now in the recycle bin requires the permission to restore it, as its history does.
 */
export function createVisibilityTest(
  actor: Actor,
  { entity, rows }: Pick<ReadView, 'entity' | 'rows'>,
): (row: RebuiltRow) => boolean {
  const isGranted = compileFilter(entity, rows);
  const seesDeleted = canSeeDeleted(actor, entity);
  return ({ now, then }) =>
    (now['delete_time'] === null || seesDeleted) && isGranted({ ...now, delete_time: null }) && isGranted(then);
}
