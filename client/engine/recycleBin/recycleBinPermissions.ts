/** What may be done in the recycle bin: rows come back or go for good, and nothing else. */
import type { AnyEntity } from '../../../common/entity/entity';
import { hasSoftDelete } from '../../../common/entity/columns';
import type { EntityPermissions } from '../usePermissions';

/** Whether there is a recycle bin to look into. */
export const hasRecycleBin = (entity: AnyEntity, permissions: EntityPermissions): boolean =>
  hasSoftDelete(entity) && permissions.readable.has('delete_time') && permissions.canRunAction('restore');

const NO_FIELDS: ReadonlySet<string> = new Set();
/** The rights as they are among deleted rows. */
export const recycleBinPermissions = (permissions: EntityPermissions): EntityPermissions => ({
  ...permissions,
  can: (verb) => verb === 'read' && permissions.can('read'),
  writable: NO_FIELDS,
  isRecycleBin: true,
});

/** The columns of the recycle bin: when a row was deleted stands beside its title. */
export function withDeletedColumn(entity: AnyEntity, names: readonly string[]): readonly string[] {
  if (names.includes('delete_time')) return names;
  const insertAt = names.indexOf(entity.spec.title) + 1;
  return insertAt === 0
    ? [...names, 'delete_time']
    : [...names.slice(0, insertAt), 'delete_time', ...names.slice(insertAt)];
}
