/** The order of settings is their weight: an item dragged or moved by its handle takes the place of another one. */
import type { WireRow } from '../../../../common/entity/projectRow';
import { config } from '../../../../common/entities/config';
import type { RowHandlers } from '../../../engine/list/useRowHandlers';
import { useMoveRow } from '../../../engine/list/tree/useMoveRow';

type Placing = Pick<RowHandlers, 'onMove'>;

/** `shown`: the items of the open group in their order. */
export function useItemOrder(shown: readonly WireRow[]): Placing {
  const placeRow = useMoveRow(config);
  const ids = shown.map((row) => Number(row['id']));
  return {
    onMove: (id, at) => {
      const target = 'target' in at ? at.target : 'step' in at ? ids[ids.indexOf(id) + at.step] : undefined;
      if (target !== undefined && target !== id) void placeRow(id, { target });
    },
  };
}
