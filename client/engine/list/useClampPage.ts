/** Goes to the last page when the current one no longer exists, replacing the history entry. */
import { useEffect, useEffectEvent } from 'react';
import type { LiveRows } from '../data/useRows';

interface PagePosition {
  readonly rows: LiveRows;
  readonly page: number;
  readonly limit: number;
  /** All rows are on one page. */
  readonly isSinglePage: boolean;
}
export function useClampPage(
  { rows, page, limit, isSinglePage }: PagePosition,
  goToPage: (page: number) => void,
): void {
  const { list, isLoading, isFetching, hasPending, fault } = rows;
  const lastPage = Math.ceil(list.total / limit);
  const isSettled = !isLoading && !isFetching && !hasPending && fault === undefined;
  const isBeyondLast = isSettled && !isSinglePage && list.ids.length === 0 && lastPage > 0 && page > lastPage;
  const goToLastPage = useEffectEvent(() => goToPage(lastPage));
  useEffect(() => {
    if (isBeyondLast) goToLastPage();
  }, [isBeyondLast]);
}
