/** Which values act at once where they stand, in the grid as on a card. */
import type { Json } from '../../../../common/entity/field';
import type { Column } from '../../../../common/entity/columns';
import type { WireRow } from '../../../../common/entity/projectRow';
import type { CellProps } from '../../fieldTypes/fieldType';
import type { EntityPermissions } from '../../usePermissions';
import type { RowHandlers } from '../useRowHandlers';

/** What flipping a switch of a row does; undefined where it may not be flipped. */
export function inlineToggle(
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
