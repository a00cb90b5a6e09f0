/** Permissions in the recycle bin: rows are restored or purged, nothing else. */
import type { AnyEntity } from '../../../common/entity/entity';
import { hasSoftDelete } from '../../../common/entity/columns';
import type { EntityPermissions } from '../usePermissions';

/** Whether the user may open a recycle bin. */
export const hasRecycleBin = (entity: AnyEntity, permissions: EntityPermissions): boolean =>
  hasSoftDelete(entity) && permissions.readable.has('delete_time') && permissions.canRunAction('restore');

const NO_FIELDS: ReadonlySet<string> = new Set();
/** Permissions among deleted rows. */
export const recycleBinPermissions = (permissions: EntityPermissions): EntityPermissions => ({
  ...permissions,
  can: (verb) => verb === 'read' && permissions.can('read'),
  writable: NO_FIELDS,
  isRecycleBin: true,
});

/** Adds the deletion time beside the title. */
export function withDeletedColumn(entity: AnyEntity, names: readonly string[]): readonly string[] {
  if (names.includes('delete_time')) return names;
  const insertAt = names.indexOf(entity.spec.title) + 1;
  return insertAt === 0
    ? [...names, 'delete_time']
    : [...names.slice(0, insertAt), 'delete_time', ...names.slice(insertAt)];
}
