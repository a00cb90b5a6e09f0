/** Items are ordered by weight: a moved item takes the position of another. */
import { useInsertionEffect, useMemo, useRef } from 'react';
import type { WireRow } from '../../../../common/entity/projectRow';
import { config } from '../../../../common/entities/config';
import type { RowHandlers } from '../../../engine/list/useRowHandlers';
import { useMoveRow } from '../../../engine/list/tree/useMoveRow';

type ItemOrder = Pick<RowHandlers, 'onMove'>;

/** `items`: items of the open group in their order. The result is stable, so that an item renders only when it changes. */
export function useItemOrder(items: readonly WireRow[]): ItemOrder {
  const moveRow = useMoveRow(config);
  const ids = items.map((row) => Number(row['id']));
  const onMove: ItemOrder['onMove'] = (id, at) => {
    const target = 'targetId' in at ? at.targetId : 'step' in at ? ids[ids.indexOf(id) + at.step] : undefined;
    if (target !== undefined && target !== id) void moveRow(id, { targetId: target });
  };
  const latest = useRef(onMove);
  useInsertionEffect(() => {
    latest.current = onMove;
  });
  return useMemo(() => ({ onMove: (id, at) => latest.current(id, at) }), []);
}
