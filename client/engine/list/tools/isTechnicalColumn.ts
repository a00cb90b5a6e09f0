/** Whether neither the list nor the form of an entity names a column: keys, checksums and the like. */
import type { AnyEntity } from '../../../../common/entity/entity';

/** Times and states that every entity has are no technical columns. */
const USUAL = new Set(['create_time', 'update_time', 'delete_time', 'status']);

export function isTechnicalColumn({ spec }: AnyEntity, name: string): boolean {
  const formNames = JSON.stringify(spec.form);
  return !USUAL.has(name) && !spec.list.columns.includes(name) && !formNames.includes(JSON.stringify(name));
}
