/** The order of settings is their weight: an item dragged or moved by its handle takes the place of another one. */
import type { Wire } from '../../../../common/entity/project';
import { config } from '../../../../common/entities/config';
import type { RowHandlers } from '../../../engine/list/rowHandlers';
import { rowsApi } from '../../../engine/rowsApi';
import { useApp } from '../../../shared/app';

type Placing = Pick<RowHandlers, 'place'>;

/** `shown`: the items of the open group in their order. */
export function useItemOrder(shown: readonly Wire[]): Placing {
  const { toasts } = useApp();
  const [sort] = rowsApi.useSortMutation();
  const ids = shown.map((row) => Number(row['id']));
  const moveTo = async (id: number, targetId: number) => {
    const { error } = await sort({ e: config.name, id, targetId });
    if (error && 'msg' in error) toasts.show('error', error.msg);
  };
  return {
    place: (id, at) => {
      const target = 'target' in at ? at.target : 'step' in at ? ids[ids.indexOf(id) + at.step] : undefined;
      if (target !== undefined && target !== id) void moveTo(id, target);
    },
  };
}
