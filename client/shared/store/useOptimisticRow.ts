/** A row as its person sees it: with what they asked for and the server has not answered yet. */
import { useMemo } from 'react';
import { useAppSelector } from './createClient';
import { selectCachedRow, selectOptimisticUpdates, type CachedRow } from './entities';
import { applyOptimisticUpdates } from './optimistic';

export function useOptimisticRow(e: string, id: number): CachedRow | undefined {
  const cachedRow = useAppSelector(selectCachedRow(e, id));
  const updates = useAppSelector(selectOptimisticUpdates(e, id));
  return useMemo(
    () =>
      cachedRow === undefined || updates === undefined
        ? cachedRow
        : { ...cachedRow, row: applyOptimisticUpdates(cachedRow.row, updates) },
    [cachedRow, updates],
  );
}
