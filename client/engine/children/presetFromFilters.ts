/** A list filtered by a reference or choice presets that value for new records. */
import type { AnyEntity } from '../../../common/entity/entity';
import type { Json } from '../../../common/entity/field';
import { findColumn } from '../../../common/entity/columns';
import { parseFilter } from '../fieldTypes/filterText';

/** Values a new record starts with in a list with these filters. */
export function presetFromFilters(
  entity: AnyEntity,
  filters: Readonly<Record<string, string>>,
): Readonly<Record<string, Json>> {
  const presets = Object.entries(filters).flatMap(([field, text]) => {
    const column = findColumn(entity, field);
    if (column === undefined || column.readonly || !['ref', 'choice', 'switch'].includes(column.kind)) return [];
    const cond = parseFilter(column, text);
    return cond?.op === '=' ? [[field, cond.value] as const] : [];
  });
  return Object.fromEntries(presets);
}
