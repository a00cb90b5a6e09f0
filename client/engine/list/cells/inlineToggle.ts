/** Values that save with one click, in grid and cards. */
import type { Json } from '../../../../common/entity/field';
import type { Column } from '../../../../common/entity/columns';
import type { WireRow } from '../../../../common/entity/projectRow';
import type { CellProps } from '../../fieldTypes/fieldType';
import type { EntityPermissions } from '../../usePermissions';
import type { RowHandlers } from '../useRowHandlers';

/** The save callback of a switch; undefined when it may not be changed. */
export function createInlineToggle(
  permissions: EntityPermissions,
  column: Column,
  row: WireRow,
  { onCommit }: RowHandlers,
): CellProps['commit'] {
  if (column.kind !== 'switch' || !permissions.can('update') || !permissions.writable.has(column.name))
    return undefined;
  return async (value: Json) => {
    await onCommit(row, column.name, value);
  };
}
