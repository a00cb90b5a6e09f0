/** A cached row with its optimistic updates applied. */
import { useMemo } from 'react';
import { useSelector } from 'react-redux';
import { selectCachedRow, selectOptimisticUpdates, type CachedRow } from './entities';
import { applyOptimisticUpdates } from './optimistic';

export function useOptimisticRow(e: string, id: number): CachedRow | undefined {
  const cachedRow = useSelector(selectCachedRow(e, id));
  const updates = useSelector(selectOptimisticUpdates(e, id));
  return useMemo(
    () =>
      cachedRow === undefined || updates === undefined
        ? cachedRow
        : { ...cachedRow, row: applyOptimisticUpdates(cachedRow.row, updates) },
    [cachedRow, updates],
  );
}
