/** The order of settings is their weight: an item dragged or moved by its handle takes the place of another one. */
import type { Wire } from '../../../../common/entity/project';
import { config } from '../../../../common/entities/config';
import type { RowHandlers } from '../../../engine/list/rowHandlers';
import { usePlaceRow } from '../../../engine/list/usePlaceRow';

type Placing = Pick<RowHandlers, 'place'>;

/** `shown`: the items of the open group in their order. */
export function useItemOrder(shown: readonly Wire[]): Placing {
  const placeRow = usePlaceRow(config);
  const ids = shown.map((row) => Number(row['id']));
  return {
    place: (id, at) => {
      const target = 'target' in at ? at.target : 'step' in at ? ids[ids.indexOf(id) + at.step] : undefined;
      if (target !== undefined && target !== id) void placeRow(id, { target });
    },
  };
}
