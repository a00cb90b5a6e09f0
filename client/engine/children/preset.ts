/** What the address says of a list also holds for what is added there: a narrowed list presets its references. */
import type { AnyEntity } from '../../../common/entity/entity';
import type { Json } from '../../../common/entity/field';
import { columnNamed } from '../../../common/entity/meta';
import { condOf } from '../filterText';

/** Values a new record starts with in a list that is narrowed by these filters. */
export function presetOf(entity: AnyEntity, filters: Readonly<Record<string, string>>): Readonly<Record<string, Json>> {
  const presets = Object.entries(filters).flatMap(([field, text]) => {
    const column = columnNamed(entity, field);
    if (column === undefined || column.readonly || !['ref', 'choice', 'switch'].includes(column.kind)) return [];
    const cond = condOf(column, text);
    return cond?.op === '=' ? [[field, cond.value] as const] : [];
  });
  return Object.fromEntries(presets);
}
