/** Applies pending changes of a list (new, moved and removed rows) at once, where nobody reads the list row by row. */
import { useEffect } from 'react';
import type { LiveRows } from './useRows';

export function useApplyPending({ hasPending, applyPending }: Pick<LiveRows, 'hasPending' | 'applyPending'>): void {
  useEffect(() => {
    if (hasPending) applyPending();
  });
}
