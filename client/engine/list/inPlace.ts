/** Which values act at once where they stand, in the grid as on a card. */
import type { Json } from '../../../common/entity/field';
import type { Column } from '../../../common/entity/meta';
import type { Wire } from '../../../common/entity/project';
import type { CellProps } from '../kinds/kindView';
import type { EntityRights } from '../useMay';
import type { RowHandlers } from './rowHandlers';

/** What flipping a switch of a row does; undefined where it may not be flipped. */
export function flipOf(rights: EntityRights, column: Column, row: Wire, { commit }: RowHandlers): CellProps['commit'] {
  if (column.kind !== 'switch' || !rights.may('update') || !rights.writable.has(column.name)) return undefined;
  return async (value: Json) => {
    await commit(row, column.name, value);
  };
}
