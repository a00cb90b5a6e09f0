/** Whether two texts of a field can be put together. */
import { findColumn } from '../../../common/entity/columns';
import type { AnyEntity } from '../../../common/entity/entity';

/** Texts of several lines. Two titles in one line would make a text that nobody wants, two addresses or numbers no valid value. */
export function canJoinTexts(entity: AnyEntity, field: string): boolean {
  const { kind, options } = findColumn(entity, field) ?? {};
  return kind === 'text' && options?.pattern === undefined && (options?.lines ?? 1) > 1;
}
