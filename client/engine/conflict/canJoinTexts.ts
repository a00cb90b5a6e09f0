/** Whether two texts of a field can be put together. */
import { findColumn } from '../../../common/entity/columns';
import type { AnyEntity } from '../../../common/entity/entity';

/** Two addresses, numbers or names, which have a pattern, would make no valid value. */
export function canJoinTexts(entity: AnyEntity, field: string): boolean {
  const { kind, options } = findColumn(entity, field) ?? {};
  return kind === 'text' && options?.pattern === undefined;
}
