/** What may be done in the recycle bin: rows come back or go for good, and nothing else. */
import type { AnyEntity } from '../../../common/entity/entity';
import { softDeletes } from '../../../common/entity/meta';
import type { EntityRights } from '../useMay';

/** Whether there is a recycle bin to look into. */
export const hasBin = (entity: AnyEntity, rights: EntityRights): boolean =>
  softDeletes(entity) && rights.readable.has('delete_time') && rights.mayAct('restore');

const NOTHING: ReadonlySet<string> = new Set();
/** The rights as they are among deleted rows. */
export const binRights = (rights: EntityRights): EntityRights => ({
  ...rights,
  may: (verb) => verb === 'read' && rights.may('read'),
  writable: NOTHING,
  bin: true,
});

/** The columns of the recycle bin: when a row was deleted stands beside its title. */
export function withDeletion(entity: AnyEntity, names: readonly string[]): readonly string[] {
  if (names.includes('delete_time')) return names;
  const at = names.indexOf(entity.spec.title) + 1;
  return at === 0 ? [...names, 'delete_time'] : [...names.slice(0, at), 'delete_time', ...names.slice(at)];
}
